"""A real Spark cluster, one master and two workers on this machine, learns the same model, even
if it is killed on the way, and loses a worker in the middle of a stage.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from otherwords.cli import main
from tests.faults import unfinished
from tests.toy_corpora import write_whole_recipe

SECONDS = 120  # to start a process of Spark on a busy machine
# For the few rows of this test, cutting them into 200 parts and compiling everything well is not
# worth it.
JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
SETTINGS = f"""
spark.driver.extraJavaOptions {JAVA}
spark.executor.extraJavaOptions {JAVA}
spark.executor.memory 512m
spark.sql.shuffle.partitions 2
spark.sql.codegen.wholeStage false
spark.sql.codegen.factoryMode NO_CODEGEN
"""


@dataclass(frozen=True)
class Cluster:
    """The address of a master, its workers, and the environment that Spark needs."""

    address: str
    workers: list[subprocess.Popen[bytes]]
    environment: dict[str, str]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A master with two workers."""
    pyspark = pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    (tmp_path / "spark-defaults.conf").write_text(SETTINGS)
    environment = {
        **os.environ,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_CONF_DIR": str(tmp_path),
        "SPARK_DAEMON_JAVA_OPTS": JAVA,
        "PYSPARK_PYTHON": sys.executable,
    }
    launcher = str(Path(pyspark.__file__).parent / "bin" / "spark-class")
    processes: list[subprocess.Popen[bytes]] = []

    def start(name: str, *arguments: str) -> Path:
        log = tmp_path / f"{name}.log"
        with open(log, "wb") as file:
            command = [launcher, *arguments, "--host", "127.0.0.1", "--webui-port", "0"]
            processes.append(subprocess.Popen(command, stderr=file, stdout=file, env=environment))
        return log

    def told(log: Path, pattern: str, times: int = 1) -> str:
        """Waits until a log says something so many times; what it says first."""
        deadline = time.monotonic() + SECONDS
        while len(found := re.findall(pattern, log.read_text("utf-8", "replace"))) < times:
            assert time.monotonic() < deadline, log.read_text("utf-8", "replace")
            time.sleep(0.2)
        return str(found[0])

    try:
        master = start("master", "org.apache.spark.deploy.master.Master", "--port", "0")
        address = told(master, r"Starting Spark master at (spark://\S+)")
        for number in range(2):
            worker = ["org.apache.spark.deploy.worker.Worker", address, "--cores", "1"]
            worker += ["--memory", "1g", "--work-dir", str(tmp_path / f"worker-{number}")]
            start(f"worker-{number}", *worker)
        told(master, r"Registering worker", times=2)
        yield Cluster(address, processes[1:], environment)
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()


def relations_in(work: Path) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of every relation that the plan has made."""
    found = {}
    for manifest in sorted(work.glob("pt*/manifest.json")):
        for relation in sorted(path for path in manifest.parent.iterdir() if path.is_dir()):
            table = pyarrow.parquet.read_table(relation)
            columns = [table.column(name).to_pylist() for name in sorted(table.column_names)]
            found[f"{manifest.parent.name}/{relation.name}"] = sorted(zip(*columns, strict=True))
    return found


@contextlib.contextmanager
def learning_until(
    folder: Path, command: list[str], environment: dict[str, str]
) -> Iterator[subprocess.Popen[str]]:
    """Starts to learn; the block is for when a folder has appeared."""
    process = subprocess.Popen(
        command, env=environment, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    deadline = time.monotonic() + 2 * SECONDS
    while not folder.exists():
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    yield process


def test_spark_learns_the_same_model(tmp_path: Path, cluster: Cluster) -> None:
    recipe = write_whole_recipe(tmp_path, 60)
    assert main(["learn", str(recipe), "-o", str(tmp_path / "duckdb"), "--threads", "2"]) == 0
    command = [sys.executable, "-m", "otherwords", "learn", str(recipe), "--memory", "1G"]
    command += ["-o", str(tmp_path / "spark"), "--engine", cluster.address]
    work = tmp_path / "spark.work"
    with learning_until(work / "french.corpus", command, cluster.environment) as process:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    with learning_until(work / "pt1.fr.scores.unfinished", command, cluster.environment) as process:
        cluster.workers[0].kill()
        _, told = process.communicate()
        assert process.returncode == 0, told
    assert cluster.workers[0].poll() == -signal.SIGKILL
    assert unfinished(work) == []
    here, there = relations_in(tmp_path / "duckdb.work"), relations_in(tmp_path / "spark.work")
    assert len(here) > 20
    assert here == there
    assert here["pt4.entries/rows"]
    tables = [f"pt{number}.table" for number in (1, 3, 4, 5)]
    for name in (*tables, "lm", "casing", "analyser", "model.toml"):
        assert (tmp_path / "spark" / name).read_bytes() == (tmp_path / "duckdb" / name).read_bytes()
