#!/bin/sh
# Checks that the declarations are up to date, and what TypeScript says to programs that use them.
set -eu
cd "$(dirname "$0")"
./generate.sh build/fresh
diff -r build/fresh ../../js/types/lumi || {
  echo "js/types/lumi is out of date: run tools/types/generate.sh" >&2
  exit 1
}
node_modules/.bin/tsc -p ../../tests/types/tsconfig.json
