#!/bin/sh
# The checks around the code, one line or its findings each. `make lint` runs all of them,
# `make lint CHECKS='format includes'` some. A missing tool is named and its check is skipped, or
# fails where CI=true is set.
#
# Words for other shells stand in single quotes, and no file of this project has a blank in its name:
# shellcheck disable=SC2016,SC2038
set -u
cd "$(dirname "$0")/.." || exit 1

flags=${LINT_FLAGS:?is set by the Makefile: say make lint}
work=build/lint
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)

# Prints the names of files under src, or under src and tests.
sources() { find src -name "*.$1" | sort; }
page_files() { find src/page tests/browser -name node_modules -prune -o -type f ! -name '*.[ch]' -print 2>/dev/null | sort; }
c_files() { find src tests -name '*.[ch]' | sort; }
text_files() {
    c_files
    page_files
    find tests configs data .ci -name '*.sh' -o -name '*.ini' -o -name '*.md' -o -path .ci/run
    printf '%s\n' Makefile ./*.md .clang-*
}
scripts() { find tests .ci -name '*.sh' -o -path .ci/run; }

# Runs a command for each name on standard input, several at a time.
in_parallel() { xargs -P "$jobs" -n 1 sh -c "$1" lint; }

# --- compilers ---------------------------------------------------------------------------------

# The objects of gcc (or of clang) stay for the checks of symbols; -fno-pic keeps constants that
# hold addresses apart from what can change.
compile() {
    find src tests -name '*.c' | sort | CC=$1 FLAGS=$flags TO=$work/$1 in_parallel '
        object=$TO/${1%.c}.o
        mkdir -p "${object%/*}"
        $CC $FLAGS -Werror -O2 -fno-pic -c -o "$object" "$1" 2>&1'
}
check_gcc() { compile gcc; }
# Its warnings come before anything is optimised; the builds of same-bytes.sh have them as errors too.
check_clang() {
    find src tests -name '*.c' | sort | FLAGS=$flags in_parallel 'clang $FLAGS -Werror -fsyntax-only "$1" 2>&1'
}

# --- analysers ---------------------------------------------------------------------------------

check_format() { c_files | xargs clang-format --dry-run -Werror 2>&1; }

# Not its matters of style, which are mostly wrong here; nor invalidPointerCast: numbers of two types
# are laid out in one block of memory; nor that a new learner holds the settings: it copies them.
check_cppcheck() {
    cppcheck --quiet --std=c11 --enable=warning,performance,portability -j "$jobs" -Isrc \
        -D_XOPEN_SOURCE=700 --include=tests/analyzer.h --error-exitcode=1 \
        --suppress=invalidPointerCast --suppress=returnDanglingLifetime:src/train/bench.c src 2>&1
}

# A function that has more ways through it than the analyser can follow is given up after 100,000 nodes
# of its graph, not 225,000: half the time, and the same said of this project.
#
# What the analyser gets wrong: it does not see that an absent string has no columns, and that the
# column of a legend is a whole number.
check_clang_tidy() {
    sources c | FLAGS=$flags in_parallel '
        fact="-include tests/analyzer.h" limit="-Xclang -analyzer-config -Xclang max-nodes=100000"
        if [ "$1" = src/base/error.c ]; then fact=; fi
        clang-tidy --quiet "$1" -- $FLAGS $limit $fact 2>/dev/null || echo "$1: error: not analysed"' |
        grep -E '(warning|error):' | sed "s|^$PWD/||" | sort -u |
        grep -vE -e '^src/draw/(columns|svg)\.c:.*core\.NullDereference' \
            -e '^src/draw/page_names\.c:.*bugprone-integer-division'
}

# SC2317: functions that are called by a name in a variable.
check_shellcheck() { scripts | xargs shellcheck --exclude=SC2317; }

# --- structure ---------------------------------------------------------------------------------

# Which modules a module may include, besides itself.
allowed='
base
attention base
task      base
draw      base
page      base
model     attention task base
train     model attention task base
command   train model attention task draw page base version.h
main.c    command base version.h
version.h
'

# The modules of src are its folders, and the files at its top.
check_includes() {
    find src -name '*.[ch]' | sort | xargs grep -n '^#include "' | awk -F '[:"]' -v allowed="$allowed" '
    BEGIN {
        count = split(allowed, rows, "\n")
        for (r = 1; r <= count; r++) {
            words = split(rows[r], word, " ")
            known[word[1]]
            for (w = 1; w <= words; w++) may[word[1], word[w]]
        }
    }
    {
        split($1, from, "/"); split($4, to, "/")
        if (!(from[2] in known)) print $1 ": the module " from[2] " is not in the table"
        else if (!((from[2], to[1]) in may)) print $1 ":" $2 ": " from[2] " includes " $4
    }'
}

check_own_header() {
    for file in $(sources c); do
        header=${file%.c}.h
        first=$(grep -m 1 '^#include' "$file")
        if [ -f "$header" ] && [ "$first" != "#include \"${header#src/}\"" ]; then
            echo "$file: the first include is not ${header#src/}"
        fi
    done
}

# The symbols of one kind in a module's objects, as FILE SYMBOL.
symbols() {
    find "$work/$compiler/src" -name '*.o' -exec nm -A "$1" {} + |
        sed -E "s|^$work/$compiler/([^:]*)\.o:[0-9a-f]* *|\1.c |"
}

# Only main and the commands speak, and nothing ends the program but the return from main.
check_speech() {
    symbols -u | awk '
        $3 ~ /^_?_?(exit|_Exit|abort|quick_exit|assert_fail)$/ { print $1 ": uses " $3 }
        $1 ~ /^src\/(main|command\/.*)\.c$/ { next }
        $3 ~ /^(stdout|stderr|v?printf|puts|putchar|perror)$/ { print $1 ": uses " $3 }'
}

# Nothing outside the stack and the heap can change.
check_globals() { symbols --defined-only | awk '$2 ~ /^[bBcCdDgGsSvV]$/ { print $1 ": " $3 " can change" }'; }

# A function in a header has a comment in its paragraph, or follows the struct it belongs to.
check_comments() {
    sources h | xargs awk '
        FNR == 1 { explained = open = 0; last = "" }
        /^$/ && !open && last !~ /^}/ { explained = 0 }
        /\/\*/ { open = explained = 1 }
        /\*\// { open = 0; last = ""; next }
        !open && !explained && /^[a-z][A-Za-z_0-9 *]*[ *][a-z_0-9]+\(/ && !/^(typedef|static)/ &&
            !/_(free|close)\(/ { print FILENAME ":" FNR ": no comment for " $0 }
        NF { last = $0 }'
}

# The modules of the page: each is sound, all of them are as one, an import names what is exported and
# is used, and nothing that would read a string as code or HTML.
check_page() {
    modules=$(find src/page -name '*.js' | sort)
    for file in $modules; do
        node --input-type=module --check <"$file" 2>&1 | grep -m 1 Error | sed "s|^|$file: |"
    done
    # shellcheck disable=SC2086
    sed -f src/page/bundle.sed $modules | node --input-type=module --check 2>&1
    # shellcheck disable=SC2086
    grep -nE 'innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|new Function|https?:' $modules src/page/*.html |
        grep -v "'http://www.w3.org/2000/svg'"
    for file in $modules; do
        sed -nE "s/^import \{ (.*) \} from '\.\/(.*)';$/\2 \1/p" "$file" | tr -d , | while read -r from names; do
            for name in $names; do
                grep -qE "^export .*\b$name\b" "src/page/$from" || echo "$file: $from exports no $name"
                [ "$(grep -v '^import' "$file" | grep -cw "$name")" -gt 0 ] || echo "$file: $name is not used"
            done
        done
        [ "$(grep -c '^import' "$file")" = "$(grep -cE "^import \{ .* \} from '\./[a-z_]+\.js';$" "$file")" ] ||
            echo "$file: an import has another form"
    done
}

# --- text --------------------------------------------------------------------------------------

check_blanks() {
    text_files | xargs grep -nE '[[:blank:]]+$' | sed 's/$/: a blank at the end/'
    { c_files; page_files; } | xargs grep -n "$(printf '\t')" | sed 's/$/: a tab/'
    text_files | while read -r file; do
        [ -z "$(tail -c 1 "$file")" ] || echo "$file: no newline at the end"
    done
}

check_places() {
    find src tests configs data .ci Makefile ./*.md -type f |
        xargs grep -InE '(^|[^[:alnum:]_.])/(work|root|home|Users)/' | sed 's/$/: a path of one machine/'
}

check_length() {
    find src -type f | xargs wc -l |
        awk '$2 != "total" && $1 > 400 { print $2 ": " $1 " lines, more than 400" }'
}

# --- running them ------------------------------------------------------------------------------

failed=0

# check NAME [TOOL...]: runs check_NAME, which prints what it finds, where the tools are there.
check() {
    name=$1
    shift
    case " ${CHECKS:-$name} " in *" $name "*) ;; *) return ;; esac
    for tool; do
        if ! command -v "$tool" >/dev/null; then
            if [ "${CI:-}" = true ]; then
                echo "not ok $name: $tool is not installed"
                failed=1
            else
                echo "skipped $name: $tool is not installed"
            fi
            return
        fi
    done
    "check_$(echo "$name" | tr - _)" >"$work/findings" 2>&1
    if [ -s "$work/findings" ]; then
        echo "not ok $name:"
        cat "$work/findings"
        failed=1
    else
        echo "ok $name"
    fi
}

rm -rf "$work"
mkdir -p "$work"
compiler=gcc
command -v gcc >/dev/null || compiler=clang
case " ${CHECKS:-} " in *' speech '* | *' globals '*) compile $compiler ;; esac

check includes
check own-header
check comments
check blanks
check places
check length
check gcc gcc
check clang clang
check speech nm "$compiler"
check globals nm "$compiler"
check page node
check format clang-format
check cppcheck cppcheck
check clang-tidy clang-tidy
check shellcheck shellcheck
exit $failed
