// The behaviours of `Service`: programs in Python.

import { secret } from "lumi";
import { Service, type ServiceArgs, traceparent } from "lumi/cloud";
import { type Behaviours, equal, eventually, optional } from "./checks.ts";

/** Answers what it got, as JSON; `/end` ends it, `/back` asks the service that it uses, `/parts` answers in parts. */
const PROGRAM = `
import http.server, json, os, sys, urllib.request

class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self):
        if self.path == "/end":
            os._exit(3)
        if self.path == "/parts":
            self.send_response(200)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for part in [b"first", b"second"]:
                self.wfile.write(b"%x\\r\\n%s\\r\\n" % (len(part), part))
                self.wfile.flush()
            self.wfile.write(b"0\\r\\n\\r\\n")
            return
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length).decode()
        if self.headers.get("Transfer-Encoding") == "chunked":
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size).decode()
                self.rfile.readline()
            self.rfile.readline()
        status = 503 if self.path == "/busy" else 200
        got = {
            "method": self.command,
            "path": self.path,
            "headers": {name.lower(): value for name, value in self.headers.items()},
            "body": body,
            "process": os.getpid(),
            "greeting": os.environ.get("GREETING"),
            "password": os.environ.get("PASSWORD"),
        }
        if self.path == "/back":
            with urllib.request.urlopen(os.environ["LUMI_BACK_URL"] + "/from-front") as response:
                got["back"] = json.load(response)["path"]
        content = json.dumps(got).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PUT = do_DELETE = answer

print("listening", flush=True)
http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
`;

/** The image is for targets that run images, the command for all. */
const program: ServiceArgs = {
  image: "registry.example.com/service:1",
  command: ["python3", "-c", PROGRAM],
  health: "/health",
  grace: 2,
};

const names = [
  "a request reaches the program as it was sent",
  "the answer is that of the program",
  "an answer in parts is passed on",
  "the URL is for any client of HTTP",
  "the program has its variables",
  "a request belongs to the trace of its caller",
  "a program reaches the services that it uses",
  "a program that ends is started again",
  "requests go to all replicas",
] as const;

let front: Service | undefined;
let mortal: Service | undefined;
let twice: Service | undefined;
optional(names.map((it) => `Service: ${it}`), () => {
  const back = new Service("back", program);
  front = new Service("front", {
    ...program,
    environment: { GREETING: "hello", PASSWORD: secret("battery") },
    uses: [back],
  });
  mortal = new Service("mortal", program);
  twice = new Service("twice", { ...program, replicas: 2 });
});

/** The answer of a program, which is JSON. */
async function ask(service: Service | undefined, path: string, init?: RequestInit): Promise<any> {
  const response = await service!.fetch(path, init);
  equal(response.status, 200);
  return response.json();
}

export const services: Behaviours = {
  "a request reaches the program as it was sent": async () => {
    const body = "h\u00e9llo";
    const headers = { "x-own": "1", authorization: "Bearer own" };
    const got = await ask(front, "/a%2Fb/?c=%20d", { method: "PUT", headers, body });
    equal([got.method, got.path, got.body], ["PUT", "/a%2Fb/?c=%20d", body]);
    equal([got.headers["x-own"], got.headers.authorization], ["1", "Bearer own"]);
  },
  "the answer is that of the program": async () => {
    const response = await front!.fetch("/busy");
    equal([response.status, response.headers.get("content-type")], [503, "application/json"]);
    equal((await response.json()).path, "/busy");
  },
  "an answer in parts is passed on": async () => {
    equal(await (await front!.fetch("/parts")).text(), "firstsecond");
  },
  "the URL is for any client of HTTP": async () => {
    const response = await fetch(`${await front!.url()}/by-url`);
    equal((await response.json()).path, "/by-url");
  },
  "the program has its variables": async () => {
    const { greeting, password } = await ask(front, "/");
    equal([greeting, password], ["hello", "battery"]);
  },
  "a request belongs to the trace of its caller": async () => {
    const { headers } = await ask(front, "/");
    equal(headers.traceparent.slice(0, 35), traceparent()!.slice(0, 35));
  },
  "a program reaches the services that it uses": async () => {
    equal((await ask(front, "/back")).back, "/from-front");
  },
  "a program that ends is started again": async () => {
    const before = (await ask(mortal, "/")).process;
    await mortal!.fetch("/end").catch(() => {});
    await eventually(async () => {
      const response = await mortal!.fetch("/").catch(() => undefined);
      if (response?.status !== 200) return undefined;
      return (await response.json()).process === before ? undefined : true;
    });
  },
  "requests go to all replicas": async () => {
    const processes = new Set<number>();
    await eventually(async () => {
      // Targets may have the replicas take turns by connections, which requests at the same time do not share.
      const answers = await Promise.all(Array.from({ length: 16 }, () => ask(twice, "/")));
      for (const it of answers) processes.add(it.process);
      return processes.size === 2 ? true : undefined;
    });
  },
};
