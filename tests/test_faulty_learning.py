"""Learning under faults: killed in every step, full disks, damaged files, little memory."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from otherwords._core import Error
from otherwords.cli import main
from otherwords.learn.ledger import LEDGER
from otherwords.learn.steps import Step, Workshop
from tests.faults import on_small_disk, unfinished
from tests.toy_corpora import files_of, write_whole_recipe

KILLS = 2  # in each step
DISKS = ("200k", "400k", "600k", "800k", "1000k", "40M")


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a recipe for tables of all kinds, and the model in `undisturbed`."""
    folder = tmp_path_factory.mktemp("toy")
    recipe = write_whole_recipe(folder, 60)
    assert main(["learn", str(recipe), "-o", str(folder / "undisturbed"), "--threads", "1"]) == 0
    return folder


def test_killed_in_every_step_the_model_is_the_same(toy: Path, tmp_path: Path) -> None:
    paths = [str(toy / "recipe.toml"), str(tmp_path / "model"), str(tmp_path / "work")]
    command = [sys.executable, "-m", "tests.kill_steps", *paths, str(KILLS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    killed = {line.split()[0]: int(line.split()[1]) for line in done.stdout.splitlines()}
    assert len(killed) > 50
    # A very short step may have ended before it was to be killed, more so on a quick machine.
    assert sum(count > 0 for count in killed.values()) > 0.2 * len(killed)
    assert files_of(tmp_path / "model") == files_of(toy / "undisturbed")
    assert unfinished(tmp_path) == []


def test_after_a_full_disk_it_goes_on_with_the_same_result(toy: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    # Progress goes to a file, so that messages are all that is told.
    script = "\n".join(
        f"""
        resize {size} && $ow learn {toy}/recipe.toml -o {copy} --work "$disk/work" --threads 1 \
            2> {tmp_path}/log
        echo "{size} $?" $(ls -d "$disk"/work/*/manifest.json | wc -l); tail -n 1 {tmp_path}/log
        """
        for size in DISKS
    )
    done = on_small_disk(tmp_path / "disk", script, size=DISKS[0])
    told = done.stdout.splitlines()
    lines = dict(zip(told[::2], told[1::2], strict=True))
    assert len(lines) == len(DISKS), done
    finished = []
    for head, message in lines.items():
        size, code, steps = head.split()
        finished.append(int(steps))
        assert int(code) == (size == DISKS[-1]) ^ 1, message
        if int(code):
            assert "No space left on device" in message, message
    assert finished == sorted(finished)
    assert len(set(finished)) > 3  # it was full at different steps, and nothing was made again
    assert files_of(copy) == files_of(toy / "undisturbed")


def test_damaged_files_are_made_again(toy: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    shutil.copytree(toy / "undisturbed.work", work)
    chance, damaged = random.Random(1), 0
    for path in sorted(path for path in work.rglob("*") if path.is_file()):
        content = bytearray(path.read_bytes())
        if content:
            content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
            path.write_bytes(content)
            damaged += 1
    assert damaged > 100
    command = ["learn", str(toy / "recipe.toml"), "-o", str(tmp_path / "model"), "--threads", "1"]
    assert main([*command, "--work", str(work)]) == 0
    assert files_of(tmp_path / "model") == files_of(toy / "undisturbed")


def test_a_damaged_part_of_an_unfinished_step_is_made_again(tmp_path: Path) -> None:
    found: list[list[str]] = []

    def action(folder: Path) -> dict[str, int]:
        found.append(sorted(path.name for path in folder.glob("part-*")))
        for number in range(3):
            path = folder / f"part-{number}"
            if not path.exists():
                path.write_text(f"whole {number}")
            workshop.note()
            if number == 1 and len(found) < 4:
                raise Error("stopped")
        return {}

    step = Step("parts", action)
    workshop = Workshop(tmp_path)
    folder = tmp_path / "parts.unfinished"
    with pytest.raises(Error):
        workshop.make(step)
    (folder / "part-0").write_text("whole x")  # as large as it was
    with pytest.raises(Error):
        workshop.make(step)
    (folder / "part-2").write_text("of nobody")
    with pytest.raises(Error):
        workshop.make(step)
    with open(folder / LEDGER, "a") as ledger:
        ledger.write('["a line that was not fin')
    made = workshop.make(step).folder
    assert found == [[], [], [], ["part-0", "part-1"]]
    assert [(made / f"part-{i}").read_text() for i in range(3)] == ["whole 0", "whole 1", "whole 2"]
    manifest = json.loads((made / "manifest.json").read_text("utf-8"))
    assert list(manifest["outputs"]) == ["part-0", "part-1", "part-2"]
    assert sorted(path.name for path in made.iterdir()) == ["manifest.json", *manifest["outputs"]]


#: Runs something that would need several times the memory it is given; prints the megabytes that
#: were used beyond those of the beginning.
FRUGAL = """
import random, resource, sys
from pathlib import Path
from otherwords import lm
from otherwords.learn.engines import Resources, open_engine

folder, given = Path(sys.argv[2]), int(sys.argv[3]) << 20
if sys.argv[1] == "queries":
    engine = open_engine("duckdb", Resources(1, given, folder / "spill"))
    small = "SELECT CAST(range AS BIGINT) AS number FROM range(2000000)"
    engine.write(small, {}, folder / "numbers")
else:
    chance = random.Random(1)
    words = [f"word{number}" for number in range(50_000)]
    with open(folder / "text", "w") as file:
        for _ in range(40_000):
            print(*chance.choices(words, k=20), file=file)

def megabytes():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10

before = megabytes()
if sys.argv[1] == "queries":
    query = (
        "SELECT md5(CAST(number AS VARCHAR)) AS text, MAX(number) AS last FROM numbers GROUP BY 1"
    )
    engine.write(query, {"numbers": [folder / "numbers"]}, folder / "texts")
    assert engine.rows("SELECT COUNT(*) FROM texts", {"texts": [folder / "texts"]}) == [(2000000,)]
else:
    lm.train([folder / "text"], folder / "arpa", memory=given, folder=folder,
             fallback_discounts=True)
print(megabytes() - before)
"""


@pytest.mark.parametrize(("what", "given"), [("queries", 64), ("training", 32)])
def test_memory_limits_are_respected(tmp_path: Path, what: str, given: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FRUGAL, what, str(tmp_path), str(given)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 1.5 * given + 32  # buffers, and what allocators keep
