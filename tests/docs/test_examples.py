"""What the documents say that a command prints is what it prints."""

import pytest

from tests.docs.examples import DOCUMENTS, Example, Run, examples, run

DOCUMENT = """\
```console
$ mensch games | head -n 1
pb55qftjx3  running
$ mensch play pb55
anna, your move (number, move, ? for help, q to stop) [1 4]: N4
It is bert's turn. When only bert looks, press Enter
```

    $ not an example

```console
$ mensch doctor
ok   server: … at …
```
"""


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_example_prints_what_the_document_says(document: str) -> None:
    runs = list(run(document))
    assert runs
    for done in runs:
        assert done.as_documented, (
            f"{document} says of `{done.example.command}`:\n{done.example.printed}\n"
            f"but it prints (make it say so with python -m tests.docs.examples):\n{done.output}"
        )
        assert done.failed == done.refused, f"{document}: `{done.example.command}` fails without a word"


def test_an_example_ends_where_the_next_one_or_its_block_does() -> None:
    assert [example.command for example in examples(DOCUMENT)] == [
        "mensch games | head -n 1",
        "mensch play pb55",
        "mensch doctor",
    ]
    assert examples(DOCUMENT)[0].printed == "pb55qftjx3  running\n"


def test_what_is_typed_at_a_prompt_is_read_from_the_document() -> None:
    assert examples(DOCUMENT)[1].typed == ["N4", ""]


def test_an_ellipsis_stands_for_what_differs_from_run_to_run() -> None:
    example = Example(0, "mensch doctor", "ok   server: … at …\n")
    assert Run(example, "ok   server: Redis 8.0.0 at unix:///s\n", failed=False).as_documented
    assert not Run(example, "bad  server: Redis 5.0.0 at unix:///s\n", failed=False).as_documented
