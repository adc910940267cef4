"""The examples with several workers: they differ in their shards alone, and share Redis and balancer."""

import re
import subprocess
from pathlib import Path
from typing import Any

import yaml

DEPLOY = Path(__file__).parents[2] / "deploy"
ONE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.workers.yaml").read_text("utf-8"))
WORKERS = {name: each for name, each in COMPOSE["services"].items() if name.startswith("worker-")}
CADDY = (DEPLOY / "workers.Caddyfile").read_text("utf-8")
CLUSTER: list[dict[str, Any]] = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text("utf-8")))
PODS: list[dict[str, Any]] = list(yaml.safe_load_all((DEPLOY / "kubernetes.workers.yaml").read_text("utf-8")))


def shards(text: str) -> tuple[list[int], int]:
    """The shards that a worker is given, and how many there are."""
    first, last, count = map(int, re.fullmatch(r"(\d+)-(\d+)/(\d+)", text).groups())  # type: ignore[union-attr]
    return list(range(first, last + 1)), count


def whole(given: list[str]) -> bool:
    """Whether each shard has one worker."""
    parts = list(map(shards, given))
    served = [shard for mine, _ in parts for shard in mine]
    return {count for _, count in parts} == {len(served)} and sorted(served) == list(range(len(served)))


def test_each_shard_has_one_worker() -> None:
    """No shard is left out, and none is another worker's too."""
    assert whole([worker["environment"]["DISCORD_SHARDS"] for worker in WORKERS.values()])


def test_workers_differ_in_their_shards_alone() -> None:
    """They have the same settings and limits, and those of the one bot but for its port and network."""
    plain = [
        {**worker, "environment": {**worker["environment"], "DISCORD_SHARDS": ""}}
        for worker in WORKERS.values()
    ]
    assert len(plain) >= 2
    assert plain[1:] == plain[:-1]
    different = {"environment", "ports"}
    one = {name: value for name, value in ONE["services"]["bastide"].items() if name not in different}
    assert {name: value for name, value in plain[0].items() if name not in different} == one
    assert ONE["services"]["bastide"]["environment"].items() <= WORKERS["worker-1"]["environment"].items()


def test_the_store_is_the_same_as_of_one_bot() -> None:
    """One Redis with our configuration, which only the workers reach."""
    assert COMPOSE["services"]["redis"] == ONE["services"]["redis"]
    assert COMPOSE["networks"] == ONE["networks"]


def test_the_balancer_knows_every_worker_and_only_this_machine_reaches_it() -> None:
    """Both for pages, where a visitor stays at one worker, and for Telegram's updates."""
    for port in (8080, 8443):
        assert f"reverse_proxy {' '.join(f'{name}:{port}' for name in WORKERS)} {{" in CADDY
    assert "lb_policy client_ip_hash" in CADDY
    balancer = COMPOSE["services"]["balancer"]
    assert all(port.startswith("127.0.0.1:") for port in balancer["ports"])
    assert "./workers.Caddyfile:/etc/caddy/Caddyfile:ro" in balancer["volumes"]
    assert "store" not in balancer["networks"]


def test_images_are_named_to_the_patch() -> None:
    """What is started tomorrow is what was started today."""
    images = [service["image"] for part in (ONE, COMPOSE) for service in part["services"].values()]
    images += re.findall(r"^FROM (\S+)", (DEPLOY / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    images += re.findall(r"image: (\S+)", (DEPLOY / "kubernetes.yaml").read_text("utf-8"))
    for image in {*images} - {"bastide"}:
        assert re.search(r":\d+\.\d+\.\d+(-|$)", image), image


def test_each_pod_gets_shards_of_its_own() -> None:
    """The command counts with the number at the end of its pod's name, as a shell does it."""
    (pods,) = [document for document in PODS if document["kind"] == "StatefulSet"]
    (container,) = pods["spec"]["template"]["spec"]["containers"]
    shell, option, script = container["command"]
    told = script.replace("exec python -m bot", 'echo "$DISCORD_SHARDS"')
    assert told != script
    given = [
        subprocess.run(
            [shell, option, told],
            env={"HOSTNAME": f"bastide-worker-{number}"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for number in range(pods["spec"]["replicas"])
    ]
    assert whole(given)


def test_pods_of_workers_are_those_of_one_bot() -> None:
    """The same rights, probes, limits and secret; services, policy and budget find them by their labels."""
    (one,) = [d["spec"]["template"]["spec"] for d in CLUSTER if d["kind"] == "Deployment"]
    (pods,) = [d["spec"]["template"] for d in PODS if d["kind"] == "StatefulSet"]
    mine, theirs = pods["spec"]["containers"][0], one["containers"][0]
    for name in (
        "securityContext",
        "readinessProbe",
        "livenessProbe",
        "resources",
        "envFrom",
        "volumeMounts",
    ):
        assert mine[name] == theirs[name]
    assert pods["spec"]["securityContext"] == one["securityContext"]
    selectors = [d["spec"]["selector"] for d in PODS if d["kind"] == "Service"]
    selectors += [d["spec"]["selector"]["matchLabels"] for d in PODS if d["kind"] != "Service"]
    assert len(selectors) == 4
    assert all(selector.items() <= pods["metadata"]["labels"].items() for selector in selectors)
