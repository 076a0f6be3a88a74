#!/bin/sh
# Makes docs/picture.png from the running product, in a data folder of its own.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
./metis up --port 0 --no-open --data "$work/data" >"$work/out" </dev/null &
server=$!
leave() {
  kill "$server" 2>/dev/null || true
  wait "$server" || true
  rm -rf "$work"
}
trap leave EXIT
until grep -q '^Metis is ready' "$work/out"; do
  kill -0 "$server"
  sleep 1
done
node docs/picture.mjs "$(sed -n 's/^Metis is ready: //p' "$work/out")" "$@"
