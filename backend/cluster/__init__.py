"""A whole cluster on one machine: etcd, two PostgreSQL under Patroni, PgBouncer, HAProxy, servers, worker, storage."""
