/** The services and messages of `proto/lumirpc`. */
import { readFileSync } from "node:fs";
import type { ServiceDefinition } from "@grpc/grpc-js";
import protobuf from "protobufjs";

const root = protobuf.Root.fromJSON(JSON.parse(readFileSync(new URL("protocol.json", import.meta.url), "utf8")));

/** The version of the protocol. */
export const protocol = 1;

/** A message as it is decoded: fields that are absent have their defaults. */
export type Message = any;

/** The bytes of a message. */
export function encoded(type: string, message: Message): Buffer {
  const found = root.lookupType(type);
  return Buffer.from(found.encode(message).finish());
}

/** The message of bytes. */
export function decoded(type: string, bytes: Uint8Array): Message {
  return root.lookupType(type).decode(bytes);
}

/** The methods of a service, for gRPC. */
export function definition(service: string): ServiceDefinition {
  const methods: { [name: string]: ServiceDefinition[string] } = {};
  for (const method of root.lookupService(`lumirpc.${service}`).methodsArray) {
    const [request, response] = [`lumirpc.${method.requestType}`, `lumirpc.${method.responseType}`];
    methods[method.name] = {
      path: `/lumirpc.${service}/${method.name}`,
      requestStream: false,
      responseStream: false,
      requestSerialize: (message: Message) => encoded(request, message),
      requestDeserialize: (bytes: Buffer) => decoded(request, bytes),
      responseSerialize: (message: Message) => encoded(response, message),
      responseDeserialize: (bytes: Buffer) => decoded(response, bytes),
    };
  }
  return methods;
}
