# shellcheck shell=sh
# How the tests' set-up installs what they need, by the system's package manager; for `.`.

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null; then sudo "$@"; else return 1; fi
}

# install_packages DEBIAN FEDORA ARCH HOMEBREW: the names there, several with blanks between.
install_packages() {
    # shellcheck disable=SC2086 # several names are several words
    if command -v apt-get >/dev/null; then
        as_root apt-get update -qq
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $1
    elif command -v dnf >/dev/null; then
        as_root dnf install -y $2
    elif command -v pacman >/dev/null; then
        as_root pacman -S --noconfirm $3
    elif command -v brew >/dev/null; then
        brew install $4
    fi
}
