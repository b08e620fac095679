import grpc from "@grpc/grpc-js";
import { type Client, dial } from "../transport/transport.js";
import type { Value, Values } from "../value/value.js";
import { decoded, type Message } from "../wire/protocol.js";
import { fromObject, fromValue, toObject, toValue } from "../wire/wire_value.js";
import { LumiError, noteOfEngine, ResourceError } from "./failure.js";
import { shown } from "./position.js";
import type { Answer, ResourceState } from "./state.js";

const kinds = { custom: 0, component: 1, provider: 2, remote: 1 };

/** What a program says of a resource. */
export interface Goal {
  state: ResourceState;
  dependencies: { path: string; state: ResourceState }[];
  dependsOn: string[];
  provider: ResourceState | undefined;
  options: Values;
  /** The id of an object that is to be read. */
  readId?: Value;
}

/** The run is ending: the program ends, too, and says nothing. */
export class Stopping extends Error {}

/**
 * What a program talks to: lumi, in another process. Calls are on their way when a method returns. Calls whose order counts
 * are numbered, as HTTP/2 may deliver them in another one.
 */
export class Monitor {
  readonly #client: Client;
  #sequence = 0;

  constructor(address: string, token: string) {
    this.#client = dial(address, token, "ResourceMonitor");
  }

  deploymentInfo(): Promise<Message> {
    return this.#call("GetDeploymentInfo", {});
  }

  async register(goal: Goal): Promise<Answer> {
    const { state, readId } = goal;
    const message = { ...goalMessage(goal), sequence: ++this.#sequence };
    if (state.kind === "remote") {
      const providers = Object.values(state.inheritance.providers).map((it) => it.urn);
      const response = await this.#call("MakeComponent", { goal: message, providers });
      return { id: undefined, outputs: fromObject(response.outputs), isComplete: !state.session.facts.isPreview };
    }
    const response = readId === undefined
      ? await this.#call("NewResource", { goal: message })
      : await this.#call("ReadResource", { goal: message, id: toValue(readId) });
    const id = response.id === null || response.id === undefined ? undefined : fromValue(response.id);
    if (response.outputs === "planned") return { id, outputs: fromObject(response.planned), isComplete: false };
    if (response.outputs === "deployed") return { id, outputs: fromObject(response.deployed), isComplete: true };
    return { id, isComplete: false };
  }

  async complete(urn: string, outputs: Values): Promise<void> {
    await this.#call("CompleteResource", { urn, outputs: toObject(outputs), sequence: ++this.#sequence });
  }

  async invoke(token: string, args: Values, provider: string, version: string): Promise<Value> {
    return fromValue((await this.#call("Invoke", { token, arguments: toObject(args), provider, version })).result);
  }

  async call(token: string, target: string, args: Values): Promise<Value> {
    return fromValue((await this.#call("Call", { token, target, arguments: toObject(args) })).result);
  }

  async setOutputs(outputs: Values): Promise<void> {
    await this.#call("SetOutputs", { outputs: toObject(outputs), sequence: ++this.#sequence });
  }

  async log(level: number, message: string, urn: string): Promise<void> {
    await this.#call("Log", { level, message, urn, sequence: ++this.#sequence });
  }

  async #call(method: string, request: Message): Promise<Message> {
    try {
      return await this.#client.call(method, request);
    } catch (error) {
      throw programError(error as grpc.ServiceError);
    }
  }
}

/** What a failed call means to the program. */
function programError(error: grpc.ServiceError): Error {
  if (error.code === grpc.status.CANCELLED) return new Stopping();
  const message = error.details || "lumi does not say why";
  for (const bytes of error.metadata?.get("grpc-status-details-bin") ?? []) {
    for (const { typeUrl, value } of decoded("google.rpc.Status", bytes as Buffer).details) {
      if (typeUrl.endsWith("/lumirpc.ResourceFailed")) {
        return noteOfEngine(new ResourceError(message, decoded("lumirpc.ResourceFailed", value).urn));
      }
    }
  }
  return noteOfEngine(new LumiError(message));
}

function goalMessage({ state, dependencies, dependsOn, provider, options }: Goal): Message {
  const { at, session } = state;
  return {
    type: state.type,
    name: state.name,
    kind: kinds[state.kind],
    parent: state.parent?.urn ?? "",
    provider: provider?.urn ?? "",
    inputs: toObject(state.inputs),
    dependencies: dependencies.map((it) => ({ path: it.path, urn: it.state.urn })),
    dependsOn,
    options: toObject(options),
    order: state.order,
    ...(at === undefined
      ? {}
      : { source: { file: shown(at, session.facts.folder), line: at.line, column: at.column } }),
  };
}
