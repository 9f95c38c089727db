# What the tests stand on, for the scripts beside this file to source: packages, a Docker
# engine, PostgreSQL and Redis. Whatever is started here is stopped, by its pid, on exit.
# shellcheck shell=bash

work=$(mktemp -d /tmp/scout-ci.XXXXXX)
chmod 711 "$work" # PostgreSQL, which is not root, passes through
started=()        # pids, oldest first

say() { printf '\n== %s\n' "$*"; }

# Youngest first: a service goes before what it stands on.
stop_all() {
    local status=${1:-$?} i
    trap - EXIT INT TERM
    for ((i = ${#started[@]} - 1; i >= 0; i--)); do
        stop "${started[i]}"
    done
    umount "$work"/docker/netns/* 2>/dev/null || true # Docker leaves it mounted
    rm -rf --one-file-system "$work" || true
    exit "$status"
}

# Asks a process to end; after 20 seconds it is not asked any more.
stop() {
    local pid=$1 tenths
    kill -TERM "$pid" 2>/dev/null || return 0
    for ((tenths = 0; tenths < 200; tenths++)); do
        kill -0 "$pid" 2>/dev/null || return 0
        sleep 0.1
    done
    kill -KILL "$pid" 2>/dev/null || true
}

trap stop_all EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# start NAME COMMAND...   runs it in a session of its own, its output in a file
start() {
    local name=$1
    shift
    setsid "$@" >"$work/$name.log" 2>&1 </dev/null &
    started+=("$!")
}

# wait_for NAME SECONDS COMMAND...   until the command succeeds
wait_for() {
    local name=$1 deadline=$((SECONDS + $2))
    shift 2
    until timeout 10 "$@" >/dev/null 2>&1; do
        if ((SECONDS >= deadline)); then
            echo "$name did not start; the end of its log:" >&2
            tail -n 30 "$work/$name.log" >&2 || true
            return 1
        fi
        sleep 0.3
    done
}

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# install_missing PACKAGE...   Debian packages; asks the mirror only if one is missing
install_missing() {
    local package missing=()
    for package in "$@"; do
        [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
            missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    say "Installing ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    {
        timeout 300 apt-get update -qq &&
            timeout 900 apt-get install -y -qq --no-install-recommends "${missing[@]}"
    } >"$work/apt.log" 2>&1 || {
        tail -n 30 "$work/apt.log" >&2
        return 1
    }
}

# The engine that answers, or one of our own. Its state folder is new each time, so
# what a killed engine left behind cannot confuse it; its images stay for the next run.
start_docker() {
    export DOCKER_BUILDKIT=0 # the classic builder takes `--network host` everywhere
    if timeout 20 docker info >/dev/null 2>&1; then
        say "Docker answers"
        return
    fi
    say "Starting Docker"
    start docker dockerd --exec-root "$work/docker" --pidfile "$work/docker.pid"
    wait_for docker 60 docker info
}

# Its tables are counted every second: between two tests they are empty, so a query that
# is only fast while the planner knows how much there is shows it every time.
start_postgres() {
    local bin data=$work/postgres port
    bin=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
    port=$(free_port)
    install -d -o postgres -g postgres -m 700 "$data"
    as_postgres "$bin/initdb" -D "$data" -U scout -A trust -E UTF8 --locale C.UTF-8 --no-sync >"$work/initdb.log"
    start postgres setpriv --reuid postgres --regid postgres --init-groups \
        "$bin/postgres" -D "$data" -h 127.0.0.1 -p "$port" -k "$data" \
        -c fsync=off -c full_page_writes=off -c synchronous_commit=off -c autovacuum_naptime=1
    wait_for postgres 30 "$bin/pg_isready" -q -h 127.0.0.1 -p "$port"
    as_postgres "$bin/createdb" -h 127.0.0.1 -p "$port" -U scout scout
    export TEST_POSTGRES_URL=postgres://scout@127.0.0.1:$port/scout
    say "PostgreSQL listens on port $port"
}

as_postgres() { setpriv --reuid postgres --regid postgres --init-groups --reset-env "$@"; }

start_redis() {
    local port
    port=$(free_port)
    start redis redis-server --bind 127.0.0.1 --port "$port" --dir "$work" --save '' --appendonly no
    wait_for redis 20 redis-cli -p "$port" ping
    export TEST_REDIS_URL=redis://127.0.0.1:$port/0
    say "Redis listens on port $port"
}

# The sandbox image and what it is built on; sets `base`.
build_sandbox_image() {
    say "Base image and sandbox image"
    base=$(.ci/base-image)
    pip install -q --root-user-action ignore uv
    timeout 600 uv run python -m sandbox image --base "$base"
}

# All of it; and from here on a test that would be skipped for want of one fails instead.
prepare_tests() {
    install_missing ca-certificates chromium docker.io gcc libc6-dev mmdebstrap postgresql redis-server
    start_docker
    start_postgres
    start_redis
    build_sandbox_image
    export REQUIRE=bubblewrap,docker,browser,postgres,redis
}
