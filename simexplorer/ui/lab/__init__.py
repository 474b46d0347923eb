"""The lab's window: a page a topic. Numbers come from ``simexplorer.lab``, computed in a job's thread."""
