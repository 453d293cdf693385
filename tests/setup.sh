#!/bin/sh
# What the tests need beyond a C compiler and make: Criterion, by the system's package manager.
set -u

has_criterion() {
    # shellcheck disable=SC2086 # several flags are several words
    printf '#include <criterion/criterion.h>\n' | ${CC:-cc} ${CPPFLAGS:-} ${CFLAGS:-} -E - >/dev/null 2>&1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null; then sudo "$@"; else return 1; fi
}

if has_criterion; then exit 0; fi
echo 'The tests need Criterion (a unit-testing library), which is not installed; installing it.'
if command -v apt-get >/dev/null; then
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq libcriterion-dev
elif command -v dnf >/dev/null; then
    as_root dnf install -y criterion-devel
elif command -v pacman >/dev/null; then
    as_root pacman -S --noconfirm criterion
elif command -v brew >/dev/null; then
    brew install criterion
fi
if has_criterion; then exit 0; fi
echo 'Criterion could not be installed. Please install it and say make test again:' >&2
echo '  Debian, Ubuntu: libcriterion-dev   Fedora: criterion-devel   Arch, Homebrew: criterion' >&2
echo '  or from its source: github.com/Snaipe/Criterion' >&2
exit 1
