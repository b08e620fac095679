#!/bin/sh
# Generates js/types/lumi from js/lumi and js/types/node from js/node. Needs node and npm; the
# result is checked in.
set -eu
cd "$(dirname "$0")"
to="${1:-../../js/types}"
[ -x node_modules/.bin/tsc ] || npm ci --no-audit --no-fund
rm -rf build
node_modules/.bin/tsc -p tsconfig.json
node collect.mjs build/declarations/lumi "$to/lumi" cloud dynamic index package std testing
node collect.mjs build/declarations/node "$to/node" \
  assert=assert/assert assert/strict async_hooks buffer=buffer/module child_process=child_process/child_process \
  cluster console=console/console constants crypto=crypto/crypto dgram=net/dgram diagnostics_channel dns=net/dns \
  dns/promises=net/dns_promises domain events=events/events fs=fs/fs fs/promises http=http/http http2=http2/http2 \
  https=http/https inspector inspector/promises=inspector module=module/module net=net/net os=os/os path=path/path \
  path/posix=path/path perf_hooks process=process/process punycode=url/punycode querystring=url/querystring \
  readline=readline/readline readline/promises repl stream=stream/stream stream/consumers stream/promises stream/web \
  string_decoder=buffer/string_decoder sys timers=timers/timers timers/promises tls=tls/tls trace_events tty \
  url=url/url util=util/util util/types v8 vm wasi worker_threads=worker/worker_threads zlib=zlib/zlib
mkdir -p "$to/npm"
for file in ../../js/npm/*.d.ts; do
  sed 's/\.ts"/.js"/' "$file" > "$to/npm/$(basename "$file")"
done
