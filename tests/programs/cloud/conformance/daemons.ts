// The behaviours of `Daemon`: a program in Python, which tells a service of its life.

import { secret } from "lumi";
import { Daemon, Service } from "lumi/cloud";
import { type Behaviours, equal, eventually, optional } from "./checks.ts";

/** Counts the reports of each process, and asks one to end. */
const REGISTER = `
import collections, http.server, json, os

reports, ending = collections.OrderedDict(), set()

class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        answer = list(reports.values())
        if self.path == "/end":
            ending.update(reports)
        content = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def do_POST(self):
        report = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        process = report["process"]
        known = reports.setdefault(process, {**report, "count": 0})
        known["count"] += 1
        content = b"end" if process in ending else b"go on"
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
`;

const DAEMON = `
import json, os, time, urllib.request

report = {
    "process": os.getpid(),
    "greeting": os.environ.get("GREETING"),
    "password": os.environ.get("PASSWORD"),
    "port": os.environ.get("PORT"),
}
while True:
    try:
        with urllib.request.urlopen(os.environ["LUMI_REGISTER_URL"] + "/", json.dumps(report).encode()) as response:
            if response.read() == b"end":
                os._exit(3)
    except OSError:
        pass
    time.sleep(0.1)
`;

const image = "registry.example.com/daemon:1";

const names = [
  "it runs with its variables, and reaches the services that it uses",
  "there is one on each machine",
  "one that ends is started again",
] as const;

let register: Service | undefined;
optional(names.map((it) => `Daemon: ${it}`), () => {
  register = new Service("register", { image, command: ["python3", "-c", REGISTER], health: "/" });
  new Daemon("agent", {
    image,
    command: ["python3", "-c", DAEMON],
    environment: { GREETING: "hello", PASSWORD: secret("battery") },
    uses: [register],
    grace: 2,
  });
});

interface Report {
  readonly process: number;
  readonly greeting: string;
  readonly password: string;
  readonly port: string | null;
  readonly count: number;
}

async function reports(path = "/"): Promise<Report[]> {
  return (await register!.fetch(path)).json();
}

/** The last process, once it has reported again. */
const running = () =>
  eventually(async () => {
    const last = (await reports()).at(-1);
    return last !== undefined && last.count >= 2 ? last : undefined;
  });

/** The processes that report while one of them reports three times; undefined if a process ended or began meanwhile. */
async function alive(): Promise<number[] | undefined> {
  const { process } = await running();
  const before = new Map((await reports()).map((it) => [it.process, it.count]));
  const risen = (it: Report) => it.count - (before.get(it.process) ?? 0);
  const after = await eventually(async () => {
    const all = await reports();
    return all.some((it) => risen(it) >= 3) ? all : undefined;
  });
  return after.at(-1)!.process === process ? after.filter((it) => risen(it) >= 2).map((it) => it.process) : undefined;
}

export const daemons: Behaviours = {
  "it runs with its variables, and reaches the services that it uses": async () => {
    const { greeting, password, port } = await running();
    equal([greeting, password, port], ["hello", "battery", null]);
  },
  "there is one on each machine": async () => {
    // The targets of the tests have one machine. Another behaviour ends the process, so that its successor may be seen.
    const processes = await eventually(alive);
    equal(processes.length, 1);
  },
  "one that ends is started again": async () => {
    const { process } = await running();
    await reports("/end");
    await eventually(async () => {
      const last = (await reports()).at(-1);
      return last === undefined || last.process === process ? undefined : true;
    });
  },
};
