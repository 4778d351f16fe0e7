#!/usr/bin/env bash
# asan.sh BUILD COMMAND…: runs a command with the modules in BUILD, which are built for the address
# sanitizer, in the place of those that are installed.
set -euo pipefail
build=$(realpath "$1")
shift
library=$(c++ -print-file-name=libasan.so)
undefined=$(c++ -print-file-name=libubsan.so)
export OTHERWORDS_ASAN_CORE=$build
export LD_PRELOAD="$library $undefined"
# Leaks of the interpreter are not ours; what allocates too much raises MemoryError as it should.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:handle_segv=1
export PYTHONMALLOC=malloc PYTHONPATH=$PWD/tests/asan${PYTHONPATH:+:$PYTHONPATH}
exec "$@"
