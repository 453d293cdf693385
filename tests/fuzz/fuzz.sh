#!/bin/sh
# Fuzzes targets one after another: fuzz.sh SECONDS NAME... What was found before, and is kept in
# corpus/NAME, is where each begins; what it finds besides stays in build/fuzz/corpus/NAME. With
# KEEP=1 the few small inputs of both that reach all of the code are kept from then on.
set -u
cd "$(dirname "$0")/../.." || exit 1

build=build/fuzz
seconds=$1
shift

# keep NAME: the inputs of both folders that reach what all of them do, and those that people named.
keep() {
    rm -rf "$build/kept"
    mkdir -p "$build/kept"
    "$build/fuzz-$1" -set_cover_merge=1 -use_counters=0 -max_len=800 "$build/kept" "tests/fuzz/corpus/$1" \
        "$build/corpus/$1" 2>&1 | tail -n 1
    find "tests/fuzz/corpus/$1" -type f -name '????????????????????????????????????????' -exec rm {} +
    find "$build/kept" -type f -exec mv {} "tests/fuzz/corpus/$1" \;
}

programs=
for name; do programs="$programs $build/fuzz-$name"; done
# shellcheck disable=SC2086
"${MAKE:-make}" --no-print-directory BUILD=$build CC=clang OPENMP=0 FUZZ_MAIN='' \
    CFLAGS='-O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer' \
    LDFLAGS=-fsanitize=fuzzer $programs || exit 1

# An input that takes 10 s, or memory out of proportion, is a fault as well.
failed=0
for name; do
    found=$build/corpus/$name
    kept=tests/fuzz/corpus/$name
    longest=4096
    [ "$name" != model ] || longest=65536
    mkdir -p "$found"
    echo "=== $name"
    if "$build/fuzz-$name" "$found" "$kept" -dict="tests/fuzz/$name.dict" -max_len=$longest \
        -max_total_time="$seconds" -timeout=10 -rss_limit_mb=512 -malloc_limit_mb=256 \
        -artifact_prefix="$build/$name-" -print_final_stats=1 >"$build/$name.log" 2>&1; then
        grep -E '^Done|stat::(number_of_exec|average|peak)' "$build/$name.log"
    else
        cat "$build/$name.log"
        failed=1
    fi
    [ -z "${KEEP:-}" ] || keep "$name"
done
exit $failed
