#!/bin/sh
# The same seed gives the same bytes: builds the program in every way that this machine can, trains
# the same models with each, in both engines, and compares curves and models byte by byte.
#
#     sh tests/same-bytes.sh [FOLDER]        what is built stands in FOLDER, or build/same-bytes
#
# Where CI=true is set, every row of the table must be there.
set -u
cd "$(dirname "$0")/.." || exit 1

# name | compiler | CFLAGS | OpenMP and hardening | LDFLAGS
builds='
gcc-O0|gcc|-O0|1|
gcc-O3|gcc|-O3|1|
gcc-m32|gcc|-O2 -m32|1|
gcc-fast|gcc|-Ofast -march=native -flto|1|
clang-O0-alone|clang|-O0|0|
clang-O3|clang|-O3|1|
clang-fast|clang|-Ofast -march=native -Wno-error|1|
musl|musl-gcc|-O2|0|-static
'
# Of each build: threads, or threads/kernel of the fast engine. Of two builds more of them.
few=1
many='1 2 3 5 8 64 1/base 1/avx2'

work=${1:-build/same-bytes}
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
rm -rf "$work"
mkdir -p "$work"
reference=
rows=0
failed=0

row() {
    printf '%-15s %-38s %-7s %-8s %s\n' "$@"
}

# Trains with a program in one way; everything it wrote becomes the file $3.
train() {
    program=$1 way=$2 all=$3
    run=$work/run kernel=
    case $way in */*) kernel=${way#*/} ;; esac
    : >"$all"
    for engine in fast reference; do
        ATTNLEARN_KERNEL=$kernel "$program" train --model attention,average,mlp \
            --steps 60 --eval-every 20 --engine $engine --threads "${way%/*}" \
            --out "$run" --csv "$work/rows.csv" --quiet --force || return 1
        cat "$work/rows.csv" "$run/curves.csv" "$run"/*.safetensors >>"$all"
    done
}

# One row: the first is what the others are compared to.
compare() {
    name=$1 words=$2 has=$3 way=$4 program=$5
    all=$work/$name-$(echo "$way" | tr / -).bytes
    rows=$((rows + 1))
    if ! train "$program" "$way" "$all"; then
        verdict='DID NOT RUN'
    elif [ -z "$reference" ]; then
        reference=$all
        verdict=$(cksum <"$all" | tr ' ' -)
    elif cmp -s "$reference" "$all"; then
        verdict=same
    else
        verdict=DIFFERENT
    fi
    case $verdict in D*) failed=$((failed + 1)) ;; esac
    row "$name" "$words" "$has" "$way" "$verdict"
}

missing() {
    row "$1" "$2" - - "$3"
    if [ "${CI:-}" = true ]; then failed=$((failed + 1)); fi
}

build() {
    name=$1 compiler=$2 flags=$3 openmp=$4 link=$5 words="$2 $3 $5"
    if ! command -v "$compiler" >/dev/null; then
        missing "$name" "$words" 'no such compiler'
        return
    fi
    # shellcheck disable=SC2086 # several flags are several words
    if ! echo 'int main(void) {return 0;}' | "$compiler" $flags $link -x c -o "$work/probe" - 2>/dev/null; then
        missing "$name" "$words" "not on this machine"
        return
    fi
    if ! make -s -j "$jobs" "BUILD=$work/$name" "CC=$compiler" "CFLAGS=-Werror $flags" \
        "LDFLAGS=$link" "OPENMP=$openmp" "HARDENING=$openmp" all >"$work/$name.log" 2>&1; then
        cat "$work/$name.log"
        missing "$name" "$words" 'DOES NOT BUILD'
        failed=$((failed + 1))
        return
    fi
    program=$work/$name/attnlearn
    has=$("$program" --version | sed -n 's/^OpenMP: //p')
    if [ "$openmp" = 1 ] && [ "$has" != yes ]; then
        missing "$name" "$words" 'no OpenMP'
        return
    fi
    ways=$few
    case $name in gcc-O3 | clang-O3) ways=$many ;; esac
    for way in $ways; do
        compare "$name" "$words" "$has" "$way" "$program"
    done
}

row build flags OpenMP threads bytes
while IFS='|' read -r name compiler flags openmp link; do
    if [ -n "$name" ]; then build "$name" "$compiler" "$flags" "$openmp" "$link"; fi
done <<END
$builds
END
echo "$rows runs compared, $failed at fault"
[ "$failed" = 0 ] && [ "$rows" -gt 1 ]
