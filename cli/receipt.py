"""`mensch receipt`: the service's signature on how far a game is."""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.documents import print_json
from mensch.cli.ending import ending_with
from mensch.cli.opening import open_store
from mensch.cli.sources import lines_of
from mensch.core.errors import ServerError, UsageError
from mensch.core.said import said
from mensch.events.audit.report import Verdict
from mensch.events.keyfile import read_public_key
from mensch.events.loading import find_game
from mensch.events.receipts import Receipt, contradict, read_receipts, verifies
from mensch.workers.receiving import ask_receipt


@click.command()
@click.argument("game", required=False)
@click.option("--at", type=click.IntRange(min=1), help=texts.RECEIPT_AT)
@click.option("--verify", "file", metavar="FILE", help=texts.VERIFY)
@click.option("--key", metavar="KEY", help=texts.SERVICE_KEY)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(game: str | None, at: int | None, file: str | None, key: str | None, as_json: bool) -> None:
    """A receipt fixes its record and all before it: who has one can't be shown another beginning of the game.
    --verify needs no server and reads one receipt or many, also out of a mail. Its exit code is a verdict: 0
    all are the service's, 10 one is not, 11 two of the service's prove two histories."""
    if (game is None) == (file is None):
        raise UsageError(said("name a game to get a receipt for, or with --verify a file to check"))
    if (file is None) != (key is None):
        raise UsageError(said("--verify and --key go together"))
    if game is not None:
        _ask(game, at, as_json=as_json)
        return
    assert file is not None
    assert key is not None
    if at is not None:
        raise UsageError(said("--at goes with a game"))
    receipts = read_receipts(b"".join(lines_of(file)).decode(errors="replace"))
    _verify(receipts, read_public_key(key), as_json=as_json)


def _ask(game: str, at: int | None, *, as_json: bool) -> None:
    receipt = ask_receipt(find_game(open_store(), game), at)
    if receipt is None:
        raise ServerError(said("no signer runs here: mensch signer, or mensch up"))
    if as_json:
        print_json(receipt)
    else:
        click.echo(receipt.line)


def _verify(receipts: list[Receipt], key: str, *, as_json: bool) -> None:
    good = [receipt for receipt in receipts if verifies(receipt, key)]
    first: dict[tuple[str, int], Receipt] = {}
    twofold = [
        (known, receipt)
        for receipt in good
        if contradict(known := first.setdefault((receipt.game, receipt.seq), receipt), receipt)
    ]
    verdict = Verdict.SOUND
    if len(good) < len(receipts):
        verdict = Verdict.VIOLATION
    elif twofold:
        verdict = Verdict.TWO_HISTORIES
    with ending_with(verdict):
        if as_json:
            false = [receipt for receipt in receipts if receipt not in good]
            print_json({"contradict": twofold, "false": false, "good": good, "verdict": int(verdict)})
            return
        for receipt in receipts:
            text = texts.RECEIPT_GOOD if receipt in good else texts.RECEIPT_FALSE
            durability = texts.PROVISIONAL if receipt.provisional else texts.DURABLE
            click.echo(
                text.format(game=receipt.game, seq=receipt.seq, durability=durability, epoch=receipt.epoch)
            )
        for one, _ in twofold:
            click.echo(texts.RECEIPTS_CONTRADICT.format(game=one.game, seq=one.seq))
