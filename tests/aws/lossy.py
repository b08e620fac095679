"""A proxy that loses every second answer: the request has been done, and its connection ends."""

import http.client
import itertools
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def start_lossy(port):
    """The address of a proxy for a port."""
    numbers = itertools.count()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            upstream = http.client.HTTPConnection("127.0.0.1", port)
            # With the host of the proxy, which is signed.
            upstream.request("POST", self.path, body, dict(self.headers.items()))
            response = upstream.getresponse()
            text = response.read()
            if next(numbers) % 2 == 0:
                self.close_connection = True
                return
            self.send_response(response.status)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"
