"""`otherwords corpus get`: download a public corpus."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from otherwords.cli.progress import ByteProgress
from otherwords.files import name_of
from otherwords.learn.corpora.catalogue import CATALOGUE, address_of
from otherwords.learn.corpora.download import DownloadOptions, download, file_name
from otherwords.learn.corpora.unpack import folder_for, unpack

HELP = "download a public corpus; without a name, list those that are known"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the action."""
    add = parser.add_argument
    add("name", nargs="?", metavar="NAME", help="such as europarl/fr-en, or an address")
    add("-o", "--output", default=".", metavar="FOLDER", help="where to put it (default: here)")
    add("--checksum", default="", metavar="HEX", help="the SHA-256 it must have")
    add("--again", action="store_true", help="download it even if it is there")
    add("--trust", action="store_true", help="accept a file that has changed since the first time")
    add("--keep-packed", action="store_true", help="do not unpack an archive of several files")


def run(options: argparse.Namespace) -> int:
    """Downloads, checks and unpacks; prints the files."""
    if options.name is None:
        _list()
        return 0
    address, published = options.name, ""
    if "://" not in options.name:
        address, published = address_of(options.name)
    name = file_name(address)
    path = Path(options.output, name)
    choices = DownloadOptions(
        sha256=options.checksum or published, again=options.again, trust=options.trust
    )
    with ByteProgress(name) as progress:
        origin = download(address, path, choices, progress=progress)
    print(f"{name_of(path)}: {origin.size:,} bytes, SHA-256 {origin.sha256}", file=sys.stderr)
    folder = folder_for(path)
    if folder is None or options.keep_packed:
        print(path)
        return 0
    for file in unpack(path, folder):
        print(file)
    return 0


def _list() -> None:
    for name, source in CATALOGUE.items():
        print(f"{name}: {source.about}")
        print(f"  --format {source.kind}; {source.licence}")
        if source.parts:
            print(f"  {name}/" + f" {name}/".join(source.parts))
