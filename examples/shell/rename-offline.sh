#!/bin/sh
# Lists the devices, picks those that are offline with jq, marks their names, and reports what changed: for cron and CI. It asks
# nobody, and fails if anything fails. The fields and the mutation are those of the package's invented.graphql; yours may have others.
# Needs jq.
#
#   CONTROL_API_URL=… CONTROL_API_KEY=… ./rename-offline.sh
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The whole list, or an error: a list that was cut off would not be marked whole.
control-api list team.devices --fields id,name,status --format ndjson > "$work/devices.ndjson"
jq -r 'select(.status == "OFFLINE" and (.name | startswith("offline-") | not)) | [.id, .name] | @tsv' \
  "$work/devices.ndjson" > "$work/rows.tsv"

renamed=0
tab=$(printf '\t')
while IFS="$tab" read -r id name; do
  control-api request 'mutation Rename($id: ID!, $name: String!) {
    renameDevice(input: { id: $id, name: $name }) { device { id name } userErrors { message } }
  }' --var "id=$id" --var "name=offline-$name" --yes < /dev/null > /dev/null
  renamed=$((renamed + 1))
done < "$work/rows.tsv"

echo "$renamed devices renamed" >&2
control-api list team.devices --fields name,status --format ndjson | jq -c 'select(.name | startswith("offline-"))'
