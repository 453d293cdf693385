#!/bin/sh
# What the browser tests need: Chromium, Node.js with npm, and playwright-core into the folder given,
# of the version in package-lock.json. It has no browser of its own: the system's is used.
set -u
here=$(dirname "$0")
folder=${1:?the folder to install into}
# shellcheck source=tests/packages.sh
. "$here/../packages.sh"

# The first of the browsers that is there.
browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

if ! browser >/dev/null && [ -z "${CHROMIUM:-}" ]; then
    echo 'The browser tests need Chromium, which is not installed; installing it.'
    install_packages chromium chromium chromium --cask\ chromium
fi
if ! command -v npm >/dev/null; then
    echo 'The browser tests need Node.js and npm, which are not installed; installing them.'
    install_packages 'nodejs npm' 'nodejs npm' 'nodejs npm' node
fi
if ! browser >/dev/null && [ -z "${CHROMIUM:-}" ]; then
    echo 'Chromium could not be installed. Please install it, or name a browser in CHROMIUM.' >&2
    exit 1
fi
mkdir -p "$folder" || exit 1
for file in package.json package-lock.json; do
    cmp -s "$here/$file" "$folder/$file" && [ -d "$folder/node_modules" ] && continue
    cp "$here/package.json" "$here/package-lock.json" "$folder" || exit 1
    (cd "$folder" && npm ci --silent --no-audit --no-fund) || {
        echo 'npm could not install playwright-core.' >&2
        exit 1
    }
done
