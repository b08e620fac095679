// JetStream, the storage of NATS: requests to its API, and messages that are stored. This code is a part of bundles.

import { connectNats, type NatsConnection, NatsRefusal, type Outgoing } from "./connection.ts";
import type { NatsHeaders, NatsMessage } from "./message.ts";

/** An answer of JetStream that is an error. */
export class JetStreamError extends Error {
  /** The number of the error, such as 10037 for a message that is not there. */
  readonly code: number;

  constructor(what: string, code: number, description: string) {
    super(`${what} failed: ${description}`);
    this.name = "JetStreamError";
    this.code = code;
  }
}

/** Milliseconds for an answer. */
const TIMEOUT = 10_000;
const ATTEMPTS = 5;
/** Milliseconds before the second attempt; the next ones wait twice as long. */
const PAUSE = 100;
/** No stream takes the subject, which may be made at this moment. */
const NO_RESPONDERS = 503;

/** The connection of this process; the code of a bundle shares it. */
const shared: { open?: Promise<NatsConnection> } = {};

/** The connection, as the environment says it. After it has ended, the next call opens another one. */
export function natsConnection(): Promise<NatsConnection> {
  if (shared.open !== undefined) return shared.open;
  const { LUMI_NATS: address = "", LUMI_NATS_USER: name = "", LUMI_NATS_TOKEN: token = "" } = process.env;
  const forget = () => {
    if (shared.open === opening) delete shared.open;
  };
  const opening = connectNats({ address, name, token });
  opening.then(({ ended }) => ended.then(forget), forget);
  return shared.open = opening;
}

/** Closes the connection, if there is one: a process that has one does not end. */
export async function closeNats(): Promise<void> {
  (await shared.open)?.close();
}

/** Sends a request until there is an answer. Requests are to be safe to repeat. */
async function asked(subject: string, message: Outgoing): Promise<NatsMessage> {
  for (let attempt = 1;; attempt++) {
    try {
      const answer = await (await natsConnection()).request(subject, message, TIMEOUT);
      if (answer.status !== NO_RESPONDERS) return answer;
      throw new Error(`nothing in NATS takes ${subject}`);
    } catch (error) {
      if (error instanceof NatsRefusal || attempt === ATTEMPTS) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE * 2 ** (attempt - 1) * (0.5 + Math.random())));
  }
}

const textOf = ({ payload }: NatsMessage) => new TextDecoder().decode(payload);

/** Requests a subject of the API of JetStream, such as `STREAM.INFO.jobs`. */
export async function jetStream(subject: string, request: object = {}): Promise<any> {
  const answer = JSON.parse(textOf(await asked(`$JS.API.${subject}`, { payload: JSON.stringify(request) })));
  return checked(subject, answer);
}

/** Stores a message once; answers its number in the stream when it is stored. */
export async function store(subject: string, payload: string, headers: NatsHeaders = {}): Promise<number> {
  // Attempts to send this message again have the same id, so that the stream keeps one.
  const all = { "Nats-Msg-Id": crypto.randomUUID(), ...headers };
  const answer = JSON.parse(textOf(await asked(subject, { payload, headers: all })));
  return checked(`storing a message for ${subject}`, answer).seq;
}

function checked(what: string, answer: any): any {
  const { error } = answer;
  if (error !== undefined) throw new JetStreamError(what, error.err_code ?? error.code, error.description);
  return answer;
}

declare const process: { readonly env: Record<string, string | undefined> };
