// Runs what the target `recorder` records, in memory: the bundles of functions, with the permissions that they were given.

import { AsyncLocalStorage } from "node:async_hooks";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { type ActiveSpan, type Resilience, setUpDatabase, type TelemetryRuntime } from "lumi/cloud";
import type { RunResult } from "lumi/testing";
import { Processes } from "./processes.ts";
import { type RecordedSite, serve } from "./site_server.ts";

interface Granted {
  readonly actions: readonly string[];
  readonly resource: string;
}

/** A deployed function. */
interface Deployed {
  readonly name: string;
  readonly run: (event: any) => Promise<any>;
  readonly permissions: readonly Granted[];
  readonly source: Record<string, any>;
  readonly resilience: Resilience;
  /** The calls that run, the failures in a row, and the calls so far. */
  readonly calls: { running: number; failures: number; made: number };
}

interface Message {
  readonly id: string;
  readonly body: string;
  readonly key?: string;
  readonly traceparent?: string;
  receives: number;
}

/** A function that runs, and its place in a trace. */
interface Running {
  readonly deployed: Deployed;
  readonly traceparent: string;
  /** Whether it comes again if it fails. */
  readonly isRetried: boolean;
}

interface Row {
  readonly value: string;
  readonly version: string;
  readonly expires: number;
}

/** A use of an object that the holder of a URL may make. */
interface SignedUse {
  readonly action: string;
  readonly name: string;
  readonly key: string;
  readonly expires: number;
}

export class Platform {
  readonly #functions = new Map<string, Deployed>();
  readonly #tables = new Map<string, Map<string, Row>>();
  readonly #buckets = new Map<string, Map<string, number[]>>();
  readonly #sites = new Map<string, RecordedSite>();
  readonly #secrets = new Map<string, string>();
  readonly #attempts = new Map<string, number>();
  readonly #lanes = new Map<string, Promise<unknown>>();
  readonly #caller = new AsyncLocalStorage<Running>();
  /** Uses by the token in the URL. */
  readonly #urls = new Map<string, SignedUse>();
  #origin: Promise<string> | undefined;
  #last = 0;
  /** The programs of services; they run until `processes.stop()`. */
  readonly processes = new Processes();
  /** Uses that were refused. */
  readonly refused: string[] = [];

  /** Deploys the resources of a run. */
  static async deploy({ resources }: RunResult): Promise<Platform> {
    const platform = new Platform();
    (globalThis as any)[Symbol.for("recorder")] = platform;
    (globalThis as any)[Symbol.for("lumi.telemetry")] = platform.#telemetry;
    for (const { type, name, inputs } of resources as readonly { type: string; name: string; inputs: any }[]) {
      if (type === "recorder:index:Secret") platform.#secrets.set(name, inputs.value);
      if (type === "recorder:index:Service") await platform.processes.start(name, inputs);
      if (type === "recorder:index:Daemon") platform.processes.startDaemon(inputs);
      if (type === "recorder:index:Database") {
        const { url, server, migrations } = inputs;
        await setUpDatabase({ admin: server, url, migrations });
      }
      if (type === "recorder:index:Site") platform.#sites.set(name, inputs);
      if (type.endsWith("Queue")) platform.#attempts.set(name, inputs.attempts);
      if (type !== "recorder:index:Function") continue;
      Object.assign(process.env, inputs.environment, inputs.secrets);
      const { default: run } = await import(`data:text/javascript,${encodeURIComponent(inputs.code.text)}`);
      const { permissions, source, resilience } = inputs;
      const calls = { running: 0, failures: 0, made: 0 };
      platform.#functions.set(name, { name, run, permissions, source, resilience, calls });
    }
    return platform;
  }

