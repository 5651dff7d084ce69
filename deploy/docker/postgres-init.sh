#!/bin/bash
# Runs once, in the first start of PostgreSQL: a role and a database per service.
set -euo pipefail
for service in identity domains links redirect; do
  psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres -v role="linkway_$service" \
    -v password="$(cat "/secrets/${service}_database_password")" <<'SQL'
CREATE ROLE :"role" LOGIN PASSWORD :'password';
-- What a statement is refused for is told to the service; anybody can cause refusals by the thousand.
ALTER ROLE :"role" SET log_min_messages = 'log';
CREATE DATABASE :"role" OWNER :"role";
SQL
done
