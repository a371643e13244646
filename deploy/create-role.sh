# Run once by the image of PostgreSQL, when its volume is empty. The product's role owns its database and is no superuser.
# `postgres`, which is one, keeps no password: it gets in on the socket inside the container only, with
# `docker compose exec db psql -U postgres`.
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" -U postgres <<'SQL'
CREATE ROLE chuckwagon LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'password';
CREATE DATABASE chuckwagon OWNER chuckwagon;
ALTER ROLE postgres PASSWORD NULL;
SQL
