# $1: base; $2: path. Runs in a command sandbox with /workspace read-only. The workspace's own repository is never opened as
# one: its configuration could name programs. A fresh one borrows the objects and gets copies of refs and index.
set -u
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_ATTR_NOSYSTEM=1
export GIT_TERMINAL_PROMPT=0 GIT_OPTIONAL_LOCKS=0 GIT_NO_LAZY_FETCH=1 GIT_PAGER=cat HOME=/tmp
source=/workspace/.git
[ -d "$source" ] && [ ! -L "$source" ] && [ -d "$source/objects" ] || exit 67
export GIT_DIR=/tmp/repository GIT_WORK_TREE=/workspace
format=sha1
head=""
[ -f "$source/HEAD" ] && head=$(head -c 200 "$source/HEAD")
[ "${#head}" = 64 ] && [ "${head#ref:}" = "$head" ] && format=sha256
[ -f "$source/config" ] && grep -qis 'objectformat *= *sha256' "$source/config" && format=sha256
env -u GIT_WORK_TREE git init --quiet --bare --template= --object-format="$format" "$GIT_DIR" || exit 68
git() {
  command git --literal-pathspecs -c core.bare=false -c core.hooksPath=/dev/null -c core.fsmonitor=false -c core.untrackedCache=false \
    -c core.attributesFile=/dev/null -c core.excludesFile=/dev/null -c protocol.allow=never -c gc.auto=0 \
    -c diff.external= -c diff.ignoreSubmodules=all "$@"
}
printf '%s\n' "$source/objects" > "$GIT_DIR/objects/info/alternates"
for one in HEAD packed-refs index; do
  [ -f "$source/$one" ] && [ ! -L "$source/$one" ] && cp "$source/$one" "$GIT_DIR/$one"
done
for one in "$source"/sharedindex.*; do
  [ -f "$one" ] && [ ! -L "$one" ] && cp "$one" "$GIT_DIR/"
done
[ -d "$source/refs" ] && [ ! -L "$source/refs" ] && cp -RP "$source/refs" "$GIT_DIR/"
cd /workspace || exit 68
if [ "$1" = HEAD ] && ! git rev-parse --verify --quiet HEAD > /dev/null; then
  base=$(git hash-object -t tree /dev/null)
else
  base=$(git rev-parse --verify --quiet --end-of-options "$1^{commit}") || exit 66
fi
git diff --no-ext-diff --no-textconv --no-color --ignore-submodules=all --src-prefix=a/ --dst-prefix=b/ "$base" -- "$2" || exit 68
others=$(git ls-files --others --exclude-standard -- "$2" | head -n 51)
if [ -n "$others" ]; then
  printf '\nNot tracked (not part of the diff):\n'
  printf '%s\n' "$others" | head -n 50
  [ "$(printf '%s\n' "$others" | wc -l)" -gt 50 ] && printf '… and more\n'
fi
exit 0
