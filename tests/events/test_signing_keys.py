"""Which public keys can be registered, and what the library refuses of itself.

PyNaCl takes any 32 bytes for a key, and refuses a signature under one of small order only when verifying.
A key of mixed order verifies, so that two parties can be brought to disagree on a signature, and before 1.6.2
the library's own check of points lets such a key pass. All of these are refused when they are registered.
"""

import hashlib

import pytest
from nacl.bindings import crypto_scalarmult_ed25519_base_noclamp
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from mensch.core.errors import UsageError
from mensch.events.ed25519 import checked_key, public_key, verifies
from tests.events.table import created, join
from tests.events.test_signing import PUBLIC

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

Point = tuple[int, int]


def encoded(y: int, sign: int = 0) -> bytes:
    return (y | sign << 255).to_bytes(32, "little")


def decoded(raw: bytes) -> Point:
    number = int.from_bytes(raw, "little")
    y, sign = number % 2**255, number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    return (x if x & 1 == sign else P - x), y


def added(one: Point, other: Point) -> Point:
    (x1, y1), (x2, y2) = one, other
    product = D * x1 * x2 * y1 * y2 % P
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, P) % P
    return x, (y1 * y2 + x1 * x2) * pow(1 - product, -1, P) % P


ORDER_EIGHT = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")


def small_order() -> dict[str, bytes]:
    """The eight points of small order, as multiples of one of order 8."""
    generator = decoded(ORDER_EIGHT)
    points, point = [], (0, 1)
    for _ in range(8):
        points.append(point)
        point = added(point, generator)
    assert point == (0, 1)
    return {f"order 8 times {n}": encoded(y, x & 1) for n, (x, y) in enumerate(points)}


NOT_CANONICAL = {
    "p": encoded(P),
    "p + 1": encoded(P + 1),
    "1, sign set": encoded(1, 1),
    "all ones": b"\xff" * 32,
}
MIXED = added(decoded(bytes.fromhex(PUBLIC)), (0, P - 1))
MIXED_KEY = encoded(MIXED[1], MIXED[0] & 1)
OFF_THE_CURVE = encoded(2)
BAD = {**small_order(), **NOT_CANONICAL, "mixed order": MIXED_KEY, "off the curve": OFF_THE_CURVE}

SCALAR = 12345
R = crypto_scalarmult_ed25519_base_noclamp(SCALAR.to_bytes(32, "little"))


FORGED = [(b"%d" % n, R + SCALAR.to_bytes(32, "little")) for n in range(64)]
"""Messages with signatures that no private key has made: R = S·B fits wherever the key vanishes."""


def verified(key: bytes, message: bytes, signature: bytes) -> bool:
    try:
        VerifyKey(key).verify(message, signature)
    except BadSignatureError:
        return False
    return True


@pytest.mark.parametrize("key", BAD.values(), ids=BAD)
def test_the_library_takes_every_bad_key_as_one(key: bytes) -> None:
    assert bytes(VerifyKey(key)) == key


@pytest.mark.parametrize("key", small_order().values(), ids=small_order())
def test_the_library_refuses_what_is_forged_under_a_key_of_small_order(key: bytes) -> None:
    assert not any(verified(key, message, signature) for message, signature in FORGED)


def test_the_library_verifies_under_a_key_of_mixed_order() -> None:
    private = hashlib.sha512(bytes(range(32))).digest()[:32]
    scalar = int.from_bytes(private, "little") & (1 << 254) - 8 | 1 << 254
    for number in range(64):
        message = b"%d" % number
        challenge = int.from_bytes(hashlib.sha512(R + MIXED_KEY + message).digest(), "little") % ORDER
        if challenge % 2 == 0:  # then the part of order 2 vanishes
            response = (SCALAR + challenge * scalar) % ORDER
            signature = R + response.to_bytes(32, "little")
            assert verified(MIXED_KEY, message, signature)
            assert not verifies(MIXED_KEY.hex(), message, signature.hex())
            return
    pytest.fail("no challenge was even")


@pytest.mark.parametrize("key", BAD.values(), ids=BAD)
def test_no_bad_key_can_be_registered(key: bytes) -> None:
    with pytest.raises(UsageError, match="malformed or of small order"):
        checked_key(key.hex())
    table = created()
    command = join(table, 0)
    bad = type(command)(command.seat, command.player, command.entropy, None, key.hex())
    table.refuses(bad, UsageError, 2, "malformed or of small order")


@pytest.mark.parametrize("text", ["", "00", "zz" * 32, PUBLIC + "00", PUBLIC[:-1], f" {PUBLIC}x"])
def test_what_is_no_key_at_all_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="64 hexadecimal digits"):
        checked_key(text)


def test_good_keys_are_registered() -> None:
    for number in range(32):
        public = public_key(bytes([number]) * 32)
        assert checked_key(public) == public == bytes(SigningKey(bytes([number]) * 32).verify_key).hex()
