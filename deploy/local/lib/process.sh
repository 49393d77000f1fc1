# Starting, finding and stopping the servers. Sourced by ../stack.
# shellcheck shell=bash
#
# .stack/run/PART holds pid, the time that process began, port and a note, one a line. A process id alone is not believed: after a
# reboot it may belong to someone else, so a process is ours only if it also began at the recorded time.

port_of() {
  local set
  case $1 in
    chat) set=${CHAT_PORT:-18801} ;;
    embed) set=${EMBED_PORT:-18802} ;;
    chroma) set=${CHROMA_PORT:-18803} ;;
  esac
  running "$1" && recorded "$1" port || echo "$set"
}

url_of() {
  case $1 in
    chroma) echo "http://127.0.0.1:$(port_of "$1")" ;;
    *) echo "http://127.0.0.1:$(port_of "$1")/v1" ;;
  esac
}

# recorded PART pid|began|port|note
recorded() { sed -n "s/^$2 //p" "$stack/run/$1" 2> /dev/null; }

# began prints when a process began, and nothing if there is none or only its zombie is left (in a container often nobody reaps).
# Linux counts in ticks since boot, which no clock adjustment moves; elsewhere ps knows the date.
began() {
  if [ -d /proc/self ]; then
    sed 's/.*) //' "/proc/$1/stat" 2> /dev/null | awk '$1 != "Z" {print $20}'
  else
    ps -o stat=,lstart= -p "$1" 2> /dev/null | awk '$1 !~ /^Z/ {$1 = ""; print}'
  fi || true
}

running() {
  local pid
  pid=$(recorded "$1" pid)
  [ -n "$pid" ] && [ -n "$(began "$pid")" ] && [ "$(began "$pid")" = "$(recorded "$1" began)" ]
}

memory_mb() { echo $(($(ps -o rss= -p "$(recorded "$1" pid)") / 1024)); }

port_busy() { (exec 3<> "/dev/tcp/127.0.0.1/$1") 2> /dev/null; }

port_owner() {
  local who=
  ! command -v ss > /dev/null || who=$(ss -ltnpH "sport = :$1" 2> /dev/null | sed -n 's/.*users:(("\([^"]*\)",pid=\([0-9]*\).*/\1 (pid \2)/p' | head -n 1)
  echo "${who:-another program}"
}

answers() {
  python3 - "$1" 2> /dev/null << 'PY'
import sys, urllib.request
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # never ask a proxy for a loopback address
opener.open(sys.argv[1], timeout=2).read()
PY
}

# start_part PART PROBE_PATH SECONDS NOTE COMMAND…: starts a server in the background and waits until PROBE_PATH answers.
start_part() {
  local part=$1 probe=$2 limit=$3 note=$4 port log pid
  shift 4
  log=$stack/log/$part.log
  if running "$part"; then
    say "$part already runs on $(url_of "$part")"
    return
  fi
  need ps procps
  port=$(port_of "$part")
  [ ! -f "$stack/run/$part" ] || say "$part had ended by itself; its last lines are in $log.old"
  ! port_busy "$port" || die "port $port for $part is taken by $(port_owner "$port"); choose another one with $(env_name "$part")=PORT"
  [ ! -f "$log" ] || mv -f "$log" "$log.old"
  nohup "$@" > "$log" 2>&1 < /dev/null 9>&- &
  pid=$!
  printf 'pid %s\nbegan %s\nport %s\nnote %s\n' "$pid" "$(began "$pid")" "$port" "$note" > "$stack/run/$part"
  wait_ready "$part" "http://127.0.0.1:$port$probe" "$limit" "$log"
}

env_name() { echo "$1" | tr '[:lower:]' '[:upper:]' | sed 's/$/_PORT/'; }

wait_ready() {
  local part=$1 probe=$2 limit=$3 log=$4 until=$((SECONDS + $3))
  while ! answers "$probe"; do
    if ! running "$part"; then
      tail -n 15 "$log" >&2
      rm -f "$stack/run/$part"
      die "$part ended while starting; the whole output is in $log"
    fi
    if [ "$SECONDS" -ge "$until" ]; then
      stop_part "$part"
      die "$part was not ready after $limit s and was stopped, see $log"
    fi
    sleep 0.2
  done
  say "$part runs on $(url_of "$part")"
}

# stop_part ends the recorded process if it is still ours: asked first, killed after ten seconds.
stop_part() {
  local part=$1 pid until=$((SECONDS + 10))
  if ! running "$part"; then
    rm -f "$stack/run/$part"
    say "$part does not run"
    return
  fi
  pid=$(recorded "$part" pid)
  kill "$pid"
  while running "$part" && [ "$SECONDS" -lt "$until" ]; do sleep 0.1; done
  ! running "$part" || kill -9 "$pid"
  rm -f "$stack/run/$part"
  say "$part stopped"
}
