# The build with the address and undefined-behaviour sanitizers, for scripts that source this.
# shellcheck shell=sh disable=SC2034

build=build/sanitize

# Lines are all that reports need of -g, and more of it takes long.
make_sanitized() {
    "${MAKE:-make}" --no-print-directory "$@" BUILD=$build OPENMP=0 HARDENING=0 KERNEL_SETS=avx2 \
        CFLAGS='-O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer'
}
