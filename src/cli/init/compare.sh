mkdir -p "$DRIFT"
compare() {
  <<control-api>> check "$@" \
    --format markdown --output "$DRIFT/report.md" --format json --output "$DRIFT/report.json"
}
status=0
compare --code || status=$?
# Where the generated code cannot be compiled here, the report has no lines of your code.
if [ "$status" -gt 1 ]; then
  status=0
  compare || status=$?
fi
# 0 is in step and 1 is drifted. Without a verdict, nothing is proposed and this job fails.
[ "$status" -le 1 ] || exit "$status"
<<control-api>> schema pull
node -p 'JSON.parse(fs.readFileSync(process.argv[1])).outcome' "$DRIFT/report.json" > "$DRIFT/outcome"
# Operations that the live schema rejects stop the generator: then its messages belong to the report.
if ! <<control-api>> generate 2> "$DRIFT/generate.txt"; then
  printf '\nNo code was generated. Correct the operations on this branch, then run `<<control-api>> generate`:\n\n~~~text\n%s\n~~~\n' \
    "$(head -c 3000 "$DRIFT/generate.txt")" >> "$DRIFT/report.md"
fi
cat "$DRIFT/generate.txt"
# Only these files are proposed. If your project generates others, name them here, and where the branch is made below.
for file in <<files>>; do
  [ ! -e "$file" ] || git check-ignore --quiet -- "$file" || git add -- "$file"
done
git diff --cached --binary > "$DRIFT/changes.patch"
