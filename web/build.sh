#!/bin/sh
# Makes dist/ when something it is made of has changed; installs the packages when the lock file has.
# With --check: does nothing, and succeeds when there is nothing to do.
set -eu
cd "$(dirname "$0")"
log=target/build.log

fingerprint() {
  contract=../core/src/main/resources/schema
  [ -d "$contract" ] || contract=
  # shellcheck disable=SC2086 # one word or none
  find . $contract \( -name node_modules -o -name dist -o -name target -o -name e2e \) -prune \
    -o -type f -exec cksum {} + | LC_ALL=C sort | cksum
}

# quietly WHAT COMMAND...: shows the beginning of the output, and that only when the command fails.
quietly() {
  printf '  web: %s\n' "$1" >&2
  shift
  if ! "$@" >>"$log" 2>&1 </dev/null; then
    head -n 40 "$log" >&2
    printf 'metis: that failed; all of its output is in web/%s\n' "$log" >&2
    exit 1
  fi
}

print=$(fingerprint)
if [ -f dist/index.html ] && [ "$(cat target/built 2>/dev/null)" = "$print" ]; then
  exit 0
fi
[ "${1:-}" != --check ] || exit 1

if ! node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null ||
  ! command -v npm >/dev/null; then
  echo "metis: the web client is built by Node 20.19 or newer with npm: https://nodejs.org" >&2
  exit 1
fi
mkdir -p target
: >"$log"
lock=$(cksum <package-lock.json)
if [ "$(cat node_modules/.built-from 2>/dev/null)" != "$lock" ]; then
  quietly "installing packages" npm ci --no-audit --no-fund
  printf '%s\n' "$lock" >node_modules/.built-from
fi
quietly "building the page" npm run build
printf '%s\n' "$print" >target/built
