#!/bin/sh
# Checks that the declarations are up to date, and what TypeScript says to programs that use them.
set -eu
cd "$(dirname "$0")"
./generate.sh build/fresh
for folder in lumi node npm; do
  diff -r "build/fresh/$folder" "../../js/types/$folder" || {
    echo "js/types/$folder is out of date: run tools/types/generate.sh" >&2
    exit 1
  }
done
node_modules/.bin/tsc -p ../../tests/types/tsconfig.json
