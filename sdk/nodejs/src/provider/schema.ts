/** The description of a package as a message and as the document that `lumi plugin schema` prints. */
import type { Message } from "../wire/protocol.js";
import type { Package, Property, PropertyType } from "./package.js";

const types: PropertyType[] = ["any", "boolean", "number", "string", "array", "object", "asset", "archive"];

export function schemaDocument(described: Package): unknown {
  return {
    package: described.name,
    description: described.description ?? "",
    configuration: properties(described.configuration),
    resources: (described.resources ?? []).map((it) => ({
      type: it.type,
      description: it.description ?? "",
      inputs: properties(it.inputs),
      outputs: properties(it.outputs),
    })),
    functions: (described.functions ?? []).map((it) => ({
      token: it.token,
      description: it.description ?? "",
      arguments: properties(it.arguments),
    })),
  };
}

export function schemaMessage(described: Package): Message {
  const numbered = (document: Message): Message => ({ ...document, type: types.indexOf(document.type) });
  const { package: _, ...document } = schemaDocument(described) as Message;
  return {
    ...document,
    configuration: document.configuration.map(numbered),
    resources: document.resources.map((it: Message) => ({
      ...it,
      inputs: it.inputs.map(numbered),
      outputs: it.outputs.map(numbered),
    })),
    functions: document.functions.map((it: Message) => ({ ...it, arguments: it.arguments.map(numbered) })),
  };
}

function properties(all: Property[] = []): Message[] {
  return all.map((it) => ({
    name: it.name,
    type: it.type,
    description: it.description ?? "",
    required: it.required ?? false,
    secret: it.secret ?? false,
    replaces: it.replaces ?? false,
  }));
}
