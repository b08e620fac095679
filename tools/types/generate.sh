#!/bin/sh
# Generates js/types/lumi from js/lumi and js/types/node from js/node. Needs node and npm; the
# result is checked in.
set -eu
cd "$(dirname "$0")"
to="${1:-../../js/types}"
[ -x node_modules/.bin/tsc ] || npm ci --no-audit --no-fund
rm -rf build
node_modules/.bin/tsc -p tsconfig.json
node collect.mjs build/declarations/lumi "$to/lumi" dynamic index package std testing
node collect.mjs build/declarations/node "$to/node" \
  assert assert/strict=assert_strict async_hooks buffer=buffer_module child_process cluster console constants crypto \
  dgram diagnostics_channel dns dns/promises=dns_promises domain events fs fs/promises=fs_promises \
  http http2 https inspector inspector/promises=inspector module net os path path/posix=path perf_hooks process punycode querystring \
  readline readline/promises=readline_promises repl \
  stream stream/consumers=stream_consumers stream/promises=stream_promises stream/web=stream_web \
  string_decoder sys timers timers/promises=timers_promises tls trace_events tty url util util/types=util_types \
  v8 vm wasi worker_threads zlib
mkdir -p "$to/npm"
for file in ../../js/npm/*.d.ts; do
  sed 's/\.ts"/.js"/' "$file" > "$to/npm/$(basename "$file")"
done
