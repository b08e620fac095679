/** What all processes that lumi starts have in common: the token, the address, the end. */
import { createHash, timingSafeEqual } from "node:crypto";
import grpc from "@grpc/grpc-js";
import { definition, type Message } from "../wire/protocol.js";

const tokenKey = "lumi-token";
const messageLimit = 400 * 1024 * 1024;
const options = { "grpc.max_receive_message_length": messageLimit, "grpc.max_send_message_length": messageLimit };

/** What lumi tells a process that it starts; empty texts if it has not. */
export interface Environment {
  token: string;
  engine: string;
}

/** Removes the variables, as they do not belong in the environment of what the process starts itself. */
export function takeEnvironment(): Environment {
  const take = (name: string) => {
    const text = process.env[name] ?? "";
    delete process.env[name];
    return text;
  };
  take("LUMI_SOCKET");
  return { token: take("LUMI_TOKEN"), engine: take("LUMI_ENGINE") };
}

/** A method of a service. Errors that it throws are answers with `code`, `details` and `metadata`. */
export type Method = (request: Message) => Promise<Message> | Message;

/** A server that answers only callers that know the token. */
export function newServer(token: string, service: string, methods: { [name: string]: Method }): grpc.Server {
  const server = new grpc.Server(options);
  const handlers: { [name: string]: grpc.handleUnaryCall<Message, Message> } = {};
  const services = definition(service);
  for (const name of Object.keys(services)) {
    const method = methods[name] ??
      (() => Promise.reject({ code: grpc.status.UNIMPLEMENTED, details: `there is no ${name}` }));
    handlers[name] = (call, callback) => {
      if (!knows(call.metadata, token)) {
        callback({ code: grpc.status.UNAUTHENTICATED, details: "this is not a call of the run" });
        return;
      }
      Promise.resolve(call.request).then(method).then((answer) => callback(null, answer), callback);
    };
  }
  server.addService(services, handlers);
  return server;
}

function knows(metadata: grpc.Metadata, token: string): boolean {
  const shown = metadata.get(tokenKey);
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return shown.length === 1 && timingSafeEqual(digest(String(shown[0])), digest(token));
}

/** Binds a port and prints its number as the first line, after which lumi calls. */
export async function listen(server: grpc.Server): Promise<void> {
  const port = await new Promise<number>((resolve, reject) => {
    const done = (error: Error | null, port: number) => (error === null ? resolve(port) : reject(error));
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), done);
  });
  process.stdout.write(`${port}\n`);
}

/** Calls of a service of lumi. */
export interface Client {
  call(method: string, request: Message, seconds?: number): Promise<Message>;
  close(): void;
}

/** Connects to a service of lumi on this machine. */
export function dial(address: string, token: string, service: string): Client {
  if (!/^(127\.0\.0\.1|\[::1\]):\d+$|^unix:\//.test(address)) {
    throw new Error(`the address \`${address}\` is not on this machine`);
  }
  const Constructor = grpc.makeGenericClientConstructor(definition(service), service);
  const client = new Constructor(address, grpc.credentials.createInsecure(), {
    ...options,
    "grpc.enable_http_proxy": 0,
  });
  const metadata = new grpc.Metadata();
  metadata.set(tokenKey, token);
  return {
    call: (method, request, seconds) =>
      new Promise((resolve, reject) => {
        const limits = seconds === undefined ? {} : { deadline: Date.now() + seconds * 1000 };
        const done = (error: unknown, answer: Message) => (error === null ? resolve(answer) : reject(error));
        (client[method] as Function).call(client, request, metadata, limits, done);
      }),
    close: () => client.close(),
  };
}

/** Waits until lumi closes standard input, which it does when the process is to end, or when it is gone itself. */
export function awaitEnd(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
    process.stdin.once("error", () => resolve());
    process.stdin.resume();
  });
}
