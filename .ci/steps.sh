# What .ci/run is written with: steps, each counted, and tests, each counted.

results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
TIMEFORMAT='-- %0R s, %0U s of CPU'

# A command that must end with 0. What it prints is shown, and how long it took.
step() {
  local name=$1
  shift
  printf '\n== %s\n' "$name"
  if time "$@" </dev/null; then
    echo 1 0 >>"$results/counts"
  else
    echo 0 1 >>"$results/counts"
    printf 'FAILED: %s\n' "$name"
  fi
}

# The tests of a script: the run is a step, and each test counts. A run that left no results has failed as a step already.
tests() {
  local script=$1
  shift
  step "npm run $script" npm run -s "$script" -- --reporter=default --reporter=json \
    --outputFile.json="$results/$script.json" "$@"
  [ -s "$results/$script.json" ] || return 0
  node -p 'const r = JSON.parse(fs.readFileSync(process.argv[1], "utf8")); `${r.numPassedTests} ${r.numFailedTests}`' \
    "$results/$script.json" >>"$results/counts"
}

# Takes the steps of some functions at once, and shows what they print in turn: each of them keeps one core busy.
at_once() {
  local steps
  for steps in "$@"; do "$steps" >"$results/$steps" 2>&1 & done
  wait
  for steps in "$@"; do cat "$results/$steps"; done
}

# Debian packages, installed where one is missing.
debian() {
  dpkg-query --show "$@" >/dev/null 2>&1 || { apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"; }
}

# Ends if a step has failed so far.
all_or_nothing() {
  [ "$(sum 2)" -eq 0 ] || finish
}

sum() {
  awk -v column="$1" '{ sum += $column } END { print sum + 0 }' "$results/counts"
}

finish() {
  printf '\n%s passed, %s failed\n' "$(sum 1)" "$(sum 2)"
  [ "$(sum 2)" -eq 0 ]
  exit
}
