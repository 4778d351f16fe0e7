"""Items of projects: what files may say, and what is told of those that say something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from otherwords import FormatError
from otherwords.server.rating.items import Instance, Item, read_items


def read(folder: Path, text: str | bytes) -> list[Item]:
    path = folder / "items.tsv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_items(path)


def test_tsv(tmp_path: Path) -> None:
    text = (
        "system\tsource\tparaphrase\tapplication\treference\n"
        "a\tWe utilise it. \tWe use it.\tsimplify\t\n"
        "\n"
        "b\tWe utilise it.\tWe apply “it”.\ttoward\tThey apply it.\n"
    )
    assert read(tmp_path, text) == [
        Item("We utilise it.", "We use it.", ["a"], "simplify"),
        Item("We utilise it.", "We apply “it”.", ["b"], "toward", "They apply it."),
    ]


def test_jsonl(tmp_path: Path) -> None:
    text = (
        '{"source": "x [NN_1]", "paraphrase": "y [NN_1]", "system": "a", "instances": '
        '[["x tea", "y tea"], "x milk => y milk", "a cup of tea"]}\n'
        '{"source": "x\\ty", "paraphrase": "z", "system": "b", "reference": null}\n'
    )
    assert read(tmp_path, text) == [
        Item(
            "x [NN_1]",
            "y [NN_1]",
            ["a"],
            instances=[
                Instance("x tea", "y tea"),
                Instance("x milk", "y milk"),
                Instance("a cup of tea", ""),
            ],
        ),
        Item("x\ty", "z", ["b"]),
    ]


def test_instances_in_a_tsv(tmp_path: Path) -> None:
    text = "source\tparaphrase\tsystem\tinstances\nx\ty\ta\tx 1 => y 1 ||| x 2 => y 2 |||\n"
    (item,) = read(tmp_path, text)
    assert item.instances == [Instance("x 1", "y 1"), Instance("x 2", "y 2")]


def test_what_several_systems_say_is_judged_once(tmp_path: Path) -> None:
    text = "source\tparaphrase\tsystem\nx\ty\tb\nx\tz\ta\nx\ty\ta\nx\ty\tb\n"
    assert [(item.paraphrase, item.systems) for item in read(tmp_path, text)] == [
        ("y", ["a", "b"]),
        ("z", ["a"]),
    ]


def test_units_with_labels(tmp_path: Path) -> None:
    text = (
        "number\tsentence\tbegin\tend\tsource\ttarget\ttables\tann\n"
        "1\tThey ⟦utilise⟧ tools.\t1\t2\tutilise\tuse\tpt1 pt2\t1\n"
        "1\t⟦They⟧ utilise tools.\t0\t1\tThey\tall of them\tpt1\t\n"
        "2\tIt rains.\t\t\t\t\t\t\n"
    )
    first, second = read(tmp_path, text)
    assert (first.source, first.paraphrase) == ("They utilise tools.", "They use tools.")
    assert (first.systems, first.labels) == (["pt1", "pt2"], {"ann": True})
    assert first.unit is not None
    assert (first.unit.begin, first.unit.end, first.unit.target) == (1, 2, "use")
    assert (second.paraphrase, second.labels) == ("All of them utilise tools.", {})


HEAD = "source\tparaphrase\tsystem\n"


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", 1, "no 'source'"),
        (HEAD, 1, "no items"),
        ("source\tparaphrase\nx\ty\n", 1, "no 'system'"),
        ("source\tparaphrase\tsystem\tcolour\n", 1, "'colour' is not known"),
        ("source\tparaphrase\tsystem\tsource\n", 1, "there twice"),
        (HEAD + "x\ty\ta\nx\ty\n", 3, "2 columns but the first line names 3"),
        (HEAD + "x\t \ta\n", 2, "paraphrase is empty"),
        (HEAD + "x\ty\0\ta\n", 2, "zero byte"),
        (HEAD + "x\t" + "y" * 20_001 + "\ta\n", 2, "20,000 characters"),
        (HEAD.encode() + b"x\t\xff\ta\n", 2, "not valid UTF-8"),
        ('{"source": "x", "paraphrase": "y", "system": "a"}\n{"source"\n', 2, "not JSON"),
        ('{"source": "x", "paraphrase": 3, "system": "a"}\n', 1, "not a text"),
        ('{"source": "x", "paraphrase": "y"}\n', 1, "no 'system'"),
        ('{"source": "x", "paraphrase": "y", "system": "a"}\n[1]\n', 2, "not an object"),
        ("{" + '"a":[' * 100_000, 1, "not JSON"),
        ('{"source": "\\ud800", "paraphrase": "y", "system": "a"}\n', 1, "half of a character"),
        (
            '{"source": "x", "paraphrase": "y", "system": "a", "instances": [3]}\n',
            1,
            "neither a text nor two",
        ),
        (
            '{"source": "x", "paraphrase": "y", "system": "a", "instances": "x"}\n',
            1,
            "not a list",
        ),
    ],
)
def test_mistakes_are_told_with_their_line(
    tmp_path: Path, text: str | bytes, line: int, why: str
) -> None:
    with pytest.raises(FormatError) as told:
        read(tmp_path, text)
    assert f"items.tsv:{line}: " in str(told.value)
    assert why in str(told.value)
