// Events: facts with types, which functions and others publish and subscribe to, as CloudEvents.

import type { ComponentResourceOptions } from "../resource/resource_options.ts";
import { type CloudEvent, eventsOf } from "./cloud_event.ts";
import { clientOn } from "./composed.ts";
import { Component, infraOf, onlyInFunctions } from "./component.ts";
import type { ComponentSpec, Delivery, Grant, Infra } from "./contract.ts";
import { HttpError, type HttpRequest } from "./http.ts";
import type { SubscribeArgs } from "./queue.ts";
import type { Router } from "./router.ts";
import type { Secret } from "./secret.ts";
import { Topic, type TopicClient } from "./topic.ts";
import { signed } from "./webhook.ts";

/** The attributes of an event that its publisher may choose. */
export interface PublishOptions {
  /** By default a new one. */
  id?: string;
  /** The thing that the event is about, such as the number of an order. */
  subject?: string;
}

/** The methods of events for functions; `Types` has the data of each type. */
export interface EventsClient<Types> {
  /** The event, with JSON of at most 200,000 bytes, is stored for all subscribers when this answers. */
  publish<Type extends keyof Types & string>(type: Type, data: Types[Type], options?: PublishOptions): Promise<void>;
}

/** Any of the types, as an event. */
export type EventOf<Types, Names extends keyof Types = keyof Types> = {
  [Type in Names & string]: CloudEvent<Type, Types[Type]>;
}[Names & string];

export interface EventsArgs {
  /** The `source` of events that functions publish; `/NAME` by default. */
  source?: string;
  /** The router by which others publish: `POST /events/NAME`. */
  router?: Router;
  /** Others need it, as `authorization: Bearer TOKEN`. */
  token?: Secret;
}

export interface WebhookArgs<Types> extends SubscribeArgs {
  /** The receiver, which gets each event as JSON, and answers a status below 300. */
  url: string;
  /** All types by default. */
  types?: readonly (keyof Types & string)[];
  /** Signs requests as Standard Webhooks are. */
  secret?: Secret;
}

type EventHandler = (event: any, delivery: Delivery) => unknown;

export interface EventsSpec extends ComponentSpec {
  readonly source: string;
  readonly router: Router | undefined;
  readonly token: Secret | undefined;
}

export interface EventsInfra extends Infra {
  /** `types` is undefined for all. */
  subscribe(name: string, types: readonly string[] | undefined, handler: EventHandler, args: SubscribeArgs): void;
}

/** Events of several types. */
export class Events<Types extends object = Record<string, unknown>> extends Component {
  readonly #infra: EventsInfra;

  constructor(name: string, args: EventsArgs = {}, options?: ComponentResourceOptions) {
    const { source = `/${name}`, router, token } = args;
    if (token !== undefined && router === undefined) {
      throw new TypeError(`the \`token\` of the Events "${name}" needs a \`router\`, by which others publish`);
    }
    super("Events", name, { source }, options);
    this.#infra = this.realise<EventsInfra>({ source, router, token });
  }

  /** A function of that name gets the events of one type, of several, or of all (`"*"`), at least once each. */
  subscribe<Type extends keyof Types & string>(
    name: string,
    types: Type | readonly Type[] | "*",
    handler: (event: EventOf<Types, Type>, delivery: Delivery) => unknown,
    args: SubscribeArgs = {},
  ): this {
    if (typeof handler !== "function") throw new TypeError(`the handler of ${name} must be a function`);
    const list = types === "*" ? undefined : [types].flat() as string[];
    this.#infra.subscribe(name, list, handler, args);
    return this;
  }

  /** Sends events to a URL, at least once each. */
  webhook(name: string, { url, types, secret, net = [], ...args }: WebhookArgs<Types>): this {
    const { hostname } = new URL(url);
    const readSecret = reader(secret);
    const send = async (event: CloudEvent) => {
      const body = JSON.stringify(event);
      const headers = {
        "content-type": "application/cloudevents+json",
        ...readSecret === undefined ? {} : await signed(event.id, body, await readSecret()),
      };
      const response = await fetch(url, { method: "POST", headers, body });
      if (response.status >= 300) throw new Error(`${url} answered ${response.status} to the event ${event.id}`);
    };
    this.#infra.subscribe(name, types, send, { ...args, net: [...net, hostname] });
    return this;
  }
}

export interface Events<Types extends object> extends EventsClient<Types> {}

onlyInFunctions(Events, "publish");

/** The infra class on all targets that have `Topic`. */
export class ComposedEvents implements EventsInfra {
  readonly client;
  readonly outputs;
  readonly #topic: Topic<CloudEvent>;

  constructor({ name, component, source, router, token }: EventsSpec) {
    const topic = new Topic<CloudEvent>(`${name}-events`, {}, { parent: component });
    this.#topic = topic;
    this.outputs = infraOf(topic)!.outputs;
    this.client = clientOn(topic, ({ publish }: TopicClient<CloudEvent>): EventsClient<any> => ({
      publish: (type, data, { id = crypto.randomUUID(), ...rest } = {}) =>
        publish({
          specversion: "1.0",
          id,
          source,
          type,
          time: new Date().toISOString(),
          datacontenttype: "application/json",
          ...rest,
          data,
        }),
    }));
    const readToken = reader(token);
    router?.post(`/events/${name}`, async (request: HttpRequest) => {
      if (readToken !== undefined) await authorise(request, await readToken());
      for (const event of eventsOf(request)) await topic.publish(event);
      return { status: 202 };
    });
  }

  subscribe(name: string, types: readonly string[] | undefined, handler: EventHandler, args: SubscribeArgs): void {
    this.#topic.subscribe(name, (event, delivery) => {
      if (types === undefined || types.includes(event.type)) return handler(event, delivery);
    }, args);
  }

  grant(method: string): Grant | undefined {
    return method === "publish" ? infraOf(this.#topic)!.grant!(method) : undefined;
  }
}

/** A function that calls the one method which it needs, so that permissions are exact. */
function reader(secret: Secret | undefined): (() => Promise<string>) | undefined {
  return secret === undefined ? undefined : () => secret.value();
}

async function authorise(request: HttpRequest, token: string): Promise<void> {
  const expected = await digest(`Bearer ${token}`);
  const actual = await digest(request.headers["authorization"] ?? "");
  if (actual !== expected) throw new HttpError(401, "the request needs the token of these events");
}

/** Digests are compared, so that the time says nothing about the token. */
async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(bytes).join();
}
