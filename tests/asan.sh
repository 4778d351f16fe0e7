#!/usr/bin/env bash
# asan.sh BUILD COMMAND…: runs a command with the modules in BUILD, which are built for the address
# sanitizer, in the place of those that are installed. Fails also when a process that the command
# started made a report, which a test may not notice.
set -euo pipefail
build=$(realpath "$1")
shift
reports=$build/reports
rm -rf "$reports"
mkdir "$reports"
export OTHERWORDS_ASAN_CORE=$build
compiler=${CXX:-c++}
OTHERWORDS_ASAN_LIBRARIES="$("$compiler" -print-file-name=libasan.so) $("$compiler" -print-file-name=libubsan.so)"
if [[ $OTHERWORDS_ASAN_LIBRARIES != /*\ /* ]]; then
  echo "$compiler has no libasan.so and libubsan.so to be loaded first; use g++" >&2
  exit 1
fi
export OTHERWORDS_ASAN_LIBRARIES
# Leaks of the interpreter are not ours; what allocates too much raises MemoryError as it should.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:handle_segv=1:log_path=$reports/asan
export UBSAN_OPTIONS=print_stacktrace=1:log_path=$reports/ubsan
export PYTHONMALLOC=malloc PYTHONPATH=$PWD/tests/asan${PYTHONPATH:+:$PYTHONPATH}
status=0
"$@" || status=$?
for report in "$reports"/*; do
  if [ -e "$report" ]; then
    head -n 60 "$report" >&2
    status=1
  fi
done
exit $status
