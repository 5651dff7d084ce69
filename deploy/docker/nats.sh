#!/bin/sh
# nats-server, which reads its configuration again when an upgrade wrote other users or permissions.
set -u
conf=/secrets/nats.conf
nats-server -c "$conf" &
server=$!
trap 'kill -TERM "$server"' TERM INT
last=$(cksum <"$conf")
while kill -0 "$server" 2>/dev/null; do
  sleep 2 &
  wait $!
  now=$(cksum <"$conf")
  if [ "$now" != "$last" ]; then
    last=$now
    kill -HUP "$server"
  fi
done
wait "$server"
