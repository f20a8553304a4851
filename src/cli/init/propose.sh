git switch --quiet --force-create control-api-drift<<at>>
git apply --index <<includes>> "$DRIFT/changes.patch"
git commit --quiet --message 'Update the snapshot of the control API<<of>>'
known=$(git ls-remote "$REMOTE" refs/heads/control-api-drift<<at>> | cut -f 1)
[ -z "$known" ] || git fetch --quiet "$REMOTE" refs/heads/control-api-drift<<at>>
if [ -n "$known" ] && [ "$(git log -1 --format=%ce "$known")" != "$(git config user.email)" ]; then
  printf '\nThe branch control-api-drift<<at>> has commits of others and was left as it is. Merge or delete it: the next run makes a new one.\n' >> "$DRIFT/report.md"
elif [ -n "$known" ] && git diff --quiet "$known" HEAD; then
  echo 'The branch is up to date.'
else
  git push --quiet --force-with-lease="control-api-drift<<at>>:$known" "$REMOTE" HEAD:refs/heads/control-api-drift<<at>>
fi
