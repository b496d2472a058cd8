#!/bin/sh
# Makes the secrets that are the club's own, once, and says which are still to be filled in. Needs Node, or the image.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets certificates
cd secrets

new() { [ -e "$1" ] || printf '%s' "$2" > "$1"; }
random() { od -An -v -N24 -tx1 /dev/urandom | tr -d " \n"; }
keys='const { generateKeyPairSync: pair, randomBytes, randomUUID } = require("node:crypto");
const signing = pair("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
process.stdout.write(JSON.stringify({ keys: [
  { ...signing, kid: randomUUID(), alg: "ES256", key_ops: ["sign", "verify"] },
  { kty: "oct", k: randomBytes(32).toString("base64url"), kid: randomUUID() },
] }))'
generate_keys() {
  if command -v node > /dev/null; then node -e "$keys"; else docker run --rm "${CLUB_IMAGE:-dead-letter-club}" node -e "$keys"; fi
}

new postgres_password "$(random)"
new owner_password "$(random)"
new app_password "$(random)"
new database_url "postgres://club_app:$(cat app_password)@pgbouncer:6432/club"
new database_direct_url "postgres://club_app:$(cat app_password)@postgres:5432/club"
new database_migration_url "postgres://club_owner:$(cat owner_password)@postgres:5432/club"
new pgbouncer_users "\"club_app\" \"$(cat app_password)\""
[ -s auth_jwt_keys ] || generate_keys > auth_jwt_keys
for name in stripe_secret_key stripe_webhook_secret smtp_url; do
  [ -s "$name" ] || { : > "$name"; echo "Fill in $(pwd)/$name."; }
done
[ -n "$(ls ../certificates)" ] || echo "Put a certificate with its key into $(cd .. && pwd)/certificates, as one .pem file."
# The containers' accounts read them; no other account of this machine enters the folder.
chmod 0644 ./*
