"""A pod of Postgres: the real server, on a port of its choice."""

import glob
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time

STARTING = 120
# The user of Postgres where tests run as root, whom it refuses.
USER = 65534


def programs():
    """The folder of the newest version that the system has; None if there is none."""
    folders = os.environ["PATH"].split(os.pathsep) + sorted(glob.glob("/usr/lib/postgresql/*/bin"))
    return next((it for it in reversed(folders) if os.path.exists(os.path.join(it, "initdb"))), None)


def command(program, *args):
    as_user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "--pdeathsig=KILL", "--"]
    return [*(as_user if os.getuid() == 0 else []), os.path.join(programs(), program), *args]


class PostgresPod:
    """The server with the user and the database of its variables, as its image makes them."""

    def __init__(self, cluster, name, spec):
        template = spec["template"]
        [container] = template["spec"]["containers"]
        [claim] = spec["volumeClaimTemplates"]
        assert claim["metadata"]["name"] in [it["name"] for it in container["volumeMounts"]]
        variables = {}
        for it in container["env"]:
            source = it.get("valueFrom", {}).get("secretKeyRef")
            value = cluster.object("Secret", source["name"])["stringData"][source["key"]] if source else it["value"]
            variables[it["name"]] = value
        self.root = tempfile.mkdtemp(prefix="postgres-", dir="/tmp")
        os.chmod(self.root, 0o755)
        self.data = os.path.join(self.root, "data")
        os.mkdir(self.data)
        if os.getuid() == 0:
            os.chown(self.data, USER, USER)
        password = os.path.join(self.root, "password")
        with open(password, "w") as file:
            file.write(variables["POSTGRES_PASSWORD"])
        user = variables["POSTGRES_USER"]
        made = command("initdb", "--no-sync", "-U", user, "-A", "scram-sha-256", "-E", "UTF8", "--locale=C")
        subprocess.run([*made, f"--pwfile={password}", "-D", self.data], check=True, stdout=subprocess.DEVNULL)
        # The image makes the database before it lets others in.
        single = command("postgres", "--single", "-D", self.data, "postgres")
        text = f'CREATE DATABASE "{variables["POSTGRES_DB"]}"\n'
        subprocess.run(single, check=True, input=text, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.cluster, self.name, self.labels = cluster, name, template["metadata"]["labels"]
        self.start()

    def start(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        options = ["-h", "127.0.0.1", "-k", "", "-c", "fsync=off", "-p", str(port), "-D", self.data]
        self.process = subprocess.Popen(command("postgres", *options), stderr=subprocess.PIPE, text=True)
        threading.Thread(target=self.log, daemon=True).start()
        end = time.monotonic() + STARTING
        while "ready to accept connections" not in self.cluster.log(f"{self.name}: "):
            assert self.process.poll() is None and time.monotonic() < end, self.cluster.log(self.name)
            time.sleep(0.02)
        self.cluster.network.pods[self.name] = (self.labels, {5432: port})

    def log(self):
        for line in self.process.stderr:
            self.cluster.logs.append(f"{self.name}: {line}")

    def stop(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.root, ignore_errors=True)
