#!/bin/sh
# Run once, by the image of PostgreSQL, in a new database: a role that owns the tables, and one for the club that owns nothing.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres \
  -v owner="$(cat /run/secrets/owner_password)" -v app="$(cat /run/secrets/app_password)" <<'SQL'
create role club_owner login createdb password :'owner';
create role club_app login password :'app';
create database club owner club_owner;
SQL
