// Servers that a test, or a program that it runs, opens: they wait for others, who never come, and would keep the test
// running for ever. While a test runs, a server alone keeps nothing running.

/** A server that listens. */
export interface TestServer {
  /** Its address, or the path of its socket. */
  address(): string;
  /** Whether the program wants to run on as long as the server listens. */
  hasRef(): boolean;
}

/** Open servers, with the places where they began to listen. */
type Servers = Map<TestServer, string>;

/** The servers of the test that runs. */
let servers: Servers | undefined;

/** Those of hooks before several tests, which may be open until the last of these has ended. */
const shared: Servers = new Map();

/** The code that lets a server listen. The server may open later, while another test runs. */
export interface CallingPlace {
  /** The servers of the test or of the hooks that run; undefined where no test runs. */
  readonly owner: Servers | undefined;
  /** The place in the program; empty where no test runs. */
  readonly place: string;
}

/** Begins a test; the answer ends it. */
export function beginTest(): () => void {
  const before = servers;
  servers = new Map();
  return () => void (servers = before);
}

/** Runs hooks before several tests: what they open belongs to none of these. */
export async function sharingServers(hooks: () => Promise<void>): Promise<void> {
  const before = servers;
  servers = shared;
  try {
    await hooks();
  } finally {
    // Hooks that never ended may end in another test.
    if (servers === shared) servers = before;
  }
}

/** The test and the place of the program that call. */
export function callingPlace(): CallingPlace {
  return { owner: servers, place: servers === undefined ? "" : firstPlace(new Error().stack ?? "") };
}

/** Adds a server; whether a test or its hooks let it listen. */
export function serverOpened(server: TestServer, { owner, place }: CallingPlace): boolean {
  owner?.set(server, place);
  return owner !== undefined;
}

export function serverClosed(server: TestServer, { owner }: CallingPlace): void {
  owner?.delete(server);
}

/** The servers that are open and keep the program running: `127.0.0.1:80 (index.ts:3:5)`. */
export function openServers(): string[] {
  return places(servers ?? []);
}

/** The open servers of hooks before several tests. */
export function sharedServers(): string[] {
  return places(shared);
}

/** Fails if servers are open. `who` has a verb, such as `the test leaves`. */
export function checkClosed(who: string, open: readonly string[]): void {
  if (open.length === 0) return;
  const listed = open.map((it) => `\n  ${it}`).join("");
  throw new Error(`${who} servers open, for which a program waits without end; close them:${listed}`);
}

function places(all: Iterable<[TestServer, string]>): string[] {
  const open = [...all].filter(([server]) => server.hasRef());
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
