"""Pods as processes: volumes are folders, containers run the programs of this machine."""

import base64
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

PORT = 8080
LUMI = os.environ["LUMI_OF_TESTS"]
NATS = os.environ["NATS_OF_TESTS"]
SERVICE = re.compile(r"([a-z0-9-]+)\.[a-z0-9-]+\.svc:(\d+)")
STARTING = 120


class Pod:
    def __init__(self, cluster, name, template):
        self.cluster = cluster
        self.name = name
        self.labels = template["metadata"]["labels"]
        self.spec = template["spec"]
        self.port = None
        self.processes = []
        self.is_over = False
        self.root = tempfile.mkdtemp(prefix=f"{name[:40]}-")
        if "serviceAccountName" in self.spec:
            cluster.object("ServiceAccount", self.spec["serviceAccountName"])

    def local(self, text):
        """Addresses of the cluster and of the pod as those of this machine."""
        text = SERVICE.sub(
            lambda it: self.cluster.network.address(self.name, self.labels, it[1], int(it[2])), text
        )
        return text.replace(f"127.0.0.1:{PORT}", f"127.0.0.1:{self.port}")

    def path(self, mount_path):
        return os.path.join(self.root, mount_path.removeprefix("/"))

    def mount(self, container):
        volumes = {it["name"]: it for it in self.spec.get("volumes", [])}
        for it in sorted(container.get("volumeMounts", []), key=lambda it: it["mountPath"]):
            volume, folder = volumes[it["name"]], self.path(it["mountPath"])
            os.makedirs(folder, exist_ok=True)
            if "configMap" in volume:
                files = self.cluster.object("ConfigMap", volume["configMap"]["name"])["data"]
                self.write(folder, {name: self.local(text) for name, text in files.items()})
            elif "secret" in volume:
                data = self.cluster.object("Secret", volume["secret"]["secretName"])["stringData"]
                self.write(folder, {item["path"]: self.local(data[item["key"]]) for item in volume["secret"]["items"]})
            elif "projected" in volume:
                self.write(folder, self.projected(volume["projected"]["sources"]))
            else:
                assert "emptyDir" in volume, volume

    def projected(self, sources):
        files = {}
        for it in sources:
            source = it["configMap"]
            found = self.cluster.object("ConfigMap", source["name"])
            content = {**found.get("data", {}), **found.get("binaryData", {})}
            decoded = {key: base64.b64decode(text) for key, text in found.get("binaryData", {}).items()}
            # The API server counts bytes, and takes no other keys.
            assert sum(len(text) for text in content.values()) < 1024 * 1024 * 4 / 3
            assert all(re.fullmatch(r"[-._a-zA-Z0-9]{1,253}", key) for key in content), content.keys()
            items = source.get("items", [{"key": key, "path": key} for key in content])
            files.update({item["path"]: decoded.get(item["key"]) or content[item["key"]] for item in items})
        return files

    @staticmethod
    def write(folder, files):
        """As kubelet does: links to links, so that all files change at once."""
        os.makedirs(os.path.join(folder, "..2026_11_29"), exist_ok=True)
        os.symlink("..2026_11_29", os.path.join(folder, "..data"))
        for name, content in files.items():
            path = os.path.join(folder, "..data", name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(content if isinstance(content, bytes) else content.encode())
        for name in {it.split("/")[0] for it in files}:
            os.symlink(os.path.join("..data", name), os.path.join(folder, name))

    def environment(self, container):
        variables = {"PATH": os.environ["PATH"], "HOME": self.root}
        for it in container.get("env", []):
            if "value" in it:
                value = it["value"]
            elif "secretKeyRef" in it["valueFrom"]:
                source = it["valueFrom"]["secretKeyRef"]
                value = self.cluster.object("Secret", source["name"])["stringData"][source["key"]]
            else:
                assert it["valueFrom"]["fieldRef"]["fieldPath"] == "metadata.labels['batch.kubernetes.io/job-name']"
                value = self.name
            variables[it["name"]] = self.local(value)
        for it in container.get("envFrom", []):
            data = self.cluster.object("Secret", it["secretRef"]["name"])["stringData"]
            variables.update({name: self.local(value) for name, value in data.items()})
        return variables

    def start(self, container):
        self.mount(container)
        args = [self.local(it).replace(f"--port={PORT}", "--port=0") for it in container["args"]]
        assert container["command"] == ["lumi"]
        folder = self.path(container["workingDir"])
        os.makedirs(folder, exist_ok=True)
        process = subprocess.Popen(
            [LUMI, *args],
            cwd=folder,
            env=self.environment(container),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.processes.append(process)
        threading.Thread(target=self.log, args=(container["name"], process.stderr), daemon=True).start()
        return process

    def serve_program(self, container):
        """Starts the program of a service or a daemon again and again, and waits until a service is ready."""
        ports = [it["containerPort"] for it in container.get("ports", [])]
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        variables = self.environment(container)
        if ports:
            [port] = ports
            assert variables["PORT"] == str(port), variables
            variables["PORT"] = str(self.port)

        def run():
            while not self.is_over:
                process = subprocess.Popen(
                    container["command"], env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
                )
                self.processes.append(process)
                self.log(container["name"], process.stdout)
                process.wait()

        threading.Thread(target=run, daemon=True).start()
        if not ports:
            return
        probe = container["readinessProbe"]["httpGet"]
        assert probe["port"] == port
        end = time.monotonic() + STARTING
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}{probe['path']}").close()
                break
            except OSError:
                assert time.monotonic() < end, self.cluster.log(self.name)
                time.sleep(0.02)
        self.cluster.network.pods[self.name] = (self.labels, {port: self.port})

    def log(self, container, stream):
        for line in stream:
            self.cluster.logs.append(f"{self.name} {container}: {line}")

    def serve(self, container):
        """Starts the platform of the function, and waits until it is ready."""
        process = self.start(container)
        line = process.stdout.readline()
        assert line.startswith("listening on http://"), (line, self.cluster.log(self.name))
        self.port = int(line.strip().rsplit(":", 1)[1])
        assert container["ports"] == [{"name": "http", "containerPort": PORT}]

    def run(self):
        """Starts a pod that stays."""
        first, *others = self.spec["containers"]
        if first["command"] != ["lumi"]:
            return self.serve_program(first)
        self.serve(first)
        for it in others:
            self.start(it)
        self.cluster.network.pods[self.name] = (self.labels, {PORT: self.port})

    def complete(self):
        """Runs a pod to its end."""
        for it in self.spec.get("initContainers", []):
            assert it["restartPolicy"] == "Always"
            self.serve(it)
        [main] = self.spec["containers"]
        process = self.start(main)
        process.stdout.read()
        code = process.wait(timeout=STARTING)
        self.stop()
        assert code == 0, self.cluster.log(self.name)

    def stop(self):
        self.is_over = True
        self.cluster.network.pods.pop(self.name, None)
        for it in self.processes:
            it.terminate()
        for it in self.processes:
            it.wait()
        shutil.rmtree(self.root, ignore_errors=True)


class NatsPod:
    """The server of NATS, on ports of its choice."""

    def __init__(self, cluster, spec):
        [container] = spec["template"]["spec"]["containers"]
        [volume] = spec["template"]["spec"]["volumes"]
        assert container["args"] == ["-c", "/etc/nats/nats.conf"]
        conf = cluster.object("ConfigMap", volume["configMap"]["name"])["data"]["nats.conf"]
        self.root = tempfile.mkdtemp(prefix="nats-")
        conf = conf.replace("listen: 0.0.0.0:4222", "listen: 127.0.0.1:-1").replace("http: 0.0.0.0:8222\n", "")
        conf = conf.replace("/data", f"{self.root}/data") + f"ports_file_dir: {self.root}\n"
        self.conf = os.path.join(self.root, "nats.conf")
        with open(self.conf, "w") as file:
            file.write(conf)
        self.cluster = cluster
        self.labels = spec["template"]["metadata"]["labels"]
        self.start()

    def start(self):
        self.process = subprocess.Popen([NATS, "-c", self.conf], stderr=subprocess.PIPE, text=True)
        threading.Thread(target=self.log, daemon=True).start()
        ports = os.path.join(self.root, f"nats-server_{self.process.pid}.ports")
        end = time.monotonic() + STARTING
        while not os.path.exists(ports) or not os.path.getsize(ports):
            assert self.process.poll() is None and time.monotonic() < end, self.cluster.log("nats")
            time.sleep(0.02)
        with open(ports) as file:
            port = int(json.load(file)["nats"][0].rsplit(":", 1)[1])
        self.cluster.network.pods["nats"] = (self.labels, {4222: port})

    def restart(self):
        """Kills the server, which begins again with its volume."""
        self.process.kill()
        self.process.wait()
        self.start()

    def log(self):
        for line in self.process.stderr:
            self.cluster.logs.append(f"nats: {line}")

    def stop(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.root, ignore_errors=True)
