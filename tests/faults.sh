#!/bin/sh
# Every call to the system fails in turn (tests/faults/drive.c says what is expected then): all of
# them in the program as it is built, and some in one with the address, leak and undefined-behaviour
# sanitizers, whose objects are those of make sanitize.
#
# FAULTS_LIMIT and FAULTS_SANITIZED are the most of a kind in each command, all and 8 unless said;
# FAULTS_SANITIZED=none leaves that part out.
set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/sanitizers.sh
. "$PWD/tests/sanitizers.sh"

# drive PROGRAM LIMIT
# BUILD is set by make.
# shellcheck disable=SC2153
drive() {
    rm -rf "$BUILD/faults"
    mkdir -p "$BUILD/faults"
    FAULTS_LIMIT=$2 "$BUILD/fault-driver" "$PWD/$BUILD/faults" "$PWD/$1"
}

drive "$BUILD/attnlearn-faulty" "${FAULTS_LIMIT:-0}"
status=$?
[ "${FAULTS_SANITIZED:=8}" != none ] || exit $status

export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1:allocator_may_return_null=1:exitcode=99
export LSAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=print_stacktrace=1
echo
make_sanitized build/sanitize/attnlearn-faulty || exit 1
drive build/sanitize/attnlearn-faulty "$FAULTS_SANITIZED" || status=1
exit $status
