"""Play by mail: what the service sends, and, in `inbound`, what it reads."""
