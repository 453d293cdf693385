#!/bin/sh
# What the tests need beyond a C compiler and make: Criterion, by the system's package manager.
set -u
# shellcheck source=tests/packages.sh
. "$(dirname "$0")/packages.sh"

has_criterion() {
    # shellcheck disable=SC2086 # several flags are several words
    printf '#include <criterion/criterion.h>\n' | ${CC:-cc} ${CPPFLAGS:-} ${CFLAGS:-} -E - >/dev/null 2>&1
}

if has_criterion; then exit 0; fi
echo 'The tests need Criterion (a unit-testing library), which is not installed; installing it.'
install_packages libcriterion-dev criterion-devel criterion criterion
if has_criterion; then exit 0; fi
echo 'Criterion could not be installed. Please install it and say make test again:' >&2
echo '  Debian, Ubuntu: libcriterion-dev   Fedora: criterion-devel   Arch, Homebrew: criterion' >&2
echo '  or from its source: github.com/Snaipe/Criterion' >&2
exit 1
