"""The server that is deployed. It runs as long as there is a file with its address.

python3 server.py start ADDRESS PAGE RULES PORT    starts it and prints its address; port 0 is any
python3 server.py status ADDRESS                   whether it answers, as the exit code
python3 server.py stop ADDRESS                     ends it
"""

import http.server
import ipaddress
import json
import pathlib
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

PATIENCE = 10


class Page(http.server.BaseHTTPRequestHandler):
    page: pathlib.Path
    networks: list

    def do_GET(self):
        client = ipaddress.ip_address(self.client_address[0])
        is_allowed = any(client in network for network in self.networks)
        body = self.page.read_bytes() if is_allowed else b"your address is not let in\n"
        self.send_response(200 if is_allowed else 403)
        self.send_header("content-type", "text/html" if is_allowed else "text/plain")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *args):
        pass


def serve(address, page, rules, port):
    Page.page = pathlib.Path(page)
    ingress = json.loads(pathlib.Path(rules).read_text())["ingress"]
    Page.networks = [ipaddress.ip_network(block) for rule in ingress for block in rule["cidr_blocks"]]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Page)
    url = f"http://127.0.0.1:{server.server_address[1]}/"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address.write_text(url)
    while address.exists() and address.read_text() == url:
        time.sleep(0.1)
    server.shutdown()


def start(address, *arguments):
    address.parent.mkdir(parents=True, exist_ok=True)
    address.unlink(missing_ok=True)
    command = [sys.executable, __file__, "serve", str(address), *arguments]
    nothing = subprocess.DEVNULL
    process = subprocess.Popen(command, start_new_session=True, stdin=nothing, stdout=nothing, stderr=subprocess.PIPE)
    while process.poll() is None:
        if status(address):
            print(address.read_text())
            return
        time.sleep(0.05)
    sys.exit(process.stderr.read().decode())


def status(address):
    try:
        urllib.request.urlopen(address.read_text(), timeout=PATIENCE).close()
    except urllib.error.HTTPError:
        return True
    except (OSError, ValueError):
        return False
    return True


def stop(address):
    if not address.exists():
        return
    url = address.read_text()
    address.unlink()
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            urllib.request.urlopen(url, timeout=1).close()
        except urllib.error.HTTPError:
            pass
        except OSError:
            return
        time.sleep(0.05)
    sys.exit(f"the server at {url} does not end")


if __name__ == "__main__":
    verb, file, *rest = sys.argv[1:]
    result = {"serve": serve, "start": start, "status": status, "stop": stop}[verb](pathlib.Path(file), *rest)
    sys.exit(result is False)
