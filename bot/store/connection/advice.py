"""What an operator does about a store that cannot be used: one sentence for each cause that can be told."""

import re
from typing import Final

from bot.store.protocol import StoreUnavailable

RULES: Final = "~bastide:* +@read +@write +@keyspace +@connection +@transaction +@scripting +cluster|slots"
"""What a user of an access list needs; the last of it in a cluster alone."""

_SENTENCES: Final = {
    r"CERTIFICATE_VERIFY_FAILED":
        "Its certificate is not trusted: ?ssl_ca_certs=FILE names its authority.",
    r"SSL|TLS|rediss\S+ cannot be used now: (No master found for \S+ : )?Timeout connecting":
        "It seems to speak no TLS there: leave an s out of rediss, or name the port where it does.",
    r"No master found for \S+ : .*(NOAUTH|WRONGPASS|[Aa]uthentication|username-password)":
        "The Sentinels want a password: ?sentinel_password=PASSWORD in REDIS_URL.",
    r"No master found for \S+ : ":
        "No Sentinel answers there: start them, or correct REDIS_URL.",
    r"ReadOnly|READONLY|read only replica":
        "It is a read-only replica: let REDIS_URL name the primary.",
    r"MasterDown|MASTERDOWN":
        "It is a replica without its primary: let REDIS_URL name the primary.",
    r"BusyLoading|LOADING":
        "It still reads its data: start the bot when it is done.",
    r"NoPermission|NOPERM|EXEC without MULTI":
        f"Its user may do too little: ACL SETUSER NAME {RULES} gives it enough.",
    r"without any password configured":
        "It has no password: leave the password out of REDIS_URL.",
    r"WRONGPASS|invalid (username-password|password)":
        "Correct user and password in REDIS_URL.",
    r"NOAUTH|Authentication required":
        "It wants a password: redis://:PASSWORD@HOST in REDIS_URL.",
    r"ClusterDown|CLUSTERDOWN":
        "It is a node of a cluster that has not all of its slots now: redis-cli --cluster check tells which.",
    r"Cluster mode is not enabled":
        "It is no cluster: let REDIS_URL begin with redis:// there.",
    r"Moved|MOVED|AskError|CROSSSLOT|CrossSlot":
        "It is a node of a cluster: let REDIS_URL begin with redis+cluster:// and name some of its nodes.",
    r"No master found":
        "The Sentinels know no primary of that name that runs: correct the name at the end of REDIS_URL.",
    r"NotReplicated|replicas have told":
        "See that its replicas run, or ask for fewer with wait_replicas in REDIS_URL.",
    r"unknown command":
        "It is a Sentinel (redis+sentinel://HOST:26379/NAME), or older than Redis 6.2, or no Redis.",
    r"InvalidResponse|Protocol Error|Bad response":
        "What listens there is no Redis: correct host and port in REDIS_URL.",
    r"DB index is out of range":
        "It has no database of that number: use /0 at the end of REDIS_URL.",
    r"DENIED|protected mode":
        "It takes only connections of its own machine: give it a password first.",
    r"max number of clients":
        "It has too many clients: raise its maxclients.",
    r"MISCONF":
        "It cannot write to its disk: see its log, and make room there.",
    r"NOREPLICAS|Not enough good replicas":
        "It waits for its replicas: see that they run.",
    r"Name or service not known|nodename nor servname|name resolution|No address associated|Error -\d+ ":
        "Nobody knows this host: correct REDIS_URL.",
    r"No such file|Error 2 ":
        "Nothing is there: start Redis, or correct REDIS_URL.",
    r"Permission denied|Error 13 ":
        "The bot's user may not open it: change its permissions.",
    r"Connect call failed|Connection refused|Error 111|Multiple exceptions":
        "Nobody listens there: start Redis, or correct REDIS_URL.",
    r"Connection closed|Connection reset|Connection lost|IncompleteRead":
        "It hangs up: if it wants TLS, use rediss://, else see that it is a Redis.",
    r"[Tt]imeout|no answer in time":
        "Nothing that speaks as Redis does answers: correct host and port.",
}  # fmt: skip
"""What to do, by what redis-py or the server says; the first that fits."""


def advised(error: StoreUnavailable) -> str:
    """What is wrong and what to do, for the operator."""
    text = str(error)
    causes: list[str] = []
    cause: BaseException | None = error
    while cause is not None and len(causes) < 8:
        causes.append(f"{type(cause).__name__}: {cause}")
        cause = cause.__cause__
    told = "\n".join(causes)
    sentence = next((advice for said, advice in _SENTENCES.items() if re.search(said, told)), "")
    return f"{text} {sentence}".strip()
