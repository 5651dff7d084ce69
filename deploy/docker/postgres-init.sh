#!/bin/bash
# Runs in the first start of PostgreSQL: a role and a database per service. Run again, it makes those that are missing, as of a service
# that a release has added: docker compose exec postgres bash /docker-entrypoint-initdb.d/databases.sh
set -euo pipefail
for service in identity domains content links redirect; do
  psql -v ON_ERROR_STOP=1 -U "${POSTGRES_USER:-postgres}" -d postgres -v role="linkway_$service" \
    -v password="$(cat "/secrets/${service}_database_password")" <<'SQL'
SELECT NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'role') AS is_new \gset
\if :is_new
CREATE ROLE :"role" LOGIN PASSWORD :'password';
-- What a statement is refused for is told to the service; anybody can cause refusals by the thousand.
ALTER ROLE :"role" SET log_min_messages = 'log';
CREATE DATABASE :"role" OWNER :"role";
\endif
SQL
done
