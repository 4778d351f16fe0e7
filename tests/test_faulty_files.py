"""Files under faults: full and read-only disks, permissions, links, long names, replaced models."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import otherwords
from otherwords._core import Error, FormatError
from otherwords.cli import main
from otherwords.files import replacing, replacing_folder, writing
from otherwords.model import Model
from otherwords.tables import TableBuilder, open_table
from tests.faults import OTHERWORDS, is_clear, on_small_disk, unfinished, without_privileges
from tests.small_model import TABLES, UNIGRAMS, write_model
from tests.toy_corpora import write_corpora

ROWS = "".join(f"source {i}\ttarget {i}\t0.5\n" for i in range(20_000))
TEXT = "We utilise tools in spite of the rain."


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    """A table as text, larger than the small disk."""
    path = tmp_path / "rows.tsv"
    path.write_text(ROWS, "utf-8")
    return path


@pytest.mark.parametrize(
    "command",
    [
        "table build {rows} -o $disk/table",
        "table convert {table} -o $disk/again.tsv",
        "table convert {table} -o $disk/again.tsv.gz",
        "table convert {table} -o $disk/again.parquet",
        "lm train --fallback-discounts {rows} -o $disk/lm --binary",
        "lm train --fallback-discounts {rows} -o $disk/lm.arpa",
        "lm train --fallback-discounts {rows} -o {folder}/lm --temp $disk --memory 1M",
        "corpus tokenise {rows} -o $disk/tokens.zst",
    ],
)
def test_a_full_disk_is_told_and_nothing_is_left(rows: Path, tmp_path: Path, command: str) -> None:
    table = tmp_path / "table"
    if "{table}" in command:
        assert main(["table", "build", str(rows), "-o", str(table)]) == 0
    command = command.format(rows=rows, table=table, folder=tmp_path)
    done = on_small_disk(
        tmp_path / "disk", f'$ow {command} >&2; code=$?; ls "$disk"; exit $code', size="16k"
    )
    assert done.returncode == 1, done.stderr
    assert "No space left on device" in done.stderr
    assert is_clear(done.stderr), done.stderr
    assert done.stdout == ""


def test_a_full_standard_output_is_told(tmp_path: Path) -> None:
    model = write_model(tmp_path / "model")
    with open("/dev/full", "w") as full:
        import subprocess

        done = subprocess.run(
            [*OTHERWORDS, "compress", "-m", str(model), TEXT],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert "No space left on device" in done.stderr
    assert is_clear(done.stderr)


def test_a_model_on_a_read_only_disk_works(tmp_path: Path) -> None:
    model, recipe = write_model(tmp_path / "model"), write_corpora(tmp_path, 3)
    done = on_small_disk(
        tmp_path / "disk",
        f"""
        cp -r {model} "$disk/model" && read_only || exit 98
        $ow compress -m "$disk/model" "{TEXT}" || exit 97
        $ow table merge {model}/pt1.table -o "$disk/table" && exit 96
        $ow learn {recipe} -o "$disk/model" && exit 95
        ls "$disk"
        """,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "We use tools despite the rain.\nmodel\n"
    told = done.stderr.splitlines()
    assert len(told) == 2, told
    assert all("Read-only file system" in line for line in told)


def test_missing_permissions_are_told(tmp_path: Path) -> None:
    model = write_model(tmp_path / "model")
    for name in ("lm", "pt1.table", "model.toml"):
        (model / name).chmod(0)
        done = without_privileges([*OTHERWORDS, "compress", "-m", str(model), TEXT])
        (model / name).chmod(0o600)
        assert done.returncode == 1, done.stderr
        assert is_clear(done.stderr), done.stderr
        assert f"{model / name}: " in done.stderr
        assert "Permission denied" in done.stderr
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    for output in (locked / "table", locked / "folder" / "table"):
        command = [*OTHERWORDS, "table", "merge", str(model / "pt1.table"), "-o", str(output)]
        done = without_privileges(command)
        assert done.returncode == 1, done.stderr
        assert is_clear(done.stderr), done.stderr
        assert "locked" in done.stderr
    assert list(locked.iterdir()) == []


def test_links_stay_links(tmp_path: Path) -> None:
    model = write_model(tmp_path / "model")
    (tmp_path / "link").symlink_to(model, target_is_directory=True)
    assert otherwords.load(tmp_path / "link").compress(TEXT).text.startswith("We use")
    target = tmp_path / "there.table"
    for name, path in (("table", model / "pt2.table"), ("table", model / "pt1.table")):
        link = tmp_path / name
        if not link.is_symlink():
            link.symlink_to(target.name)
        builder = TableBuilder(["p"])
        builder.add_table(open_table(path))
        builder.write(link)
        assert link.is_symlink()
        assert open_table(target).entry_count == open_table(path).entry_count
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert main(["table", "merge", str(target), "-o", str(loop)]) == 1
    assert main(["compress", "-m", str(loop), TEXT]) == 1


def test_names_may_be_as_long_as_the_system_lets_them_be(tmp_path: Path) -> None:
    longest = tmp_path / ("é" * 127 + "x")
    with writing(longest) as fd:
        os.write(fd, b"text")
    assert longest.read_bytes() == b"text"
    longest.unlink()
    builder = TableBuilder(["p"])
    builder.add("a", "b", [-1.0])
    builder.write(longest)
    assert open_table(longest).entry_count == 1
    deep = tmp_path
    while len(str(deep)) < 3600:
        deep /= "d" * 200
    deep.mkdir(parents=True)
    assert otherwords.load(write_model(deep / "model")).compress(TEXT).text.startswith("We use")
    for path in (tmp_path / ("x" * 256), deep / ("d" * 250) / ("d" * 250)):
        assert main(["table", "merge", str(longest), "-o", str(path)]) == 1
        assert main(["table", "info", str(path)]) == 1
        with pytest.raises(OSError, match="File name too long"), writing(path):
            pass
    shutil.rmtree(tmp_path / ("d" * 200))


def test_writers_of_one_file_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "text"

    def write(letter: bytes) -> None:
        for _ in range(50):
            with replacing(path) as file:
                for _ in range(20):
                    file.write(letter * 1000)

    threads = [threading.Thread(target=write, args=(letter,)) for letter in (b"a", b"b", b"c")]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        if path.exists():
            content = path.read_bytes()
            assert len(content) == 20_000
            assert len(set(content)) == 1
    assert os.listdir(tmp_path) == ["text"]
    with replacing_folder(tmp_path / "folder") as one, replacing_folder(tmp_path / "folder") as two:
        assert one != two
    assert unfinished(tmp_path) == []


def in_place(folder: Path, number: int) -> None:
    """Replaces a model as `otherwords learn` does: files one by one, while there is no manifest."""
    new = write_model(folder.with_name("new"), *versions(number))
    folder.mkdir(exist_ok=True)
    (folder / "model.toml").unlink(missing_ok=True)
    for name in ("lm", "pt1.table", "pt2.table", "model.toml"):
        with replacing(folder / name) as file:
            file.write((new / name).read_bytes())


def versions(number: int) -> tuple[dict[str, list[tuple[str, str, float]]], str, dict[str, int]]:
    """What the tables and the language model of a version know: one word, which names it."""
    word = "abcdefgh"[number % 8] * 3
    tables = {name: [(source, word, -0.1) for source, _, _ in TABLES[name]] for name in TABLES}
    return tables, "", {**UNIGRAMS, word: -1}


def by_link(folder: Path, number: int) -> None:
    """Replaces a model by leading a link to another one."""
    other = write_model(folder.with_name(f"version-{number}"), *versions(number))
    link = folder.with_name("new-link")
    link.symlink_to(other.name, target_is_directory=True)
    os.replace(link, folder)


@pytest.mark.parametrize("replace", [in_place, by_link])
def test_readers_never_see_two_models_mixed(
    tmp_path: Path, replace: Callable[[Path, int], None]
) -> None:
    folder = tmp_path / "model"
    replace(folder, 0)
    done = threading.Event()

    def rewrite() -> None:
        for number in range(1, 60):
            replace(folder, number)
        done.set()

    writer = threading.Thread(target=rewrite)
    writer.start()
    seen: set[str] = set()
    refused: list[str] = []
    while not done.is_set():
        try:
            text = otherwords.load(folder).paraphrase("utilise assistance").text
        except FormatError as error:
            refused.append(str(error))
            continue
        words = set(text.lower().split())
        assert len(words) == 1, text  # of one version: what another one offers costs more
        seen |= words
    writer.join()
    assert len(seen) > 1
    expected = ("replaced since", "is missing", "no model") if replace is in_place else ()
    assert [why for why in refused if not any(part in why for part in expected)] == []
    assert len(otherwords.load(folder).paraphrase("utilise").text) == 3


def test_a_file_that_was_replaced_is_not_mixed_with_the_others(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "model")
    model = Model(folder)
    assert len(model.tables) == 2
    in_place(folder, 3)
    with pytest.raises(FormatError, match="lm was replaced since the model was loaded"):
        _ = model.lm
    assert len(model.tables) == 2
    (folder / "lm").unlink()
    with pytest.raises(Error, match="lm is missing"):
        _ = model.lm


def test_models_in_use_go_on_when_their_files_are_removed(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "model")
    paraphraser = otherwords.load(folder)
    before = paraphraser.compress(TEXT)
    shutil.rmtree(folder)
    assert paraphraser.compress(TEXT) == before


def test_a_model_is_refused_where_its_files_are_others(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "model")
    shutil.copy(folder / "pt1.table", folder / "lm")
    with pytest.raises(FormatError, match="not an otherwords language model file"):
        otherwords.load(folder).compress(TEXT)
