// Servers that a test, or a program that it runs, opens: they wait for others, who never come, and would keep the test
// running for ever. While a test runs, a server alone keeps nothing running.

/** A server that listens. */
export interface TestServer {
  /** Its address, or the path of its socket. */
  address(): string;
  /** Whether the program wants to run on as long as the server listens. */
  hasRef(): boolean;
}

/** The servers of the test that runs, with the places where they began to listen. */
let servers: Map<TestServer, string> | undefined;

/** Begins a test; the answer ends it. */
export function beginTest(): () => void {
  const before = servers;
  servers = new Map();
  return () => void (servers = before);
}

/** Adds a server; whether a test runs. */
export function serverOpened(server: TestServer, place: string): boolean {
  servers?.set(server, place);
  return servers !== undefined;
}

/** The place of the program that calls; empty where no test runs. */
export function callingPlace(): string {
  return servers === undefined ? "" : firstPlace(new Error().stack ?? "");
}

export function serverClosed(server: TestServer): void {
  servers?.delete(server);
}

/** The servers that are open and keep the program running: `127.0.0.1:80 (index.ts:3:5)`. */
export function openServers(): string[] {
  const open = [...servers ?? []].filter(([server]) => server.hasRef());
  return open.map(([server, place]) => (place === "" ? server.address() : `${server.address()} (${place})`));
}

/** The first place of a stack that is not in lumi. */
function firstPlace(stack: string): string {
  for (const line of stack.split("\n").slice(1)) {
    const found = /(?:at |\()(?:async )?([^\s()]+:\d+:\d+)\)?$/.exec(line.trim());
    if (found !== null && !/^(?:lumi|node|ext):/.test(found[1]!)) return found[1]!;
  }
  return "";
}
