// A target of the tests, made by the contract of docs/targets.md alone: functions are resources with code, and platform.ts runs
// them in memory. It has two kinds of queue whose events look alike, and a function for each route.

import { all, defineClient, type Input, type Property, type Resource } from "lumi";
import {
  type BucketClient,
  type ComponentSpec,
  defineTarget,
  type Delivery,
  eventFunction,
  type FunctionClient,
  type FunctionSpec,
  type Grant,
  type HttpEvent,
  type HttpReply,
  type Infra,
  type KVStoreClient,
  MAX_DELAY_SECONDS,
  MAX_MESSAGE_BYTES,
  type QueueClient,
  type QueueInfra,
  type QueueSpec,
  type RouteHandler,
  type RouterClient,
  type RouterInfra,
  type ScheduleSpec,
  type SecretClient,
  type SecretSpec,
  type SignedUrlOptions,
  type SubscribedInfra,
  type Subscription,
  type TopicClient,
} from "lumi/cloud";
import { ask, grants, made, record } from "./recorder_base.ts";
import { RecorderDaemon, RecorderDatabase, RecorderService, RecorderSite } from "./recorder_programs.ts";

/** The data that the other infra classes give to functions. */
interface Source {
  readonly source: Record<string, Input<unknown>>;
}

class RecorderFunction implements Infra {
  static readonly features = ["circuitBreaker", "concurrency", "rateLimit", "retries", "timeout"];

  readonly client = defineClient({
    bindings: ["name"],
    create: ({ name }): FunctionClient<unknown[], unknown> => ({
      call: async (...args) => (await ask("function:invoke", name, { arguments: args })).value,
    }),
  });
  readonly outputs: { name: Property<string> };
  readonly #name: string;

  constructor(spec: FunctionSpec) {
    const { name, handler, takesEvents, own, net, resilience, code } = spec;
    this.#name = name;
    const adapted = async (event: { arguments: unknown[] }) => ({ value: await handler(...event.arguments) });
    const { closure, needs, own: ownPermissions, links } = code(takesEvents ? handler : adapted);
    this.outputs = {
      name: record("Function", spec, {
        code: closure.code,
        environment: all([closure.env, needs]).then(([env, { environment }]) => ({ ...env, ...environment })),
        secrets: closure.secretEnv,
        permissions: needs.then((it) => it.permissions as never),
        own: ownPermissions as never,
        net,
        resilience: resilience as Input<unknown>,
        links: links.then((it) => it.map((link) => link.urn) as never),
        source: (own as Source | undefined)?.source ?? {},
      }),
    };
  }

  grant(method: string): Grant | undefined {
    return grants(method === "call" ? ["function:invoke"] : undefined, this.#name);
  }
}

/** The events of the queues: those of both kinds look alike, their answers do not. */
interface QueueEvent {
  readonly records: readonly { readonly id: string; readonly body: string; readonly receives: number }[];
}

/** Of the standard kind: the answer lists the messages that failed; the others are done. */
function standardQueue(handler: Subscription["handler"], queue: string) {
  return async function fromStandardQueue({ records }: QueueEvent) {
    const failed: string[] = [];
    for (const { id, body, receives } of records) {
      try {
        await handler(JSON.parse(body), { queue, id, attempt: receives });
      } catch {
        failed.push(id);
      }
    }
    return { failed };
  };
}

/** Of the ordered kind: the answer is the number of messages that are done, before the first that failed. */
function orderedQueue(handler: Subscription["handler"], queue: string) {
  return async function fromOrderedQueue({ records }: QueueEvent) {
    let done = 0;
    try {
      for (const { id, body, receives } of records) {
        await handler(JSON.parse(body), { queue, id, attempt: receives });
        done++;
      }
    } catch {
      // The platform delivers the rest again.
    }
    return { done };
  };
}

class RecorderQueue implements QueueInfra {
  static readonly features = ["batch", "deadLetters", "ordered"];

