#!/bin/sh
# The tests with the address, leak and undefined-behaviour sanitizers, in the program under test and
# in the tests themselves. What a sanitizer finds is an error even where a test does not look.
set -u
cd "$(dirname "$0")/.." || exit 1

. tests/sanitizers.sh
report=$PWD/$build/report
rm -f "$build"/report.*

options="log_path='$report':print_stacktrace=1"
export UBSAN_OPTIONS="$options"
export ASAN_OPTIONS="$options:detect_leaks=1:detect_stack_use_after_return=1:allocator_may_return_null=1"
# A leak is judged below, by its report.
export LSAN_OPTIONS=exitcode=0
make_sanitized test-only
status=$?

for file in "$build"/report.*; do
    [ -f "$file" ] || continue
    grep -qE 'ERROR: |runtime error: ' "$file" || continue # the rest are warnings
    # Criterion may leak some bytes of its own: then no place in the report is the project's.
    grep -qE 'ERROR: AddressSanitizer|runtime error: |/attnlearn|(src|tests)/[a-z_/]*[.][ch]:' "$file" || {
        echo "not of the project: $(grep SUMMARY "$file")"
        continue
    }
    cat "$file"
    status=1
done
exit $status
