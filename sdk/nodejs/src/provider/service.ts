/** Answers the calls of lumi. */
import { Unknown, type Values } from "../value/value.js";
import { type Message, protocol } from "../wire/protocol.js";
import { fromObject, toObject, toValue } from "../wire/wire_value.js";
import type { Method } from "../transport/transport.js";
import { compare } from "./compare.js";
import { answerOf, Failure } from "./errors.js";
import type { Logger } from "./logger.js";
import type {
  Change,
  Checked,
  Context,
  Diff,
  Handler,
  Package,
  PreviewRequest,
  Provider,
  Resource,
  State,
  Target,
} from "./package.js";
import { schemaMessage } from "./schema.js";

const kinds: Change["kind"][] = ["changed", "added", "removed"];
const changesUnknown = 0;
const changesNone = 1;
const changesSome = 2;

export class Service {
  readonly #provider: Provider;
  readonly #described: Package;
  readonly #logger: Logger;
  readonly #running = new Set<AbortController>();
  /** Called when no call is under way. */
  #idle: (() => void) | undefined;

  constructor(provider: Provider, described: Package, logger: Logger) {
    this.#provider = provider;
    this.#described = described;
    this.#logger = logger;
  }

  /** The methods by their names in the protocol. */
  methods(): { [name: string]: Method } {
    const calls: { [name: string]: (request: Message, context: Context) => Message | Promise<Message> } = {
      Handshake: (request) => this.#handshake(request),
      GetSchema: () => schemaMessage(this.#described),
      CheckConfig: (request, context) => this.#checkConfig(request, context),
      DiffConfig: (request, context) => this.#diffConfig(request, context),
      Configure: (request, context) => this.#configure(request, context),
      Check: (request, context) => this.#check(request, context),
      Diff: (request, context) => this.#diff(request, context),
      Create: (request, context) => this.#create(request, context),
      Read: (request, context) => this.#read(request, context),
      Update: (request, context) => this.#update(request, context),
      Delete: (request, context) => this.#delete(request, context),
      Settle: (request, context) => this.#settle(request, context),
      Recover: (request, context) => this.#recover(request, context),
      List: (request, context) => this.#list(request, context),
      Invoke: (request, context) => this.#invoke(request, context),
      Call: (request, context) => this.#call(request, context),
      Cancel: () => this.#cancel(),
    };
    return Object.fromEntries(
      Object.entries(calls).map(([name, call]) => [name, (request) => this.#run(request, call)]),
    );
  }

  /** Waits until no call is under way. */
  whenIdle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idle = resolve;
      if (this.#running.size === 0) resolve();
    });
  }

  async #run(
    request: Message,
    call: (request: Message, context: Context) => Message | Promise<Message>,
  ): Promise<Message> {
    // `target` is an URN in the request of `Call`.
    const urn = typeof request.target === "string" ? request.target : request.target?.urn ?? "";
    const { log, sent } = this.#logger.of(urn);
    const controller = new AbortController();
    this.#running.add(controller);
    try {
      return await call(request, { signal: controller.signal, log });
    } catch (error) {
      if (!(error instanceof Failure)) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      throw answerOf(error);
    } finally {
      await sent();
      this.#running.delete(controller);
      if (this.#running.size === 0) this.#idle?.();
    }
  }

  #cancel(): Message {
    for (const controller of this.#running) controller.abort();
    return {};
  }

  #handshake(request: Message): Message {
    const { name, version, keepsSecrets = false } = this.#described;
    if (request.protocol !== protocol) {
      throw Failure.refused(
        `this plugin speaks version ${protocol} of the protocol, and lumi version ${request.protocol}`,
      );
    }
    return { protocol, package: name, version, keepsSecrets };
  }

  async #checkConfig(request: Message, context: Context): Promise<Message> {
    if (this.#provider.checkConfig === undefined) throw missing("CheckConfig");
    return checkedMessage(await this.#provider.checkConfig(members(request.config), context));
  }

  async #diffConfig(request: Message, context: Context): Promise<Message> {
    if (this.#provider.diffConfig === undefined) throw missing("DiffConfig");
    return diffMessage(await this.#provider.diffConfig(members(request.oldInputs), members(request.inputs), context));
  }

  async #configure(request: Message, context: Context): Promise<Message> {
    if (this.#provider.configure === undefined) throw missing("Configure");
    await this.#provider.configure(members(request.config), context);
    return {};
  }

  async #check(request: Message, context: Context): Promise<Message> {
    const { handler, target } = this.#resource(request);
    if (handler.check === undefined) return { inputs: request.inputs ?? {} };
    const oldInputs = optional(request.oldInputs);
    return checkedMessage(await handler.check({ target, oldInputs, inputs: members(request.inputs) }, context));
  }

  async #diff(request: Message, context: Context): Promise<Message> {
    const { handler, target } = this.#resource(request);
    const [oldInputs, inputs] = [members(request.oldInputs), members(request.inputs)];
    if (handler.diff !== undefined) {
      const oldOutputs = members(request.oldOutputs);
      return diffMessage(await handler.diff({ target, id: request.id, oldInputs, oldOutputs, inputs }, context));
    }
    if (handler.update !== undefined) return { changes: changesUnknown };
    return diffMessage({ changes: compare(oldInputs, inputs).map((it) => ({ ...it, replaces: true })) });
  }

