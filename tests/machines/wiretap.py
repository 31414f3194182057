# SPDX-License-Identifier: Apache-2.0
"""Reads along on a device, and tells which texts have been in a packet. One command a line."""

import select
import socket
import sys

ALL_PROTOCOLS = 3
LARGEST_BYTES = 1 << 16


def main():
    device, *texts = sys.argv[1:]
    unseen = {text.encode() for text in texts}
    packets = 0
    tap = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ALL_PROTOCOLS))
    tap.bind((device, 0))
    print("> ready", flush=True)
    while True:
        ready, _, _ = select.select([tap, sys.stdin], [], [])
        if tap in ready:
            packet = tap.recv(LARGEST_BYTES)
            packets += 1
            unseen -= {text for text in unseen if text in packet}
        elif not sys.stdin.readline():
            return
        else:
            seen = sorted({text for text in texts} - {text.decode() for text in unseen})
            print(f"> packets={packets} seen={','.join(seen)}", flush=True)


main()