  /** The part of the telemetry of functions that the recorder has. */
  readonly #telemetry: TelemetryRuntime = {
    traceparent: () => this.#caller.getStore()?.traceparent,
    deadline: () => undefined,
    isRetried: () => this.#caller.getStore()?.isRetried ?? false,
    log: (_, message) => console.log(message),
    measure: () => {},
    isSampled: () => false,
    async span<T>(_: string, body: (span: ActiveSpan) => T): Promise<Awaited<T>> {
      return await body({ set: () => {} });
    },
  };

  /** Calls a function. */
  async call(name: string, ...args: unknown[]): Promise<unknown> {
    return (await this.#run(this.#functions.get(name)!, { arguments: args })).value;
  }

  permissionsOf(name: string): readonly Granted[] {
    return this.#functions.get(name)!.permissions;
  }

  /** Takes a permission away from a function. */
  revoke(name: string, index: number): void {
    const deployed = this.#functions.get(name)!;
    const permissions = deployed.permissions.filter((_, at) => at !== index);
    this.#functions.set(name, { ...deployed, permissions });
  }

  /** Calls the functions of all schedules. */
  async tick(planned: string): Promise<void> {
    for (const it of this.#functions.values()) if (it.source["cron"] !== undefined) await this.#run(it, { planned });
  }

  /** Answers a request of the function that runs. */
  async ask(action: string, resource: string, data: any = {}): Promise<any> {
    const { name, permissions } = this.#caller.getStore()!.deployed;
    if (!permissions.some((it) => it.resource === resource && it.actions.includes(action))) {
      this.refused.push(`${name} ${action} ${resource}`);
      throw new Error(`${name} must not ${action} ${resource}`);
    }
    switch (action) {
      case "function:invoke":
        return JSON.parse(JSON.stringify(await this.#invoke(this.#functions.get(resource)!, data)));
      case "queue:send":
        return this.#send(resource, data);
      case "topic:publish":
        return this.#subscribers("topic", resource).forEach((it) => {
          this.#deliver(it, [this.#message(`{"message":${data.body}}`)], 100);
        });
      case "router:request":
        return this.#request(resource, data);
      case "service:request":
        return this.processes.url(resource);
      case "site:request":
        return serve(this.#sites.get(resource)!, data);
      case "secret:read":
        return this.#secrets.get(resource);
      default:
        return action.startsWith("table:") ? this.#table(action, resource, data) : this.#object(action, resource, data);
    }
  }

  /** Calls a function as its policies say. The tests do not wait for circuit breakers and rates to recover. */
  async #invoke(called: Deployed, data: unknown): Promise<any> {
    const { resilience: { timeout, retries, concurrency, circuitBreaker, rateLimit }, calls } = called;
    const isRetried = this.#caller.getStore()!.isRetried;
    const attempts = isRetried ? 1 : retries?.attempts ?? 1;
    for (let attempt = 1;; attempt++) {
      if (calls.running >= (concurrency ?? Infinity)) throw new Error(`${called.name} runs too often`);
      if (calls.failures >= (circuitBreaker?.failures ?? Infinity)) throw new Error(`${called.name} is broken`);
      if (calls.made >= (rateLimit?.calls ?? Infinity)) throw new Error(`${called.name} is called too often`);
      calls.running++;
      calls.made++;
      try {
        const result = await within(timeout, this.#run(called, data, undefined, isRetried || attempts > 1));
        calls.failures = 0;
        return result;
      } catch (error) {
        calls.failures++;
        if (attempt >= attempts) throw error;
      } finally {
        calls.running--;
      }
    }
  }

  /** Later, as from another process. */
  #run(called: Deployed, event: unknown, sender?: string, isRetried = false): Promise<any> {
    const sent = JSON.parse(JSON.stringify(event));
    const traceparent = child(sender ?? this.#caller.getStore()?.traceparent);
    const running = { deployed: called, traceparent, isRetried };
    return new Promise((resolve, reject) => {
      setTimeout(() => this.#caller.run(running, () => called.run(sent)).then(resolve, reject), 1);
    });
  }

  #subscribers(kind: string, name: string): Deployed[] {
    return [...this.#functions.values()].filter((it) => it.source[kind] === name);
  }

  #message(body: string, key?: string): Message {
    const traceparent = this.#caller.getStore()?.traceparent;
    return {
      id: String(++this.#last),
      body,
      receives: 0,
      ...key === undefined ? {} : { key },
      ...traceparent === undefined ? {} : { traceparent },
    };
  }

  #send(queue: string, { body, key, delay = 0 }: { body: string; key?: string; delay?: number }): void {
    const message = this.#message(body, key);
    const [subscriber] = this.#subscribers("queue", queue);
    if (subscriber === undefined) return;
    const deliver = () => this.#deliver(subscriber, [message], this.#attempts.get(queue)!, queue);
    if (key === undefined) {
      setTimeout(deliver, delay * 1000);
      return;
    }
    const lane = `${queue} ${key}`;
    this.#lanes.set(lane, (this.#lanes.get(lane) ?? Promise.resolve()).then(deliver));
  }

  async #deliver(to: Deployed, messages: Message[], attempts: number, queue?: string): Promise<void> {
    let left = messages;
    while (left.length > 0) {
      for (const it of left) it.receives++;
      const sender = left.length === 1 ? left[0]!.traceparent : undefined;
      const answer = await this.#run(to, { records: left }, sender, attempts > 1);
      left = "done" in answer ? left.slice(answer.done) : left.filter((it) => answer.failed.includes(it.id));
      const dead = left.filter((it) => it.receives >= attempts);
      left = left.filter((it) => it.receives < attempts);
      for (const { body, receives } of dead) {
        const letter = JSON.stringify({ message: JSON.parse(body), attempts: receives });
        for (const it of this.#subscribers("deadLetters", queue!)) this.#deliver(it, [this.#message(letter)], 100);
      }
    }
  }

  async #request(router: string, request: { verb: string; target: string }): Promise<unknown> {
    const segments = request.target.split("/").slice(1).map(decodeURIComponent);
    let best: { to: Deployed; matched: string; captures: Record<string, string>; rank: string } | undefined;
    for (const to of this.#subscribers("router", router)) {
      for (const { method, path } of to.source["routes"] as { method: string; path: string }[]) {
        if (method !== "ANY" && method !== request.verb) continue;
        const captures = match(path.split("/").slice(1), segments);
        // Texts are better than parameters, which are better than the rest.
        const rank = path.split("/").slice(1).map((it) => it === "*" ? 2 : it.startsWith(":") ? 1 : 0).join("");
        if (captures === undefined || (best !== undefined && best.rank <= rank)) continue;
        best = { to, matched: `${method} ${path}`, captures, rank };
      }
    }
    if (best === undefined) return { code: 404, fields: [], content: [] };
    const { to, matched, captures } = best;
    return this.#run(to, { ...request, matched, captures }).catch(() => ({ code: 500, fields: [], content: [] }));
  }

  #table(action: string, name: string, { key, value, ttl, only, prefix }: any): unknown {
    const rows = this.#tables.get(name) ?? new Map<string, Row>();
    this.#tables.set(name, rows);
    for (const [key, { expires }] of rows) if (expires <= Date.now()) rows.delete(key);
    const row = rows.get(key);
    switch (action) {
      case "table:read":
        return row && { value: JSON.parse(row.value), version: row.version };
      case "table:write":
        if (only !== undefined && only.version !== row?.version) return false;
        rows.set(key, { value, version: `v${++this.#last}`, expires: Date.now() + (ttl ?? Infinity) * 1000 });
        return true;
      case "table:delete":
        return void rows.delete(key);
      default:
        return [...rows.keys()].filter((it) => it.startsWith(prefix));
    }
  }

  async #signed(action: string, name: string, key: string, life: number): Promise<string> {
    const token = crypto.randomUUID();
    this.#urls.set(token, { action, name, key, expires: Date.now() + life * 1000 });
    this.#origin ??= new Promise((resolve) => {
      const server = createServer((request, response) => void this.#answer(request, response));
      server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
      server.unref();
    });
    return `${await this.#origin}/${encodeURIComponent(key)}?token=${token}`;
  }

  /** Answers a request with a signed URL. */
  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, "http://recorder");
    const use = this.#urls.get(searchParams.get("token")!);
    const isRead = request.method === "GET";
    const action = isRead ? "object:read" : "object:write";
    const isFor = use?.action === action && use.key === decodeURIComponent(pathname.slice(1));
    if (use === undefined || !isFor || use.expires < Date.now()) return void response.writeHead(403).end();
    const content: number[] = [];
    for await (const part of request) content.push(...part as Uint8Array);
    const found = this.#object(action, use.name, { key: use.key, content });
    response.end(isRead ? Uint8Array.from(found as number[]) : undefined);
  }

  #object(action: string, name: string, { key, content, prefix, life }: any): unknown {
    if (life !== undefined) return this.#signed(action, name, key, life);
    const objects = this.#buckets.get(name) ?? new Map<string, number[]>();
    this.#buckets.set(name, objects);
    const note = (type: string) => {
      const body = JSON.stringify({ type, key: encodeURIComponent(key) });
      for (const it of this.#subscribers("bucket", name)) this.#deliver(it, [this.#message(body)], 100);
    };
    switch (action) {
      case "object:read":
        return objects.get(key);
      case "object:write":
        objects.set(key, content);
        return note("put");
      case "object:delete":
        objects.delete(key);
        return note("delete");
      default:
        return [...objects.keys()].filter((it) => it.startsWith(prefix));
    }
  }
}

/** Fails if `work` takes longer than so many seconds. */
function within<T>(seconds: number | undefined, work: Promise<T>): Promise<T> {
  if (seconds === undefined) return work;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the call takes too long")), seconds * 1000);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A span below another one, or the first of a trace. */
function child(parent = `00-${digits(32)}-${digits(16)}-01`): string {
  return `${parent.slice(0, 36)}${digits(16)}${parent.slice(52)}`;
}

function digits(count: number): string {
  return Array.from({ length: count }, () => (1 + Math.floor(Math.random() * 15)).toString(16)).join("");
}

function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  const captures: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index];
    if (part === "*") return { ...captures, "*": segments.slice(index).join("/") };
    if (segment === undefined) return undefined;
    if (part.startsWith(":")) captures[part.slice(1)] = segment;
    else if (part !== segment) return undefined;
  }
  return pattern.length === segments.length ? captures : undefined;
}
