// ../programs/hello.ts without Lumi: as much TypeScript, one object, its JSON.

interface Greeting {
  text: string;
  tags: Record<string, string>;
}

class Server {
  readonly id = "unknown";
  constructor(readonly name: string, readonly inputs: Greeting) {}
}

const greeting: Greeting = { text: "hello", tags: { owner: "bench" } };
const server = new Server("hello", greeting);

console.log(JSON.stringify({ vertices: [server], outputs: { id: server.id } }, undefined, 2));
