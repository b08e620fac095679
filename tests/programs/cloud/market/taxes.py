"""Answers calls of methods: `POST /rpc/taxes/METHOD` with a list of arguments as JSON."""

import http.server
import json
import os


def gross(net):
    return round(net * 1.19)


METHODS = {"gross": gross}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, value):
        content = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def do_GET(self):
        self.answer(200, {})

    def do_POST(self):
        arguments = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        method = METHODS.get(self.path.removeprefix("/rpc/taxes/"))
        if method is None:
            self.answer(404, {"error": "there is no such method"})
        else:
            self.answer(200, {"result": method(*arguments)})


http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
