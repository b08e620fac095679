#!/bin/sh
# Generates js/types/lumi from js/lumi. Needs node and npm; the result is checked in.
set -eu
cd "$(dirname "$0")"
[ -x node_modules/.bin/tsc ] || npm ci --no-audit --no-fund
rm -rf build
node_modules/.bin/tsc -p tsconfig.json
node collect.mjs build/declarations "${1:-../../js/types/lumi}"
