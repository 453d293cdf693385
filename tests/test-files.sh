# Which files are tests, for scripts that source this.
# shellcheck shell=sh

# test_files NAMES: of names like "softmax head" the files tests/test_NAME.c and all support; of none
# every file.
test_files() {
    # shellcheck disable=SC2086 # several names are several words
    set -- $1
    [ $# -gt 0 ] || { echo tests/*.c; return; }
    echo tests/support*.c
    for name in "$@"; do echo "tests/test_$name.c"; done
}
