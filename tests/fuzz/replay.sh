#!/bin/sh
# Gives each target named the inputs that are kept for it, with the sanitizers: replay.sh NAME...
# A request for more memory than any of these small files is worth is a fault as well.
set -u
cd "$(dirname "$0")/../.." || exit 1

. tests/sanitizers.sh
programs=
for name; do programs="$programs $build/fuzz-$name"; done
# shellcheck disable=SC2086
make_sanitized $programs || exit 1

export UBSAN_OPTIONS=print_stacktrace=1
export ASAN_OPTIONS=detect_stack_use_after_return=1:max_allocation_size_mb=64
failed=0
for name; do "$build/fuzz-$name" "tests/fuzz/corpus/$name" || failed=1; done
exit $failed
