"""Kubernetes on loopback: the objects of a plan, pods as processes, services, policies of the network, and a real server of NATS.
Prints its port."""

import json
import logging
import os
import sys
import threading
import time
import traceback
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from moto.server import ThreadedMotoServer

from judged import judge
from network import Network
from pods import NatsPod, Pod
from postgres import PostgresPod
from signed import judge_signed_urls

KINDS = "ConfigMap CronJob DaemonSet Deployment HTTPRoute Job Namespace NetworkPolicy Secret Service ServiceAccount StatefulSet".split()


class Cluster:
    def __init__(self):
        self.lock = threading.Lock()
        self.s3 = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        self.s3.start()
        self.pods = {}
        self.reset()

    def object(self, kind, name):
        """An object, for which a pod waits, as objects come in any order."""
        for _ in range(300):
            if (kind, name) in self.objects:
                break
            time.sleep(0.1)
        return self.objects[kind, name]

    def log(self, name):
        return "".join(it for it in self.logs if it.startswith(name))

    def deploy(self, inputs):
        judge(inputs)
        kind, metadata = inputs["kind"], inputs["metadata"]
        name = metadata["name"]
        assert kind in KINDS, kind
        with self.lock:
            if kind != "Namespace":
                assert ("Namespace", metadata["namespace"]) in self.objects, f"{kind} {name} comes before its namespace"
            assert (kind, name) not in self.objects, f"there is {kind} {name} already"
            self.objects[kind, name] = inputs
        made = getattr(self, f"make_{kind}", None)
        if made is not None:
            made(name, inputs.get("spec"))
        return {"id": f"{metadata.get('namespace', '')}/{name}"}

    def make_NetworkPolicy(self, name, spec):
        self.network.policies[name] = spec

    def make_Service(self, name, spec):
        self.network.services[name] = spec

    def make_StatefulSet(self, name, spec):
        is_database = spec["template"]["metadata"]["labels"]["app.kubernetes.io/component"] == "database"
        self.pods[name] = PostgresPod(self, name, spec) if is_database else NatsPod(self, spec)

    def make_Job(self, name, spec):
        Pod(self, name, spec["template"]).complete()

    def make_Deployment(self, name, spec):
        for number in range(spec["replicas"]):
            # The first replica has the name of the Deployment.
            replica = f"{name}-{number}" if number else name
            pod = self.pods[replica] = Pod(self, replica, spec["template"])
            pod.run()

    def make_DaemonSet(self, name, spec):
        """The cluster has one machine, which is kept from nobody."""
        assert spec["template"]["spec"]["tolerations"] == [{"operator": "Exists"}]
        self.pods[name] = Pod(self, name, spec["template"])
        self.pods[name].run()

    def tick(self):
        """Runs the jobs of all schedules, as of this minute."""
        for (kind, name), inputs in list(self.objects.items()):
            if kind == "CronJob":
                template = inputs["spec"]["jobTemplate"]["spec"]["template"]
                Pod(self, f"{name}-{int(time.time()) // 60}", template).complete()

    def call(self, name, args):
        """Calls a function as another pod does that has its token."""
        pod = self.pods[name]
        token = self.object("Secret", name)["stringData"]["token"]
        request = urllib.request.Request(
            f"http://127.0.0.1:{pod.port}/_lumi/functions/{name}",
            json.dumps(args).encode(),
            {"authorization": f"Bearer {token}"},
        )
        try:
            with urllib.request.urlopen(request) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            return json.load(error)

    def relabel(self, name, label, value):
        """Changes a label of a pod, for the network."""
        labels = self.pods[name].labels
        labels.pop(label, None) if value is None else labels.update({label: value})

    def control(self, path, data):
        commands = {
            "deploy": self.deploy,
            "reset": self.reset,
            "call": self.call,
            "tick": self.tick,
            "relabel": self.relabel,
            "restart": lambda name: self.pods[name].restart(),
            "s3": lambda: f"http://127.0.0.1:{self.s3.get_host_and_port()[1]}",
            "refused": lambda: self.network.refused,
            "log": lambda: self.logs,
            # The address of a service for requests from outside of the cluster.
            "outside": lambda service: self.network.address(None, None, service, 8080),
        }
        return commands[path](**data)

    def reset(self):
        """Begins with an empty cluster."""
        self.stop()
        self.objects, self.pods, self.logs = {}, {}, []
        self.network = Network()

    def stop(self):
        for it in self.pods.values():
            it.stop()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            status, answer = 200, json.dumps(cluster.control(self.path[1:], json.loads(body or b"{}")))
        except Exception:
            traceback.print_exc()
            status, answer = 500, traceback.format_exc()
        content = answer.encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


logging.getLogger("werkzeug").setLevel(logging.ERROR)
judge_signed_urls()
cluster = Cluster()
server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
# The end of the test closes it.
sys.stdin.read()
cluster.stop()
os._exit(0)
