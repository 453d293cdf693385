#!/bin/sh
# Which lines and branches of src the tests run, memory that is not to be had included: a table of the
# files, of what is left in them, and the sums, which must not fall below what is asked here.
# `make coverage`. A short form: COVERAGE_PARTS is a folder of src, COVERAGE_TESTS names the test files
# that run ("softmax head" for test_softmax.c and test_head.c), with all the memory they want.
#
# The kernel for AVX-512 is left out, as it cannot run everywhere; the arithmetic of the others is
# optimised a little, everything else not at all.
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/packages.sh
. "$PWD/tests/packages.sh"
# shellcheck source=tests/test-files.sh
. "$PWD/tests/test-files.sh"

parts=${COVERAGE_PARTS:-} tests=${COVERAGE_TESTS:-}
lines_asked=95 branches_asked=90
[ -z "$tests" ] || branches_asked=85
build=build/coverage

command -v gcovr >/dev/null || {
    echo 'The coverage is summed up by gcovr, which is not installed; installing it.'
    install_packages gcovr gcovr gcovr gcovr
}
command -v gcovr >/dev/null || { echo 'gcovr could not be installed' >&2; exit 1; }

find $build -name '*.gcda' -delete 2>/dev/null
build() {
    "${MAKE:-make}" --no-print-directory "$@" BUILD=$build OPENMP=0 HARDENING=0 KERNEL_SETS=avx2 \
        KERNEL_OPTIMISATION=-O1 CFLAGS='-O0 -g' EXTRA=--coverage TESTS="$(test_files "$tests")"
}
build all $build/attnlearn-tests || exit 1
ATTNLEARN=./$build/attnlearn $build/attnlearn-tests || exit 1

# How these end is for make faults to judge: the measuring has calls of its own.
fail_allocations() {
    build $build/attnlearn-faulty $build/fault-driver || exit 1
    mkdir -p $build/faults
    FAULTS_KIND=memory FAULTS_LIMIT=8 $build/fault-driver "$PWD/$build/faults" \
        "$PWD/$build/attnlearn-faulty" >$build/faults.log 2>&1
}
[ -n "$tests" ] || fail_allocations

# What gcc itself knows to be out of reach does not count as a branch.
sum_up() { gcovr --root . --filter "src/$parts" --exclude-unreachable-branches "$@"; }
sum_up --json $build/all.json $build 2>$build/gcovr.log || { cat $build/gcovr.log; exit 1; }
sum_up --add-tracefile $build/all.json --branches --txt $build/branches.txt
sum_up --add-tracefile $build/all.json --txt $build/lines.txt \
    --fail-under-line $lines_asked --fail-under-branch $branches_asked
status=$?

# The files of which a line was not run, with their lines; then the sums.
grep -E '[0-9]%' $build/lines.txt | grep -v -e '100%' -e '^TOTAL'
sed -n 's/^TOTAL/lines/p' $build/lines.txt
sed -n 's/^TOTAL/branches/p' $build/branches.txt
echo "asked: $lines_asked% of lines, $branches_asked% of branches; every branch: $build/branches.txt"
exit $status
