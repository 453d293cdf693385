#!/bin/sh
# The program as a package: built by a user from a read-only folder with a blank in its name, from
# another folder; installed by somebody else, used, moved, and taken away again.
#
#     sh tests/packaging.sh [PROGRAM]        an attnlearn of these sources, ./attnlearn if not said
#
# What needs a tool that is missing is skipped, or fails where CI=true is set. As root, users are
# played by nobody.
#
# Functions are called by a name in a variable, several flags are several words:
# shellcheck disable=SC2317,SC2086
set -u
cd "$(dirname "$0")/.." || exit 1
top=$PWD
native=$(realpath "${1:-attnlearn}") || exit 1
work=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
chmod 755 "$work"
tree="$work/a folder/attnlearn"
build=$work/build
dest="$work/a folder's \"dest\""
usr=$dest/usr
failed=0

user() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid=65534 --regid=65534 --clear-groups env HOME="$work/home" "$@"
    else
        "$@"
    fi
}

# fail WORDS...: what is wrong, for the check that runs.
fail() {
    echo "  $*"
    return 1
}

# check NAME WORDS [TOOL...]
check() {
    name=$1 words=$2
    shift 2
    for tool; do
        command -v "$tool" >/dev/null && continue
        echo "skipped $words: $tool is not installed"
        [ "${CI:-}" != true ] || failed=1
        return
    done
    if "$name" >"$work/log" 2>&1; then
        echo "ok $words"
    else
        echo "not ok $words:"
        cat "$work/log"
        failed=1
    fi
}

# --- building ----------------------------------------------------------------------------------

lay_out() {
    mkdir -p "$tree" "$work/home" "$build" "$work/elsewhere" &&
        cp -r Makefile README.md src configs data "$tree" &&
        chmod -R a-w,a+rX "$work/a folder" &&
        { [ "$(id -u)" != 0 ] || chown -R 65534:65534 "$work/home" "$build" "$work/a folder"; }
}

flags='CFLAGS=-O0 OPENMP=0'
build_all() {
    touch "$work/before"
    (cd "$work/elsewhere" && user make -j3 -C "$tree" BUILD="$build" $flags) || return 1
    [ -z "$(find "$tree" -newer "$work/before")" ] || fail 'the sources changed' || return 1
    user make -C "$tree" BUILD="$build" $flags >"$work/again"
    ! grep -E 'CC|LINK|PAGE' "$work/again" || fail 'made twice it is built twice'
}

refuse_elsewhere() {
    ! (cd "$work/elsewhere" && make -f "$top/Makefile") 2>"$work/said" || fail 'make -f went on' || return 1
    grep -q 'make -C FOLDER' "$work/said" || fail "$(cat "$work/said")" || return 1
    ! make BUILD='a b' 2>"$work/said" || fail 'BUILD with a blank went on' || return 1
    grep -q 'a blank in its name' "$work/said" || fail "$(cat "$work/said")"
}

# For a machine that this one is not: here false is the program that does not run.
cross_build() {
    rm -rf "$work/cross" && cp -a "$build" "$work/cross" && rm -rf "$work/cross/pages"
    ! make -C "$tree" BUILD="$work/cross" $flags NATIVE=false 2>"$work/said" || fail 'it went on' || return 1
    grep -q 'NATIVE=PROGRAM' "$work/said" || fail "$(cat "$work/said")" || return 1
    make -C "$tree" BUILD="$work/cross" $flags NATIVE="$native" || return 1
    diff -r "$build/pages" "$work/cross/pages" || return 1
    make -C "$tree" BUILD="$work/cross" $flags NATIVE= DESTDIR="$work/cross/dest" install || return 1
    [ -x "$work/cross/dest/usr/local/bin/attnlearn" ] && [ ! -e "$work/cross/dest/usr/local/share/man" ]
}

# --- installing --------------------------------------------------------------------------------

