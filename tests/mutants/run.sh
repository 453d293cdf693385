#!/bin/sh
# Mutants: small faults planted one at a time in src/attention and src/model, in a copy of the
# project. A mutant is caught when a test fails (or does not end), in a plain build or in one with
# sanitizers. One that survives is a gap of the tests, or changes nothing that anybody can see: those
# are listed, with the reason, in same.txt.
#
#     sh tests/mutants/run.sh [COUNT [FIRST]]     COUNT faults evenly spread over all that list.awk
#                                                 finds (120), beginning with number FIRST (1)
#
# A short form: MUTANTS_PARTS is a folder of src, MUTANTS_TESTS names the test files that look for them
# ("softmax fast" for test_softmax.c and test_fast.c).
set -u
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/test-files.sh
. "$PWD/tests/test-files.sh"

count=${1:-120} first=${2:-1}
make=${MAKE:-make}
# What is compiled once for all stays; what is compared with libm over millions of numbers is not run.
suites='@(accuracy|attend|attend_golden|attention|diverged|dot_spread|dropout|explain|explain_text|fast|golden|head|initialise|lanes|match|matrix|model|model_file|optimizer|positions|random_draw|recorded|score|snapshots|softmax|train|train_command|untrained)'
work=build/mutants
tree=$work/tree

rm -rf "$work"
mkdir -p "$tree"
cp -R Makefile README.md src tests data configs "$tree"
for part in ${MUTANTS_PARTS:-attention model model/fast}; do
    awk -f tests/mutants/list.awk "src/$part"/*.[ch]
done >"$work/all"
awk -v count="$count" -v first="$first" '
    NR == FNR { all = NR; next }
    FNR == first + int(taken * all / count) { print; taken++ }' "$work/all" "$work/all" >"$work/chosen"

# judge WAY LIMIT MAKE-ARGUMENTS...: caught (0), survived (1) or does not compile (2).
judge() {
    way=$1 limit=$2
    shift 2
    (cd "$tree" && "$make" -s "BUILD=build/$way" KERNEL_SETS= KERNEL_OPTIMISATION= OPENMP=0 "$@" \
        TESTS="$(test_files "${MUTANTS_TESTS:-}")" \
        all "build/$way/attnlearn-tests") >"$work/build.log" 2>&1 || return 2
    # An endless loop ends by its processor time, also where the runner of the tests has gone.
    # shellcheck disable=SC3045 # every sh of today knows -t
    ! (cd "$tree" && ulimit -t 60 && ASAN_OPTIONS=detect_leaks=0 ATTNLEARN="./build/$way/attnlearn" timeout "$limit" \
        "build/$way/attnlearn-tests" --fail-fast --timeout 60 --filter "$suites/*") >"$work/tests.log" 2>&1
}
plain() { judge plain 200 CFLAGS=-O1; }
checked() { judge checked 600 CFLAGS='-O1 -fsanitize=address,undefined -fno-sanitize-recover=all'; }

# Without a fault the tests pass, or nothing below means anything.
plain
[ $? = 1 ] || { cat "$work/build.log" "$work/tests.log"; echo 'the tests fail without a fault'; exit 1; }

caught=0 survived=0 same=0 void=0
tab=$(printf '\t')
while IFS=$tab read -r file line operator text; do
    # The text keeps its first blanks: read takes them away, so it is cut out again.
    text=$(sed -n "${line}p" "$file" | sed 's/[^ ].*//')$text
    awk -v line="$line" -v text="$(printf '%s' "$text" | sed 's/\\/\\\\/g')" \
        'NR == line { print text; next } { print }' "$file" >"$tree/$file"
    plain
    verdict=$?
    if [ $verdict = 1 ]; then
        checked
        verdict=$?
    fi
    cp "$file" "$tree/$file"
    case $verdict in
    0) caught=$((caught + 1)) word=caught ;;
    2) void=$((void + 1)) word='does not compile' ;;
    *) if grep -qxF "$file: $operator: $(echo "$text" | sed 's/^ *//')" tests/mutants/same.txt; then
        same=$((same + 1)) word='changes nothing'
    else
        survived=$((survived + 1)) word=SURVIVED
    fi ;;
    esac
    echo "$word: $file:$line: $operator: $(echo "$text" | sed 's/^ *//')"
done <"$work/chosen"
echo "mutants: $caught caught, $survived survived, $same change nothing, $void do not compile"
[ "$survived" = 0 ] && [ "$caught" -gt 0 ]
