# Messages, checks and the keeping of files, shared by all parts. Sourced by ../stack, which sets $stack.
# shellcheck shell=bash

# pip and the servers write temporary files and caches; all of them stay below .stack/ too.
export TMPDIR=$stack/tmp PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1
mkdir -p "$stack"/{log,run,tmp}
chmod 700 "$stack"

say() { echo "stack: $*"; }
die() { echo "stack: $*" >&2; exit 1; }

# one_at_a_time waits for another run of this script: two would install into the same folder. The servers must not inherit the
# lock, so start_part closes descriptor 9. Where there is no flock (macOS) nothing guards, and nothing else changes.
one_at_a_time() {
  command -v flock > /dev/null || return 0
  exec 9> "$stack/run/lock"
  flock -n 9 || { say "another run of this script is at work; waiting for it"; flock 9; }
}

# need COMMAND PACKAGES: stops with the Debian packages that bring a missing command.
need() {
  command -v "$1" > /dev/null || die "$1 is missing. On Debian or Ubuntu: sudo apt-get install $2"
}

need_python() {
  need python3 "python3 python3-venv"
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' || die "python3 is older than 3.9"
  python3 -c 'import venv, ensurepip' 2> /dev/null \
    || die "python3 cannot make virtual environments. On Debian or Ubuntu: sudo apt-get install python3-venv"
}

need_compiler() {
  need cmake cmake
  need c++ build-essential
  need make build-essential
}

# Finished installs leave a stamp with their version and place: virtual environments and CMake caches hold absolute paths, so a
# repository that was moved must install again.
stamped() { [ "$(cat "$stack/$1/installed" 2> /dev/null)" = "$2 in $stack" ]; }
stamp() { echo "$2 in $stack" > "$stack/$1/installed"; }

# make_venv DIR: a fresh virtual environment; whatever a broken-off install left there goes.
make_venv() {
  need_python
  rm -rf "$1"
  python3 -m venv "$1"
}

# with_progress LABEL LOG COMMAND…: runs the command with its output in LOG, prints a line every 15 s, and the log's end if it fails.
with_progress() {
  local label=$1 log=$2 job seconds=0
  shift 2
  "$@" > "$log" 2>&1 < /dev/null &
  job=$!
  trap 'kill "$job" 2> /dev/null; exit 130' INT TERM
  while kill -0 "$job" 2> /dev/null; do
    sleep 1
    seconds=$((seconds + 1))
    [ $((seconds % 15)) -ne 0 ] || say "$label … $seconds s$(percent "$log")"
  done
  trap - INT TERM
  wait "$job" && return
  tail -n 15 "$log" >&2
  die "$label did not work; the whole output is in $log"
}

# percent prints how far a CMake build is, if the log says so.
percent() { tail -n 3 "$1" | sed -n 's/^\[ *\([0-9]*%\)\].*/ (\1)/p' | tail -n 1; }