make_for_usr() { make -C "$tree" BUILD="$build" $flags DESTDIR="$dest" PREFIX=/usr "$1"; }

install_all() {
    touch "$work/before"
    (umask 077 && mkdir "$dest" && chmod 755 "$dest" && make_for_usr install) || return 1
    [ -z "$(find "$tree" "$build" -type f -newer "$work/before")" ] || fail 'it was built anew' || return 1
    find "$dest" -printf '%m %p\n' | sort >"$work/once"
    (umask 077 && make_for_usr install) || return 1
    find "$dest" -printf '%m %p\n' | sort | diff "$work/once" - || return 1
    grep -vE '^(755|644) ' "$work/once" && fail 'not everybody can read that' && return 1
    for file in bin/attnlearn share/man/man1/attnlearn.1 share/doc/attnlearn/README.md \
        share/bash-completion/completions/attnlearn share/zsh/site-functions/_attnlearn \
        share/fish/vendor_completions.d/attnlearn.fish share/attnlearn/configs/unscaled.ini \
        share/attnlearn/data/tokens/tokens.csv; do
        [ -f "$usr/$file" ] || fail "no $file" || return 1
    done
    cmp "$build/attnlearn" "$usr/bin/attnlearn"
}

# use PROGRAM SHARE: what a user does in a folder of his own, with the examples of SHARE.
use() {
    cd "$work/home" || return 1
    [ "$(user "$1" --version | sed -n 's/^data: //p')" = "$2" ] ||
        fail "$("$1" --version): not $2" || return 1
    user "$1" demo dictionary >/dev/null || return 1
    x=data/tokens/tokens.csv
    user "$1" attend --query $x --key $x --value data/tokens/value.csv >out 2>said || return 1
    grep -q '6.016681  3.983319' out || fail "$(cat out)" || return 1
    grep -qF -- "--query: reading $2/data/tokens/tokens.csv" said || fail "$(cat said)" || return 1
    user "$1" train --config configs/compare.ini --steps 2 --eval-every 1 --eval-data data/eval.csv -q --out run --force ||
        return 1
    grep -qF "eval-data = $2/data/eval.csv" run/config.ini || fail "$(cat run/config.ini)" || return 1
    user "$1" train --resume run --steps 3 -q || return 1
    ! user "$1" train --config configs/none.ini -q 2>said || fail 'a file that is nowhere was read' || return 1
    grep -q 'cannot open configs/none.ini' said || fail "$(cat said)" || return 1
    # one's own file comes first
    mkdir -p configs && printf '[training]\nsteps = 0\n' >configs/sgd.ini
    user "$1" train --config configs/sgd.ini --print-config 2>&1 | grep -q '^optimizer = adam'
}

use_installed() { (umask 022 && use "$usr/bin/attnlearn" "$usr/share/attnlearn"); }
use_link() {
    mkdir "$work/bin" && ln -s "$usr/bin/attnlearn" "$work/bin/attn" &&
        use "$work/bin/attn" "$usr/share/attnlearn"
}
use_moved() {
    mv "$usr" "$work/moved" || return 1
    use "$work/moved/bin/attnlearn" "$work/moved/share/attnlearn"
    status=$?
    mv "$work/moved" "$usr"
    return $status
}
use_apart() {
    make -C "$tree" BUILD="$build" $flags BINDIR="$work/tools" DATADIR="$work/own data" install &&
        use "$work/tools/attnlearn" "$work/own data/attnlearn" &&
        make -C "$tree" BUILD="$build" $flags BINDIR="$work/tools" DATADIR="$work/own data" uninstall &&
        [ -z "$(find "$work/tools" "$work/own data" -type f)" ]
}

# --- pages -------------------------------------------------------------------------------------

