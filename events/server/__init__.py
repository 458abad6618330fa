"""The Redis or Valkey server behind the log: connections, fitness, and the embedded server.

Nothing is re-exported here, so that a program pays only for what it imports: `connection` for the one factory
of clients, `fitness` for what a server must be, `meta` for the database's own record, `embedded` for the
private server. No module of this package imports `redis` before a connection is made.
"""
