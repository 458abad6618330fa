"""The deck: that the seed fits its commitment, and what the players added."""

from __future__ import annotations

from mensch.core.deck import commitment, entropy, joiner_bytes
from mensch.core.said import said
from mensch.events.audit.draft import Draft
from mensch.events.audit.report import Code, Evidence, Standing, Step, Verdict
from mensch.events.bodies import DeckRevealed, GameCreated, PlayerJoined
from mensch.events.referee import INSECURE_CONTEXT


def revealed_seed(draft: Draft) -> bytes | None:
    """The seed that the log reveals, if it fits the commitment; the draft gets what is to be said of it."""
    created = draft.log[0].record.body
    if not isinstance(created, GameCreated):
        draft.leaves(
            Step.DECK, said("the log does not begin with a game_created, which holds the commitment")
        )
        return None
    _tell_context(draft, created)
    reveal = next((entry for entry in draft.log if isinstance(entry.record.body, DeckRevealed)), None)
    if reveal is None or not isinstance(reveal.record.body, DeckRevealed):
        why = said(
            "the deck is not revealed, so whether dice were in hand and bots chose for themselves is open"
        )
        draft.leaves(Step.DECK, why)
        return None
    seed = bytes.fromhex(reveal.record.body.seed)
    committed = commitment(seed)
    evidence: Evidence = {"commitment": created.deck.commitment, "seed": seed.hex()}
    if committed.hex() != created.deck.commitment:
        draft.breaks(
            Verdict.VIOLATION,
            Code.SEED_DIFFERS,
            said("the seed that was revealed is not the one that was committed to"),
            at=reveal.seq,
            raw=reveal.raw,
            evidence=evidence | {"SHA-256 of the seed": committed.hex()},
        )
        return None
    joined = [entry.record.body for entry in draft.log if isinstance(entry.record.body, PlayerJoined)]
    _check_bytes(draft, created, joined, seed)
    public = entropy(committed, created.deck.context, [bytes.fromhex(join.entropy) for join in joined])
    says = said(
        "the seed is the one that was committed to before anybody joined: the deck follows its commitment"
    )
    draft.holds(
        Code.DECK_OK,
        Standing.PROVEN,
        says,
        evidence=evidence | {"entropy": public.hex(), "players who added to it": len(joined)},
    )
    draft.done(Step.DECK)
    return seed


def _tell_context(draft: Draft, created: GameCreated) -> None:
    says = said(
        "that the operator did not choose the seed together with whoever joined last, trying many of that "
        "player's bytes, cannot be seen from a log"
    )
    if created.insecure_seed:
        says = said("the seed was chosen openly, as the log says: it proves nothing about luck")
    draft.holds(Code.SEED_CHOICE, Standing.UNPROVEN, says)
    own = created.deck.context == draft.game
    shared = not own and not (created.insecure_seed and created.deck.context == INSECURE_CONTEXT)
    if created.fork is not None and created.fork.dice == "same":
        says = said(
            "the dice are those of game {parent}, so they were open from the beginning",
            parent=created.fork.parent,
        )
        draft.holds(Code.SHARED_DECK, Standing.ATTESTED, says)
        why = said(
            "whether game {parent} had revealed its deck before this one began", parent=created.fork.parent
        )
        draft.leaves(Step.SECRECY, said("{why} is told by its own log, with --parent", why=why))
    elif shared:
        says = said(
            "the deck was made for {context} and may be shared: that nobody knew it from "
            "another game that had it before cannot be seen here",
            context=created.deck.context,
        )
        draft.holds(Code.SHARED_DECK, Standing.UNPROVEN, says)


def _check_bytes(draft: Draft, created: GameCreated, joined: list[PlayerJoined], seed: bytes) -> None:
    """A bot's bytes follow from the seed, and everybody's where that was chosen openly."""
    if created.fork is not None and created.fork.dice == "same":
        return  # they are the parent's, where other seats may have been bots
    for index, join in enumerate(joined):
        right = joiner_bytes(seed, index).hex()
        if (join.bot is not None or created.insecure_seed) and join.entropy != right:
            entry = next(entry for entry in draft.log if entry.record.body is join)
            draft.breaks(
                Verdict.VIOLATION,
                Code.BYTES_DIFFER,
                said(
                    "the bytes of seat {seat} do not follow from the seed: they could have been chosen",
                    seat=join.seat,
                ),
                at=entry.seq,
                raw=entry.raw,
                evidence={"bytes that follow from the seed": right},
            )
