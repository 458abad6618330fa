"""`mensch:meta`: the database's own record of its schema and its number of shards.

Its presence also says that the database is ours; a database that holds anything else is never touched.
"""

from typing import TYPE_CHECKING, Any

import msgspec

from mensch.core.errors import ServerError
from mensch.core.said import said
from mensch.events.redis.keys import META
from mensch.events.server.connection import address_of, server_errors

if TYPE_CHECKING:  # importing redis takes longer than most commands run
    import redis

SCHEMA = 1
"""The layout of keys that this version reads and writes (docs/event-log.md)."""

MOST_SHARDS = 16384
"""A Redis Cluster has no more hash slots to tell shards apart."""

# KEYS[1]  mensch:meta
# ARGV[1]  schema, ARGV[2] number of shards, both used only if this is the first use
# Returns the schema and the number of shards that hold from now on, or {false, number of foreign keys}.
_OPEN = """
local meta = redis.call('HMGET', KEYS[1], 'schema', 'shards')
if meta[1] or meta[2] then return meta end
local keys = redis.call('DBSIZE')
if keys > 0 then return {false, keys} end
redis.call('HSET', KEYS[1], 'schema', ARGV[1], 'shards', ARGV[2])
return {ARGV[1], ARGV[2]}
"""


class Meta(msgspec.Struct, frozen=True):
    """What `mensch:meta` says.

    Attributes:
        schema: the layout of keys, 1 to `SCHEMA`.
        shards: how many shards the ids are spread over (design.md, "Redis"); fixed at first use.
    """

    schema: int
    shards: int


def open_meta(client: "redis.Redis", shards: int | None = None) -> Meta:
    """The database's record, made now if the database is empty. Of several that come first, one makes it.

    Args:
        client: a connection to the primary.
        shards: how many shards an empty database gets, 1 if not given. If the record is there already and
            says another number, that is an error, because ids are found by it.

    Raises:
        ServerError: the data are somebody else's, damaged, or newer than this program; or the number of
            shards is impossible, or not the one that is there.
    """
    if shards is not None and not 1 <= shards <= MOST_SHARDS:
        raise ServerError(
            said(
                "a database cannot have {shards} shards; possible are 1 to {most}",
                shards=shards,
                most=MOST_SHARDS,
            )
        )
    from redis.exceptions import ResponseError

    commands: Any = client  # Any: redis-py's commands are typed as sync or async in one
    with server_errors(client):
        try:
            found = commands.hmget(META, ["schema", "shards"])  # all that some users may do
            if found == [None, None]:
                found = commands.eval(_OPEN, 1, META, str(SCHEMA), str(shards or 1))
        except ResponseError as error:
            if "WRONGTYPE" in str(error):
                raise _foreign(address_of(client)) from error
            raise
    schema, number = found
    if schema is None and isinstance(number, int):
        raise _foreign(address_of(client))
    meta = meta_from(schema, number, address_of(client))
    if shards is not None and meta.shards != shards:
        raise ServerError(
            said(
                "the database at {address} has been given {there} shards at its first use; "
                "that cannot become {shards}",
                address=address_of(client),
                there=meta.shards,
                shards=shards,
            )
        )
    return meta


def meta_from(schema: bytes | None, shards: bytes | None, address: str) -> Meta:
    """The record from its two fields as stored.

    Raises:
        ServerError: it is damaged, or was written by a newer program.
    """
    if not (schema and schema.isdigit() and int(schema) >= 1):
        raise ServerError(
            said(
                "{meta} at {address} is damaged: its schema is {schema}",
                meta=META,
                address=address,
                schema=_quoted(schema),
            )
        )
    if int(schema) > SCHEMA:
        raise ServerError(
            said(
                "the data at {address} have schema {found}, written by a newer version of mensch; "
                "this one knows schemas up to {schema}, so update it",
                address=address,
                found=int(schema),
                schema=SCHEMA,
            )
        )
    if not (shards and shards.isdigit() and 1 <= int(shards) <= MOST_SHARDS):
        raise ServerError(
            said(
                "{meta} at {address} is damaged: its number of shards is {shards}",
                meta=META,
                address=address,
                shards=_quoted(shards),
            )
        )
    return Meta(int(schema), int(shards))


def _foreign(address: str) -> ServerError:
    return ServerError(
        said(
            "the database at {address} holds somebody else's data; name an empty one, for example by its "
            "number at the end of the address",
            address=address,
        )
    )


def _quoted(value: bytes | None) -> str:
    return "missing" if value is None else repr(value.decode(errors="replace"))
