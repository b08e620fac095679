"""The network of the cluster: services, and policies that decide who reaches them. Each pod has addresses of its own for the
services that it uses, so that its connections are known to be its own."""

import asyncio
import random
import threading


def selects(selector, labels):
    assert set(selector) <= {"matchLabels"}, selector
    return all(labels.get(name) == value for name, value in selector.get("matchLabels", {}).items())


class Network:
    def __init__(self):
        self.policies = {}
        self.services = {}
        # Pods that are ready, by name: labels and ports.
        self.pods = {}
        self.refused = []
        self.ports = {}
        self.lock = threading.Lock()
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def address(self, source, labels, service, port):
        """The address by which a pod reaches a service."""
        with self.lock:
            key = (source, service, port)
            if key not in self.ports:
                listening = self.listen(source, labels, service, port)
                self.ports[key] = asyncio.run_coroutine_threadsafe(listening, self.loop).result()
            return f"127.0.0.1:{self.ports[key]}"

    async def listen(self, source, labels, service, port):
        async def connected(reader, writer):
            target = self.target(service, port)
            if target is None or not self.is_allowed(source, labels, *target):
                writer.transport.abort()
                return
            try:
                onward = await asyncio.open_connection("127.0.0.1", target[2])
            except OSError:
                writer.transport.abort()
                return
            await asyncio.gather(copy(reader, onward[1]), copy(onward[0], writer))

        server = await asyncio.start_server(connected, "127.0.0.1", 0, backlog=512)
        return server.sockets[0].getsockname()[1]

    def target(self, service, port):
        """Labels, the port of the pod as its container names it, and the port on this machine."""
        if service not in self.services:
            return None
        spec = self.services[service]
        ports = [it["targetPort"] for it in spec["ports"] if it["port"] == port]
        ready = [
            (labels, ports[0], real[ports[0]])
            for labels, real in self.pods.values()
            if ports and ports[0] in real and selects({"matchLabels": spec["selector"]}, labels)
        ]
        return random.choice(ready) if ready else None

    def is_allowed(self, source, labels, target, port, _):
        # Work outside of the cluster has no labels, and no policy of its own.
        outward = None if labels is None else self.rules("Egress", labels)
        inward = self.rules("Ingress", target)
        may_leave = outward is None or any(matches(it, "to", target, port) for it in outward)
        may_enter = inward is None or any(matches(it, "from", labels, port) for it in inward)
        if not (may_leave and may_enter):
            self.refused.append(f"{source} to {target['app.kubernetes.io/name']}:{port}")
        return may_leave and may_enter

    def rules(self, kind, labels):
        """None if no policy is for such pods."""
        policies = [
            it for it in self.policies.values() if kind in it["policyTypes"] and selects(it["podSelector"], labels)
        ]
        return [rule for it in policies for rule in it[kind.lower()]] if policies else None


def matches(rule, side, labels, port):
    peers = rule.get(side)
    ports = rule.get("ports")
    is_peer = peers is None or any(labels is not None and selects(it["podSelector"], labels) for it in peers)
    return is_peer and (ports is None or any(it["protocol"] == "TCP" and it["port"] == port for it in ports))


async def copy(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
        writer.write_eof()
    except OSError:
        writer.transport.abort()
