git switch --quiet --force-create control-api-drift
git apply --index <<includes>> "$DRIFT/changes.patch"
git commit --quiet --message 'Update the snapshot of the control API'
known=$(git ls-remote "$REMOTE" refs/heads/control-api-drift | cut -f 1)
[ -z "$known" ] || git fetch --quiet "$REMOTE" refs/heads/control-api-drift
if [ -n "$known" ] && [ "$(git log -1 --format=%ce "$known")" != "$(git config user.email)" ]; then
  printf '\nThe branch control-api-drift has commits of others and was left as it is. Merge or delete it: the next run makes a new one.\n' >> "$DRIFT/report.md"
elif [ -n "$known" ] && git diff --quiet "$known" HEAD; then
  echo 'The branch is up to date.'
else
  git push --quiet --force-with-lease="control-api-drift:$known" "$REMOTE" HEAD:refs/heads/control-api-drift
fi