manual() {
    page=$usr/share/man/man1/attnlearn.1
    mandoc -Tlint -W warning "$page" || return 1
    mandoc -Tutf8 "$page" | col -b >"$work/page" 2>/dev/null || return 1
    for command in $("$native" --help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
        grep -q "attnlearn $command " "$work/page" || fail "no $command" || return 1
        "$native" help "$command" | sed -n 's/^  *\(-., \)\{0,1\}--\([a-z-]*\).*/\2/p' | while read -r option; do
            grep -q -- "^ *\(-., \)\{0,1\}--$option" "$work/page" || fail "no --$option of $command" || exit 1
        done || return 1
    done
}

roff() {
    groff -man -Tutf8 -ww "$usr/share/man/man1/attnlearn.1" 2>&1 >/dev/null | grep . && return 1
    ! LC_ALL=C grep -n '[^ -~]' "$build"/pages/*
}

# Files of several kinds to choose from.
lay_out_files() {
    mkdir -p "$work/files/folder" && cd "$work/files" && touch rows.csv set.ini weights.safetensors
}

bash_completes() {
    lay_out_files || return 1
    bash "$top/tests/shells/complete.bash" "$usr/share/bash-completion/completions/attnlearn" \
        'attnlearn tr' 'attnlearn train --opti' 'attnlearn train --optimizer = s' \
        'attnlearn train --score d' 'attnlearn train --model attention,av' 'attnlearn train --config ' \
        'attnlearn plot ' 'attnlearn report ' 'attnlearn demo sat' 'attnlearn sweep --vary weig' \
        'attnlearn train --steps ' 'attnlearn help gr' | diff - "$top/tests/shells/bash.txt"
}

fish_completes() {
    lay_out_files || return 1
    HOME=$work/home fish --no-config "$top/tests/shells/complete.fish" \
        "$usr/share/fish/vendor_completions.d/attnlearn.fish" 'attnlearn tr' 'attnlearn train --opti' \
        'attnlearn train --optimizer=' 'attnlearn train --score d' 'attnlearn train --model attention,' \
        'attnlearn train --config s' 'attnlearn plot r' 'attnlearn report ' 'attnlearn demo sat' \
        'attnlearn sweep --vary weig' 'attnlearn train --steps ' 'attnlearn help gr' |
        diff - "$top/tests/shells/fish.txt"
}

zsh_completes() {
    lay_out_files || return 1
    HOME=$work/home timeout 60 zsh -f "$top/tests/shells/complete.zsh" "$usr/share/zsh/site-functions" \
        'tr\t' 'train --opti\ts\t' 'train --model attention,av\t' 'train --config s\t' 'plot w\t' \
        'report \t' 'demo sat\t' 'sweep --vary weig\t' 'help gr\t' 'eval weights.safetensors --data r\t' |
        diff - "$top/tests/shells/zsh.txt"
}

# --- taking it away ----------------------------------------------------------------------------

uninstall_all() {
    touch "$usr/share/attnlearn/configs/own.ini"
    make_for_usr uninstall || return 1
    [ "$(find "$dest" -type f)" = "$usr/share/attnlearn/configs/own.ini" ] ||
        fail "$(find "$dest" -type f)" || return 1
    rm "$usr/share/attnlearn/configs/own.ini"
    make_for_usr uninstall || return 1
    [ -z "$(find "$dest" ! -type d -o -name '*attnlearn*')" ] || fail "$(find "$dest")"
}

check lay_out 'sources that nobody may change, in a folder with a blank in its name'
check build_all 'a user builds them from another folder, once'
check refuse_elsewhere 'make says where it must run'
check cross_build 'pages come from a program that runs here, or are left out'
check install_all 'another installs what was built, readable by all, and again'
check use_installed 'it finds its examples'
check use_link 'also through a link'
check use_moved 'also where it is moved'
check use_apart 'also where they are apart from it'
check manual 'the manual page has every option and no warning' mandoc col
check roff 'and none of groff' groff
check bash_completes 'bash completes' bash
check fish_completes 'fish completes' fish
check zsh_completes 'zsh completes' zsh
check uninstall_all 'uninstall leaves nothing but what is not its own'
exit $failed
