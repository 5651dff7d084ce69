#!/bin/sh
# Makes what secrets are missing, and the Kubernetes Secrets that the chart names: secrets.sh NAMESPACE FOLDER [PREFIX]
# FOLDER is where they are kept: run with the same again after an upgrade, and put it where your other secrets are.
# An address of a database of your own goes before into FOLDER/store/links_database_url, and so of each other service.
set -eu
umask 077
namespace=${1:?secrets.sh NAMESPACE FOLDER [PREFIX]}
folder=${2:?secrets.sh NAMESPACE FOLDER [PREFIX]}
prefix=${3:-linkway}
root=$(cd "$(dirname "$0")/.." && pwd)
permissions=$root/contracts/generated/nats-permissions.json
services=$(node -p "Object.keys(require(process.argv[1]).services).join(' ')" "$permissions")

mkdir -p "$folder/store"
for name in postgres nats clickhouse events $services; do mkdir -p "$folder/out/$name"; done
node "$root/deploy/docker/secrets.mjs" "$folder/store" "$folder/out" "$permissions"
# nats-server reads them from its environment: in quotes, as a password may look like a number.
passwords=$(mktemp)
trap 'rm -f "$passwords"' EXIT
for user in operator $services; do
  printf 'NATS_PASSWORD_%s="%s"\n' "$(echo "$user" | tr '[:lower:]' '[:upper:]')" "$(cat "$folder/store/nats_${user}_password")"
done >"$passwords"
# What is in FOLDER/own/SERVICE goes along: google_client_secret of the gateway.
apply() { kubectl -n "$namespace" create secret generic "$@" --dry-run=client -o yaml | kubectl -n "$namespace" apply -f -; }
apply "$prefix-nats" --from-env-file="$passwords"
for name in postgres clickhouse events $services; do
  if [ -d "$folder/own/$name" ]; then apply "$prefix-$name" --from-file="$folder/out/$name" --from-file="$folder/own/$name"
  else apply "$prefix-$name" --from-file="$folder/out/$name"; fi
done
