# SPDX-License-Identifier: Apache-2.0
"""Machines of a test: network namespaces, each with a registry and logs of its own.

A namespace lives as long as a process in it. The first one waits for the test to end; it and everything
that is started here die with the test, however that ends, so nothing has to be removed.
"""

import os
import pathlib
import shutil
import subprocess
import time

DEADLINE_S = 20 * int(os.environ.get("MACHINES_SLOWNESS", "1"))
DEVICE = "link0"
MULTICAST = "224.0.0.0/4"
TOOLS = ("ip", "ss", "nsenter", "unshare", "setpriv")
DIES_WITH_THE_TEST = ("setpriv", "--pdeathsig", "KILL", "--")
# Administrators' tools are not in every user's path.
os.environ["PATH"] = os.environ.get("PATH", "") + ":/usr/sbin:/sbin:/usr/bin:/bin"


def why_there_are_none():
    """What keeps this system from having machines; nothing if it can."""
    if os.geteuid() != 0:
        return "only root makes network namespaces"
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        return f"{', '.join(missing)} missing: install iproute2 and util-linux"
    tried = subprocess.run(["unshare", "--net", "true"], capture_output=True, text=True)
    if tried.returncode != 0:
        return f"this system allows no network namespaces: {tried.stderr.strip()}"
    return None


def until(condition, patience_s=DEADLINE_S):
    """The first true value of the condition, or its last one after the deadline."""
    deadline = time.monotonic() + patience_s
    while True:
        value = condition()
        if value or time.monotonic() > deadline:
            return value
        # lint-ok: no_sleep_in_tests: the poll of a condition with a deadline
        time.sleep(0.01)


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE_S)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


class Machine:
    def __init__(self, directory: pathlib.Path, number: int):
        self.address = f"10.77.0.{number}"
        self.directory = directory
        self.registry = directory / "registry"
        self.logs = directory / "log"
        self.logs.mkdir(parents=True)
        self._first = subprocess.Popen(
            [*DIES_WITH_THE_TEST, "unshare", "--net", "cat"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._first.stdin.write("are you there?\n")
        self._first.stdin.flush()
        if not self._first.stdout.readline():
            raise AssertionError("the first process of a machine does not begin")
        self.namespace = f"/proc/{self._first.pid}/ns/net"
        self._identity = os.readlink(self.namespace)
        self.run("ip", "link", "set", "lo", "up")

    @property
    def first_pid(self):
        return str(self._first.pid)

    def inside(self, *command):
        """The command, as it is run on this machine."""
        return ("nsenter", f"--net={self.namespace}", "--", *command)

    def run(self, *command):
        return run(*self.inside(*map(str, command)))

    def environment(self, **more):
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("ROS_", "RCUTILS_", "BATON_", "FASTRTPS_", "FASTDDS_"))
        }
        own = {"BATON_REGISTRY_DIR": str(self.registry), "ROS_LOG_DIR": str(self.logs)}
        return {**kept, **own, **more}

    def bring_up(self):
        """What the system does when a cable is plugged in."""
        self.run("ip", "link", "set", DEVICE, "up")
        self.run("ip", "route", "replace", MULTICAST, "dev", DEVICE)

    def bring_down(self):
        self.run("ip", "link", "set", DEVICE, "down")

    def configure(self):
        self.run("ip", "link", "set", DEVICE, "mtu", 1500, "txqueuelen", 20000)
        self.run("ip", "address", "add", f"{self.address}/24", "dev", DEVICE)
        self.bring_up()

    def sockets(self):
        """Lines of `ss` about Internet sockets: what they are bound to, and whose they are."""
        return self.run("ss", "-H", "-a", "-n", "-p", "-A", "inet").splitlines()

    def bound_to(self, pid):
        """Addresses, without ports, that sockets of the process listen at."""
        mine = [line.split()[4] for line in self.sockets() if f"pid={pid}," in line]
        return {name.rsplit(":", 1)[0] for name in mine}

    def processes(self):
        """Those that are in this namespace, as lines of /proc."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if os.readlink(path / "ns/net") == self._identity:
                    found.append((path / "cmdline").read_text().replace("\0", " "))
            except OSError:
                continue  # it has just ended
        return found

    def end(self, patience_s=5):
        """Fails if anything of this machine goes on."""
        self._first.stdin.close()
        self._first.wait(DEADLINE_S)
        self._first.stdout.close()
        until(lambda: not self.processes(), patience_s)
        left = self.processes()
        if left:
            raise AssertionError(f"processes are left on a machine: {left}")


def plug_together(one: Machine, other: Machine):
    """A cable between two machines."""
    run(
        *("ip", "link", "add", DEVICE, "netns", one.first_pid, "type", "veth"),
        *("peer", "name", DEVICE, "netns", other.first_pid),
    )
    for machine in (one, other):
        machine.configure()


def plug_into_a_switch(switch: Machine, *machines: Machine):
    switch.run("ip", "link", "add", "bridge0", "type", "bridge", "mcast_snooping", "0")
    switch.run("ip", "link", "set", "bridge0", "up")
    for number, machine in enumerate(machines):
        port = f"port{number}"
        run(
            *("ip", "link", "add", DEVICE, "netns", machine.first_pid, "type", "veth"),
            *("peer", "name", port, "netns", switch.first_pid),
        )
        switch.run("ip", "link", "set", port, "master", "bridge0", "up")
        machine.configure()
