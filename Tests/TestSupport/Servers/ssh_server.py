"""Hands each connection to an `sshd` of its own.

Usage: ssh_server.py SSHD CONFIGURATION; prints the port.
"""
import signal
import socket
import subprocess
import sys

sshd, configuration = sys.argv[1:]
# A thread of a test may block signals, and `sshd` waits for some.
signal.pthread_sigmask(signal.SIG_SETMASK, [])
server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
while True:
    connection, _ = server.accept()
    with connection:
        subprocess.Popen(
            [sshd, "-i", "-f", configuration], stdin=connection, stdout=connection,
            stderr=subprocess.DEVNULL, restore_signals=True)
