"""One file a format: bytes of a document in, its text out. They run in worker processes and import no kernel."""
