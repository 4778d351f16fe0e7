"""Open files: a worker needs one for each connection, and the system may allow fewer."""

from __future__ import annotations

import resource

from otherwords._core import Error

# Models, databases, the log and what Python needs.
_BESIDE = 50


def allow_files(connections: int, *, burst: int) -> None:
    """Lets this process and those that it starts open as many files as they need, if the system
    allows it. Raises Error if it does not.

    Args:
        connections: That are kept.
        burst: How many more may come at once; good to have room for, but not needed.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    least = connections + _BESIDE
    if hard != resource.RLIM_INFINITY and hard < least:
        raise Error(
            f"max_connections is {connections}, which needs {least} open files; the system allows "
            f"{hard}: take fewer connections, or allow more files with `ulimit -n`"
        )
    wanted = least + burst
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
