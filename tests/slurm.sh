#!/bin/sh
# Shares a sweep as a Slurm job array, on a real Slurm of this one machine, and compares its rows
# with those of the sweep done at once. Optional, and no part of make test:
#
#   make && sh tests/slurm.sh
#
# It needs slurm-wlm and munge (Debian, Ubuntu) and root, and keeps all that it starts in a folder
# of its own, on ports of its own. ATTNLEARN names another program.
set -eu

skip() {
    echo "tests/slurm.sh: skipped: $1"
    exit 0
}

fail() {
    echo "tests/slurm.sh: failed: $1" >&2
    tail -n 20 "$folder"/*.log >&2 || true
    exit 1
}

PATH=$PATH:/usr/sbin:/sbin
for tool in munged slurmctld slurmd sbatch squeue scontrol; do
    command -v $tool >/dev/null || skip "there is no $tool here (Debian, Ubuntu: slurm-wlm)"
done
[ "$(id -u)" = 0 ] || skip 'slurmd must be started by root'

program=${ATTNLEARN:-./attnlearn}
[ -x "$program" ] || skip "there is no $program yet: say make"
program=$(realpath "$program")
top=$(pwd)
folder=$(mktemp -d)
started=

# Only what was started here is stopped.
stop() {
    for pid in $started; do kill "$pid" 2>/dev/null || true; done
    for pid in $started; do wait "$pid" 2>/dev/null || true; done
    rm -rf "$folder"
}
trap stop EXIT
trap 'exit 1' INT TERM HUP

host=$(uname -n | cut -d. -f1)
export SLURM_CONF="$folder/slurm.conf"
cat >"$SLURM_CONF" <<END
ClusterName=attnlearn
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=26817
SlurmdPort=26818
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,batch_sched_delay=0
SlurmdParameters=config_overrides
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES State=UP
END
mkdir "$folder/state" "$folder/spool"
chmod 755 "$folder"

start() {
    log=$folder/$1.log
    "$@" >"$log" 2>&1 &
    started="$! $started"
}

# Tries a command for up to 30 seconds.
wait_for() {
    for _ in $(seq 60); do
        if "$@" >/dev/null 2>&1; then return 0; fi
        sleep 0.5
    done
    fail "waited in vain for: $*"
}

dd if=/dev/urandom of="$folder/munge.key" bs=128 count=1 2>/dev/null
chmod 400 "$folder/munge.key"
start munged --foreground --force --socket="$folder/munge.socket" --key-file="$folder/munge.key" \
    --pid-file="$folder/munged.pid" --seed-file="$folder/munge.seed" \
    --log-file="$folder/munged.messages"
wait_for test -S "$folder/munge.socket"
start slurmctld -D
wait_for scontrol ping
start slurmd -D -N "$host"
wait_for sh -c 'sinfo -h -o %T | grep -qE "idle|mixed"'

# The whole at once, then as an array of 3 tasks; then one of them again, which was cut.
set -- --seeds 1..4 --vary lr=0.003,0.01 --steps 60 --eval-examples 256 -q
"$program" sweep "$@" -o "$folder/whole.csv"
submit() {
    tasks=$1
    shift
    (cd "$folder" && sbatch --quiet --wait --array="$tasks" \
        --export="ALL,SHARDS=3,ATTNLEARN=$program,ROWS=$folder/rows" \
        "$top/configs/sweep.sbatch" "$@") || fail "the job array $tasks did not end well"
}
compare() {
    awk 'NR == 1 || FNR > 1' "$folder"/rows/rows-*.csv >"$folder/rows.csv"
    cmp "$folder/rows.csv" "$folder/whole.csv" || fail 'the rows are not those of the whole'
}
submit 1-3 "$@"
[ "$(find "$folder/rows" -type f | wc -l)" = 3 ] || fail 'there are not 3 files of rows'
compare
head -c 300 "$folder/rows/rows-0002.csv" >"$folder/cut"
mv "$folder/cut" "$folder/rows/rows-0002.csv"
submit 2 "$@"
compare
echo "tests/slurm.sh: passed: $(sbatch --version), 3 tasks, $(wc -l <"$folder/rows.csv") lines"
