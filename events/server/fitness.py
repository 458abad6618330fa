"""What a server must be before a log is entrusted to it, and what to do where it is not.

Durability is required and said, not assumed (design.md, "Redis"): append-only file on, nothing evicted, a
primary with its disk in order, of a supported version, holding nobody else's data.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal

import msgspec

from mensch.core.errors import ServerError
from mensch.core.said import message_of, said
from mensch.events.redis.keys import META
from mensch.events.server.connection import REPLY_SECONDS, address_of, connect, explain, server_errors
from mensch.events.server.meta import meta_from
from mensch.events.server.version import NEWEST_KNOWN, OLDEST, supported, version_from

if TYPE_CHECKING:  # importing redis takes longer than most commands run
    import redis

_CONFIG = ("appendfsync", "stop-writes-on-bgsave-error")
"""Settings that INFO does not show. Managed servers often forbid CONFIG; then they stay unknown."""

KEY_PERMISSIONS = 7
"""The major version of either family from which a user can be allowed to read a key and not to write it."""

_UNKNOWN = said("the server does not tell")


class Finding(msgspec.Struct, frozen=True):
    """One thing looked at.

    Attributes:
        name: what was looked at.
        status: `ok`; `warn`, usable but worth knowing; `bad`, the server is refused.
        seen: what is the case.
        remedy: what to do about it; empty if nothing.
    """

    name: str
    status: Literal["ok", "warn", "bad"]
    seen: str
    remedy: str = ""


class _Survey(msgspec.Struct, frozen=True):
    """What the server said. An error stands where its reply would; one that is loading says INFO alone."""

    info: Mapping[str, object]
    config: Mapping[str, str]
    keys: "int | redis.RedisError"
    meta: "list[bytes | None] | redis.RedisError"
    address: str

    def field(self, name: str) -> str:
        """A field of INFO as text; empty if the server does not show it."""
        return str(self.info.get(name, ""))


def examine(client: "redis.Redis") -> list[Finding]:
    """Everything that matters about the server, good and bad. Changes nothing, and raises nothing."""
    from redis.exceptions import RedisError

    try:
        survey = _survey(client)
    except RedisError as error:
        return [
            _bad(
                said("server"),
                message_of(explain(error, address_of(client))),
                said("start it, or correct its address"),
            )
        ]
    return _judge(survey)


def require_fit(client: "redis.Redis", *, to_write: bool = True) -> None:
    """Return if the server may be used.

    Args:
        client: a connection to it.
        to_write: False for a program that only reads, which a full disk doesn't keep from reading.

    Raises:
        ServerError: it is unfit. Says what is wrong, what to do about it, and how much else is wrong.
    """
    with server_errors(client):
        survey = _survey(client)
    bad = [found for found in _judge(survey) if found.status == "bad" and (to_write or found.name != "disk")]
    if not bad:
        return
    first, more = bad[0], len(bad) - 1
    told = said("the server at {address} cannot be used: {seen}", address=address_of(client), seen=first.seen)
    if first.remedy:
        told = said("{problem}; {remedy}", problem=told, remedy=first.remedy)
    if more:
        told = said("{problem} ({count} more: see mensch doctor)", problem=told, count=more)
    raise ServerError(told)


def connect_fit(
    url: str | None = None,
    *,
    name: str = "mensch",
    reply_seconds: float | None = REPLY_SECONDS,
    to_write: bool = True,
) -> "redis.Redis":
    """As `connect`, to a server that has passed `require_fit`.

    Raises:
        ServerError: as these two do.
    """
    client = connect(url, name=name, reply_seconds=reply_seconds)
    try:
        require_fit(client, to_write=to_write)
    except BaseException:
        client.close()
        raise
    return client


def _survey(client: "redis.Redis") -> _Survey:
    info = client.info()
    if str(info.get("loading")) == "1":
        return _Survey(info, {}, 0, [None, None], address_of(client))
    pipeline = client.pipeline(transaction=False)
    pipeline.dbsize()
    pipeline.hmget(META, ["schema", "shards"])
    for name in _CONFIG:
        pipeline.config_get(name)
    keys, meta, *settings = pipeline.execute(raise_on_error=False)
    config: dict[str, str] = {}
    for setting in settings:
        if isinstance(setting, dict):
            config.update((_text(name), _text(value)) for name, value in setting.items())
    return _Survey(info, config, keys, meta, address_of(client))


def _judge(survey: _Survey) -> list[Finding]:
    return [finding for look in _LOOKS for finding in look(survey)]


def _version(survey: _Survey) -> Iterator[Finding]:
    version = version_from(survey.info)
    if version is None:
        yield _bad(
            said("server"), said("it does not tell its version"), said("use Redis 6.2 to 8, or Valkey")
        )
        return
    seen = said("{version} at {address}", version=version, address=survey.address)
    if not supported(version):
        oldest = ".".join(map(str, OLDEST[version.family]))
        yield _bad(
            said("server"),
            said("{version} is too old", version=version),
            said("{family} {oldest} is the oldest", family=version.family.capitalize(), oldest=oldest),
        )
    elif version.major > NEWEST_KNOWN[version.family]:
        yield _warn(
            said("server"), seen, said("newer than any that was tried; look for an update of this program")
        )
    else:
        yield _ok(said("server"), seen)


def _players(survey: _Survey) -> Iterator[Finding]:
    """Whether players can have users of their own, which takes permissions to read a key or to write it."""
    version = version_from(survey.info)
    if version is None or not supported(version):
        return
    if version.major >= KEY_PERMISSIONS:
        yield _ok(said("players"), said("can have users of their own (docs/operate.md, Access rules)"))
    else:
        yield _ok(
            said("players"),
            said(
                "can't have users of their own: that takes Redis {oldest} or Valkey", oldest=KEY_PERMISSIONS
            ),
        )


def _role(survey: _Survey) -> Iterator[Finding]:
    mode = survey.field("redis_mode") or survey.field("server_mode")
    if mode == "sentinel":
        yield _bad(
            said("role"),
            said("it is a sentinel, which keeps no data"),
            said("name the primary that it watches"),
        )
    elif survey.field("role") == "slave":
        yield _bad(said("role"), said("it is a read-only replica"), said("name its primary"))
    elif mode == "cluster":
        yield _warn(
            said("role"),
            said("a node of a cluster"),
            said("keys on other nodes are out of reach; name a single server"),
        )
    else:
        yield _ok(said("role"), said("primary"))


def _loading(survey: _Survey) -> Iterator[Finding]:
    if survey.field("loading") == "1":
        yield _bad(said("loading"), said("it is still loading its files"), said("try again in a moment"))


def _append_only_file(survey: _Survey) -> Iterator[Finding]:
    name = said("append-only file")
    match survey.field("aof_enabled"):
        case "1":
            yield _ok(name, said("on"))
        case "0":
            remedy = said("set appendonly yes, with CONFIG SET for now and in its configuration for later")
            yield _bad(name, said("its append-only file is off, so that a crash loses games"), remedy)
        case _:
            yield _warn(name, _UNKNOWN, said("make sure that appendonly is yes"))


def _fsync(survey: _Survey) -> Iterator[Finding]:
    match survey.config.get("appendfsync"):
        case "always":
            yield _ok(said("fsync"), said("always: what is acknowledged is on the disk"))
        case "everysec":
            yield _ok(
                said("fsync"), said("everysec: a power cut can lose the last second; rated play wants always")
            )
        case "no":
            seen = said(
                "its appendfsync is no, so that a power cut loses what the system had not written yet"
            )
            yield _bad(said("fsync"), seen, said("set appendfsync everysec, or always for rated play"))
        case _:
            yield _warn(said("fsync"), _UNKNOWN, said("make sure that appendfsync is everysec or always"))


def _eviction(survey: _Survey) -> Iterator[Finding]:
    policy = survey.field("maxmemory_policy")
    if policy == "noeviction":
        yield _ok(said("eviction"), said("noeviction"))
    elif policy:
        seen = said("its maxmemory-policy {policy} throws games away when memory is short", policy=policy)
        yield _bad(said("eviction"), seen, said("set maxmemory-policy noeviction"))
    else:
        yield _warn(said("eviction"), _UNKNOWN, said("make sure that maxmemory-policy is noeviction"))


def _disk(survey: _Survey) -> Iterator[Finding]:
    make_room = said("make room on its disk, and see its log")
    if survey.field("aof_last_write_status") == "err":
        seen = said("it cannot write its append-only file (disk full?) and takes no changes")
        yield _bad(said("disk"), seen, make_room)
    elif survey.field("rdb_last_bgsave_status") == "err":
        # Unless told otherwise, a server whose last snapshot failed refuses writes until one succeeds.
        if survey.config.get("stop-writes-on-bgsave-error", "yes") == "yes":
            yield _bad(
                said("disk"), said("its last snapshot failed (disk full?) and it takes no changes"), make_room
            )
        else:
            yield _warn(said("disk"), said("its last snapshot failed (disk full?)"), make_room)
    elif survey.field("aof_last_bgrewrite_status") == "err":
        yield _warn(
            said("disk"), said("the last rewrite of its append-only file failed (disk full?)"), make_room
        )
    else:
        yield _ok(said("disk"), said("the last writes succeeded"))


def _data(survey: _Survey) -> Iterator[Finding]:
    if survey.field("loading") == "1":
        return
    foreign = _bad(
        said("data"), said("it holds somebody else's data"), said("name an empty database or another server")
    )
    if isinstance(survey.meta, Exception):
        if "WRONGTYPE" in str(survey.meta):
            yield foreign
        else:
            yield _bad(
                said("data"),
                said("it hides {keys}: {reason}", keys=META, reason=survey.meta),
                said("allow this user the keys mensch:*"),
            )
        return
    schema, shards = survey.meta
    if schema is None and shards is None:
        if survey.keys == 0:
            yield _ok(said("data"), said("a new, empty database"))
        elif isinstance(survey.keys, Exception):
            yield _bad(
                said("data"),
                said("it hides whether it is empty: {reason}", reason=survey.keys),
                said("allow this user DBSIZE"),
            )
        else:
            yield foreign
        return
    try:
        meta = meta_from(schema, shards, survey.address)
    except ServerError as error:
        yield _bad(said("data"), message_of(error))
    else:
        yield _ok(
            said("data"), said("schema {schema}, shards: {there}", schema=meta.schema, there=meta.shards)
        )


_LOOKS = (_version, _role, _loading, _append_only_file, _fsync, _eviction, _disk, _data, _players)


def _ok(name: str, seen: str) -> Finding:
    return Finding(name, "ok", seen)


def _warn(name: str, seen: str, remedy: str) -> Finding:
    return Finding(name, "warn", seen, remedy)


def _bad(name: str, seen: str, remedy: str = "") -> Finding:
    return Finding(name, "bad", seen, remedy)


def _text(value: object) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)
