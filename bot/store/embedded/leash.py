"""Runs a program that ends when its parent does: ``python leash.py PARENT PROGRAM ARGUMENT...``.

Asking the kernel for that between fork and exec, in the parent, is not safe while the parent has threads.
This program asks for itself, and then becomes the other one.
"""

import contextlib
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> None:
    """Become the program."""
    parent, program = int(sys.argv[1]), sys.argv[2:]
    # Where this cannot be asked for, the program outlives a killed bot, and the next start ends it.
    with contextlib.suppress(ImportError, AttributeError, OSError, MemoryError):
        import ctypes  # noqa: PLC0415 - not in every Python, nor allowed under every sandbox

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit("the parent ended before the program could begin")
    os.execv(program[0], program)  # noqa: S606 - becoming another program is the purpose


if __name__ == "__main__":
    main()