  readonly client;
  readonly outputs: { name: Property<string> };
  readonly #spec: QueueSpec;

  constructor(spec: QueueSpec) {
    this.#spec = spec;
    this.client = spec.isOrdered ? orderedClient : standardClient;
    const kind = spec.isOrdered ? "OrderedQueue" : "StandardQueue";
    this.outputs = { name: record(kind, spec, { attempts: spec.attempts }) };
  }

  subscribe(subscription: Subscription): void {
    this.#subscribe(subscription, "queue", this.#spec.isOrdered);
  }

  subscribeToDeadLetters(subscription: Subscription): void {
    this.#subscribe(subscription, "deadLetters", false);
  }

  #subscribe({ name, handler, args, batch }: Subscription, kind: string, isOrdered: boolean): void {
    const adapted = (isOrdered ? orderedQueue : standardQueue)(handler, this.#spec.name);
    const source = { [kind]: this.outputs.name, batch };
    eventFunction(this.#spec.component, { name, handler: adapted, args, own: { source } satisfies Source });
  }

  grant(method: string): Grant | undefined {
    return grants(method === "push" ? ["queue:send"] : undefined, this.#spec.name);
  }
}

function sized(text: string): string {
  if (new TextEncoder().encode(text).length > MAX_MESSAGE_BYTES) throw new RangeError("the message is too large");
  return text;
}

const standardClient = defineClient({
  bindings: ["name"],
  create: ({ name }): QueueClient<unknown> => ({
    async push(message, { delay = 0, key } = {}) {
      if (key !== undefined) throw new TypeError("the queue is not ordered");
      if (!(delay >= 0 && delay <= MAX_DELAY_SECONDS)) throw new RangeError("the delay is too long");
      await ask("queue:send", name, { body: sized(JSON.stringify(message)), delay });
    },
  }),
});

const orderedClient = defineClient({
  bindings: ["name"],
  create: ({ name }): QueueClient<unknown> => ({
    async push(message, { delay, key } = {}) {
      if (delay !== undefined) throw new TypeError("the queue is ordered");
      if (key === undefined) throw new TypeError("the queue is ordered: a message needs a key");
      await ask("queue:send", name, { body: sized(JSON.stringify(message)), key });
    },
  }),
});

/** A topic puts an envelope around the message, so its events look like those of queues, too. */
class RecorderTopic implements SubscribedInfra {
  readonly client = defineClient({
    bindings: ["name"],
    create: ({ name }): TopicClient<unknown> => ({
      publish: (message) => ask("topic:publish", name, { body: sized(JSON.stringify(message)) }),
    }),
  });
  readonly outputs: { name: Property<string> };
  readonly #spec: ComponentSpec;

  constructor(spec: ComponentSpec) {
    this.#spec = spec;
    this.outputs = { name: record("Topic", spec, {}) };
  }

  subscribe({ name, handler, args }: Subscription): void {
    const unwrapped = (envelope: { message: unknown }, delivery: Delivery) => handler(envelope.message, delivery);
    const source = { topic: this.outputs.name, batch: 1 };
    const adapted = standardQueue(unwrapped, this.#spec.name);
    eventFunction(this.#spec.component, { name, handler: adapted, args, own: { source } satisfies Source });
  }

  grant(method: string): Grant | undefined {
    return grants(method === "publish" ? ["topic:publish"] : undefined, this.#spec.name);
  }
}

class RecorderRouter implements RouterInfra {
  static readonly granularity = "route";

  readonly client = defineClient({
    bindings: ["name"],
    create: ({ name }): RouterClient => ({
      async fetch(path, init) {
        const request = new Request(new URL(path, "http://recorder"), init);
        const { pathname, searchParams } = new URL(request.url);
        const { code, fields, content } = await ask("router:request", name, {
          verb: request.method,
          target: pathname,
          search: [...searchParams],
          fields: [...request.headers],
          content: [...new Uint8Array(await request.arrayBuffer())],
        });
        return new Response(content === null ? null : Uint8Array.from(content), { status: code, headers: fields });
      },
    }),
  });
  readonly outputs: { name: Property<string> };
  readonly #spec: ComponentSpec;

  constructor(spec: ComponentSpec) {
    this.#spec = spec;
    this.outputs = { name: record("Router", spec, {}) };
  }

  serve({ name, routes, handler, args }: RouteHandler): void {
    const source = { router: this.outputs.name, routes: routes as unknown as Input<unknown> };
    eventFunction(this.#spec.component, { name, handler: fromRouter(handler), args, own: { source } satisfies Source });
  }

  grant(method: string): Grant | undefined {
    return grants(method === "fetch" ? ["router:request"] : undefined, this.#spec.name);
  }
}

/** Requests as the recorder has them. */
interface RouterEvent {
  readonly verb: string;
  readonly target: string;
  readonly matched: string;
  readonly captures: Record<string, string>;
  readonly search: [string, string][];
  readonly fields: [string, string][];
  readonly content: number[];
}

function fromRouter(handler: (event: HttpEvent) => Promise<HttpReply>) {
  return async function answer({ verb, target, matched, captures, search, fields, content }: RouterEvent) {
    const query: Record<string, string | string[]> = {};
    for (const [name, value] of search) {
      const known = query[name];
      query[name] = known === undefined ? value : [known, value].flat();
    }
    const bytes = Uint8Array.from(content);
    let [body, isBase64Encoded] = ["", false];
    try {
      body = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      [body, isBase64Encoded] = [btoa(String.fromCharCode(...bytes)), true];
    }
    const headers = Object.fromEntries(fields);
    const reply = await handler({
      method: verb,
      path: target,
      route: matched,
      params: captures,
      query,
      headers,
      body,
      isBase64Encoded,
    });
    const sent = Object.entries(reply.headers).flatMap(([name, value]) => [value].flat().map((it) => [name, it]));
    const text = reply.body ?? "";
    const raw = reply.isBase64Encoded
      ? Uint8Array.from(atob(text), (it) => it.charCodeAt(0))
      : new TextEncoder().encode(text);
    return { code: reply.status, fields: sent, content: reply.body === undefined ? null : [...raw] };
  };
}

class RecorderSchedule implements Infra {
  constructor({ name, component, cron, handler, args }: ScheduleSpec) {
    const adapted = ({ planned }: { planned: string }) => handler({ cron, time: planned });
    eventFunction(component, { name, handler: adapted, args, own: { source: { cron } } satisfies Source });
  }
}

class RecorderKVStore implements Infra {
  static readonly actions: Readonly<Record<keyof KVStoreClient<unknown>, readonly string[]>> = {
    get: ["table:read"],
    entry: ["table:read"],
    set: ["table:write"],
    setIf: ["table:write"],
    delete: ["table:delete"],
    keys: ["table:scan"],
    values: ["table:scan", "table:read"],
  };

  readonly client = defineClient({
    bindings: ["name"],
    create: ({ name }): KVStoreClient<unknown> => {
      const store: KVStoreClient<unknown> = {
        get: async (key) => (await store.entry(key))?.value,
        entry: (key) => ask("table:read", name, { key }),
        set: async (key, value, { ttl } = {}) => {
          await ask("table:write", name, { key, value: JSON.stringify(value), ttl });
        },
        setIf: (key, version, value, { ttl } = {}) =>
          ask("table:write", name, { key, value: JSON.stringify(value), ttl, only: { version } }),
        delete: (key) => ask("table:delete", name, { key }),
        keys: (prefix = "") => ask("table:scan", name, { prefix }),
        values: async (prefix) => {
          const values = await Promise.all((await store.keys(prefix)).map(store.get));
          return values.filter((it) => it !== undefined);
        },
      };
      return store;
    },
  });
  readonly outputs: { name: Property<string> };
  readonly #name: string;

  constructor(spec: ComponentSpec) {
    this.#name = spec.name;
    this.outputs = { name: record("Table", spec, {}) };
  }

  grant(method: string): Grant | undefined {
    return grants(RecorderKVStore.actions[method as keyof KVStoreClient<unknown>], this.#name);
  }
}

function lifeOf({ seconds = 900 }: SignedUrlOptions = {}): number {
  if (!(seconds >= 1 && seconds <= 604_800)) throw new RangeError("a URL is good for 1 second to a week");
  return seconds;
}

class RecorderBucket implements SubscribedInfra {
  static readonly features = ["events"];
  static readonly actions: Readonly<Record<keyof BucketClient, readonly string[]>> = {
    put: ["object:write"],
    get: ["object:read"],
    text: ["object:read"],
    delete: ["object:delete"],
    list: ["object:list"],
    downloadUrl: ["object:read"],
    uploadUrl: ["object:write"],
  };

  readonly client = defineClient({
    bindings: ["name"],
    create: ({ name }): BucketClient => {
      const read = async (key: string) => {
        const found: number[] | undefined = await ask("object:read", name, { key });
        return found && Uint8Array.from(found);
      };
      return {
        async put(key, content) {
          const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
          await ask("object:write", name, { key, content: [...bytes] });
        },
        get: read,
        async text(key) {
          const bytes = await read(key);
          return bytes && new TextDecoder().decode(bytes);
        },
        delete: (key) => ask("object:delete", name, { key }),
        list: (prefix = "") => ask("object:list", name, { prefix }),
        downloadUrl: async (key, options) => ask("object:read", name, { key, life: lifeOf(options) }),
        uploadUrl: async (key, options) => ask("object:write", name, { key, life: lifeOf(options) }),
      };
    },
  });
  readonly outputs: { name: Property<string> };
  readonly #spec: ComponentSpec;
  readonly #bucket: Resource;

  constructor(spec: ComponentSpec) {
    this.#spec = spec;
    this.#bucket = made("Bucket", spec, {});
    this.outputs = { name: this.#bucket.urn.then(() => spec.name) as unknown as Property<string> };
  }

  subscribe({ name, handler, args }: Subscription): void {
    const source = { bucket: this.outputs.name, batch: 1 };
    // Object keys come as parts of URLs.
    const decoded = (event: { type: string; key: string }, delivery: Delivery) =>
      handler({ type: event.type, key: decodeURIComponent(event.key) }, delivery);
    const adapted = standardQueue(decoded, this.#spec.name);
    eventFunction(this.#spec.component, { name, handler: adapted, args, own: { source } satisfies Source });
  }

  grant(method: string): Grant | undefined {
    const granted = grants(RecorderBucket.actions[method as keyof BucketClient], this.#spec.name);
    return granted && { ...granted, environment: { RECORDER_REGION: "here" }, links: [this.#bucket] };
  }
}

/** A secret is asked for by its name, so that it is in no environment. */
class RecorderSecret implements Infra {
  readonly client = defineClient({
    bindings: ["name"],
    create: ({ name }): SecretClient => ({ value: () => ask("secret:read", name) }),
  });
  readonly outputs: { name: Property<string> };
  readonly #name: string;

  constructor(spec: SecretSpec) {
    this.#name = spec.name;
    this.outputs = { name: record("Secret", spec, { value: spec.value }) };
  }

  grant(method: string): Grant | undefined {
    return grants(method === "value" ? ["secret:read"] : undefined, this.#name);
  }
}

defineTarget("recorder", {
  Bucket: RecorderBucket,
  Daemon: RecorderDaemon,
  Database: RecorderDatabase,
  Function: RecorderFunction,
  KVStore: RecorderKVStore,
  Queue: RecorderQueue,
  Router: RecorderRouter,
  Schedule: RecorderSchedule,
  Secret: RecorderSecret,
  Service: RecorderService,
  Site: RecorderSite,
  Topic: RecorderTopic,
});
