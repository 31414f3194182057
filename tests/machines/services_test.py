# SPDX-License-Identifier: Apache-2.0
"""Services and parameters between machines."""

from machine import until
from machines_case import MachinesCase, main


class Services(MachinesCase):
    def test_a_service_of_another_machine_answers(self):
        server, client = map(self.node, self.two_machines())
        server.ask("server /add")
        client.ask("client /add")
        self.assertTrue(until(lambda: client.ask("available /add") == "yes"))
        for number in range(20):
            self.assertEqual(client.ask(f"add /add {number} 2"), f"sum={number + 2}")

    def test_clients_of_two_machines_each_get_their_own_answers(self):
        server, *clients = map(self.node, self.machines_on_a_switch(3))
        server.ask("server /add")
        for client in clients:
            client.ask("client /add")
        for client in clients:
            self.assertTrue(until(lambda: client.ask("available /add") == "yes"))
        for number in range(20):
            for factor, client in enumerate(clients, 1):
                client.tell(f"add /add {number} {1000 * factor}")
            for factor, client in enumerate(clients, 1):
                self.assertEqual(client.answer(), f"sum={number + 1000 * factor}")

    def test_a_service_answers_over_a_cable_that_loses_and_delays(self):
        machines = self.machine(), self.machine()
        cable = self.bad_cable(*machines)
        server, client = map(self.node, machines)
        server.ask("server /add")
        client.ask("client /add")
        self.assertTrue(until(lambda: client.ask("available /add") == "yes"))
        cable.set("lose 100", "delay 1 3")
        for number in range(20):
            self.assertEqual(client.ask(f"add /add {number} 2"), f"sum={number + 2}")

    def test_parameters_of_a_node_on_another_machine_are_read_and_set(self):
        here, there = self.two_machines()
        owner = self.node(here, "--ros-args", "-r", "__node:=camera")
        asking = self.node(there)
        owner.ask("parameter exposure 10")
        self.assertEqual(asking.ask("get /camera exposure"), "value=10")
        self.assertEqual(asking.ask("set /camera exposure 20"), "ok")
        self.assertEqual(asking.ask("get /camera exposure"), "value=20")


if __name__ == "__main__":
    main()
