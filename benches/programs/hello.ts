// A hello with one resource; ../peers/hello.ts is its plain twin.

import * as lumi from "lumi";

interface Greeting {
  text: string;
  tags: Record<string, string>;
}

class Server extends lumi.CustomResource {
  constructor(name: string, greeting: Greeting) {
    super("bench:index:Server", name, { ...greeting });
  }
}

const greeting: Greeting = { text: "hello", tags: { owner: "bench" } };
const server = new Server("hello", greeting);

export const id = server.id;