  async #create(request: Message, context: Context): Promise<Message> {
    const { resource, handler, target } = this.#resource(request);
    const inputs = members(request.inputs);
    if (request.preview) {
      return { outputs: await preview(resource, { target, inputs, followsDelete: request.followsDelete }, context) };
    }
    const { id, outputs } = await handler.create({ target, inputs }, context);
    return { id, outputs: toObject(outputs) };
  }

  async #read(request: Message, context: Context): Promise<Message> {
    const { handler, target } = this.#resource(request);
    if (handler.read === undefined) throw missing("Read");
    const [inputs, outputs] = [optional(request.inputs), optional(request.outputs)];
    const begunUpdate = optional(request.begunUpdate);
    const state = await handler.read({ target, id: request.id, inputs, outputs, begunUpdate }, context);
    return state === undefined ? {} : { state: stateMessage(state) };
  }

  async #update(request: Message, context: Context): Promise<Message> {
    const { resource, handler, target } = this.#resource(request);
    if (handler.update === undefined) throw missing("Update");
    const update = {
      target,
      id: request.id,
      oldInputs: members(request.oldInputs),
      oldOutputs: members(request.oldOutputs),
      inputs: members(request.inputs),
    };
    if (request.preview) return { outputs: await preview(resource, { ...update, followsDelete: false }, context) };
    return { outputs: toObject(await handler.update(update, context)) };
  }

  async #delete(request: Message, context: Context): Promise<Message> {
    const { handler, target } = this.#resource(request);
    const [inputs, outputs] = [members(request.inputs), members(request.outputs)];
    await handler.delete({ target, id: request.id, inputs, outputs }, context);
    return {};
  }

  async #settle(request: Message, context: Context): Promise<Message> {
    const { handler, target } = this.#resource(request);
    if (handler.settle === undefined) throw missing("Settle");
    await handler.settle(target, context);
    return {};
  }

  async #recover(request: Message, context: Context): Promise<Message> {
    const { handler, target } = this.#resource(request);
    if (handler.recover === undefined) throw missing("Recover");
    const state = await handler.recover({ target, inputs: members(request.inputs) }, context);
    if (state instanceof Unknown) return {};
    return state === undefined ? { absent: {} } : { found: stateMessage(state) };
  }

  async #list(request: Message, context: Context): Promise<Message> {
    const { handler, target } = this.#resource(request);
    if (handler.list === undefined) throw missing("List");
    const text = (name: string) => (Object.hasOwn(request, name) ? request[name] : undefined);
    const page = await handler.list({ target, place: text("place"), page: text("page") }, context);
    const objects = page.objects.map((
      { id, name, state },
    ) => (state === undefined ? { id, name } : { id, name, state: stateMessage(state) }));
    return page.next === undefined ? { objects } : { objects, nextPage: page.next };
  }

  async #invoke(request: Message, context: Context): Promise<Message> {
    const called = this.#described.functions?.find((it) => it.token === request.token);
    if (called === undefined) throw new Failure("NOT_FOUND", `there is no function \`${request.token}\``);
    const result = await called.invoke({ arguments: members(request.arguments), preview: request.preview }, context);
    return { result: toValue(result ?? null) };
  }

  async #call(request: Message, context: Context): Promise<Message> {
    const called = this.#described.methods?.find((it) => it.token === request.token);
    if (called === undefined) throw new Failure("NOT_FOUND", `there is no method \`${request.token}\``);
    const { target: urn, preview } = request;
    const result = await called.call({ urn, arguments: members(request.arguments), preview }, context);
    return { result: toValue(result ?? null) };
  }

  #resource(request: Message): { resource: Resource; handler: Handler; target: Target } {
    const { urn = "", type = "", name = "", timeout = 0 } = request.target ?? {};
    const resource = this.#described.resources?.find((it) => it.type === type);
    if (resource === undefined) throw new Failure("NOT_FOUND", `there is no resource type \`${type}\``);
    return { resource, handler: resource.handler, target: { urn, type, name, timeout } };
  }
}

async function preview(resource: Resource, request: PreviewRequest, context: Context): Promise<Message> {
  const { handler, outputs = [] } = resource;
  if (handler.preview !== undefined) return toObject(await handler.preview(request, context));
  const names = outputs.map((it) => it.name).filter((name) => Object.hasOwn(request.inputs, name));
  return toObject(Object.fromEntries(names.map((name) => [name, request.inputs[name]])));
}

/** An absent object has no members. */
function members(message: Message): Values {
  try {
    return fromObject(message);
  } catch (error) {
    throw new Failure("INVALID_ARGUMENT", (error as Error).message);
  }
}

function optional(message: Message): Values | undefined {
  return message === null || message === undefined ? undefined : members(message);
}

function missing(method: string): Failure {
  return new Failure("UNIMPLEMENTED", `there is no ${method}`);
}

function checkedMessage(checked: Checked): Message {
  return { inputs: toObject(checked.inputs), failures: checked.failures ?? [] };
}

function diffMessage({ changes, deleteBeforeReplace = false }: Diff): Message {
  const properties = changes.map(({ path, kind, replaces = false }) => ({ path, kind: kinds.indexOf(kind), replaces }));
  return { changes: changes.length === 0 ? changesNone : changesSome, properties, deleteBeforeReplace };
}

function stateMessage({ id, inputs, outputs }: State): Message {
  return { id, inputs: toObject(inputs), outputs: toObject(outputs) };
}
