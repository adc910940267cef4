"""``deploy/kubernetes.yaml`` keeps its promises, as far as text can tell."""

from pathlib import Path
from typing import Any

import pytest
import yaml

DEPLOY = Path(__file__).parents[2] / "deploy"
DOCUMENTS: list[dict[str, Any]] = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text("utf-8")))


def found(kind: str, name: str) -> dict[str, Any]:
    """The one object of that kind and name."""
    (document,) = [d for d in DOCUMENTS if (d["kind"], d["metadata"]["name"]) == (kind, name)]
    return document


def pod(document: dict[str, Any]) -> dict[str, Any]:
    """The specification of an object's pods."""
    specification: dict[str, Any] = document["spec"]["template"]["spec"]
    return specification


BOT = found("Deployment", "bastide")
REDIS = found("StatefulSet", "bastide-redis")


def test_the_configuration_is_the_shipped_one() -> None:
    """The map holds deploy/redis.conf to the letter, and the server reads it from there."""
    assert found("ConfigMap", "bastide-redis")["data"]["redis.conf"] == (DEPLOY / "redis.conf").read_text(
        "utf-8"
    )
    (redis,) = pod(REDIS)["containers"]
    assert redis["command"][:2] == ["redis-server", "/etc/redis/redis.conf"]
    assert {"name": "conf", "mountPath": "/etc/redis", "readOnly": True} in redis["volumeMounts"]
    assert {"name": "conf", "configMap": {"name": "bastide-redis"}} in pod(REDIS)["volumes"]


def test_there_is_never_a_second_bot() -> None:
    """One replica, and the old one is gone before the new one starts."""
    assert BOT["spec"]["replicas"] == 1
    assert BOT["spec"]["strategy"] == {"type": "Recreate"}


def test_tokens_come_from_a_secret() -> None:
    """No token stands in the manifest; the bot reads them from the secret."""
    (bot,) = pod(BOT)["containers"]
    assert bot["envFrom"] == [{"secretRef": {"name": "bastide-tokens"}}]
    assert [entry["name"] for entry in bot["env"] if "TOKEN" in entry["name"]] == []


def test_games_outlive_the_pod() -> None:
    """Redis keeps its data on a claimed volume, in the folder where it works."""
    (redis,) = pod(REDIS)["containers"]
    (claim,) = REDIS["spec"]["volumeClaimTemplates"]
    assert {"name": claim["metadata"]["name"], "mountPath": redis["workingDir"]} in redis["volumeMounts"]


def test_an_absent_store_makes_the_bot_unready_and_not_dead() -> None:
    """Readiness asks for the store as well; liveness does not, since a restart would not help."""
    (bot,) = pod(BOT)["containers"]
    assert bot["readinessProbe"]["httpGet"]["path"] == "/health"
    assert bot["livenessProbe"]["httpGet"]["path"] != "/health"
    assert bot["startupProbe"]["httpGet"]["path"] != "/health"


def test_only_the_bot_reaches_redis() -> None:
    """The network policy lets the bot's pods in, by the labels that they really have."""
    policy = found("NetworkPolicy", "bastide-redis")["spec"]
    labels = BOT["spec"]["template"]["metadata"]["labels"]
    (rule,) = policy["ingress"]
    (peer,) = rule["from"]
    assert peer["podSelector"]["matchLabels"].items() <= labels.items()
    assert (
        policy["podSelector"]["matchLabels"].items()
        <= REDIS["spec"]["template"]["metadata"]["labels"].items()
    )


@pytest.mark.parametrize("document", [BOT, REDIS], ids=["bot", "redis"])
def test_pods_may_do_next_to_nothing(document: dict[str, Any]) -> None:
    """No root, no capabilities, no writable system, no service account, and probes for everything."""
    specification = pod(document)
    (container,) = specification["containers"]
    assert specification["securityContext"]["runAsNonRoot"] is True
    assert specification["automountServiceAccountToken"] is False
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert {"startupProbe", "readinessProbe", "livenessProbe"} <= container.keys()
    assert "memory" in container["resources"]["limits"]


@pytest.mark.parametrize("name", ["bastide", "bastide-redis"])
def test_services_find_their_pods(name: str) -> None:
    """Selector and named port of each service exist on the pods that it means."""
    service = found("Service", name)["spec"]
    document = BOT if name == "bastide" else REDIS
    assert service["selector"].items() <= document["spec"]["template"]["metadata"]["labels"].items()
    (container,) = pod(document)["containers"]
    assert {port["targetPort"] for port in service["ports"]} <= {port["name"] for port in container["ports"]}
    assert service.get("type", "ClusterIP") == "ClusterIP"
