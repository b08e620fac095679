#!/bin/sh
# Generates js/types/lumi from js/lumi and js/types/node from js/node. Needs node and npm; the
# result is checked in.
set -eu
cd "$(dirname "$0")"
to="${1:-../../js/types}"
[ -x node_modules/.bin/tsc ] || npm ci --no-audit --no-fund
rm -rf build
node_modules/.bin/tsc -p tsconfig.json
node collect.mjs build/declarations/lumi "$to/lumi" dynamic index std testing
node collect.mjs build/declarations/node "$to/node" \
  buffer child_process crypto fs fs/promises=fs_promises immediate os path path/posix=path process url
