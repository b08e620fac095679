// The same resources as ../programs/resources.ts, for @pulumi/pulumi with mocks: how programs are
// tested there, with no engine and no provider. Plain JavaScript, so that no time goes into types.
// The graph has no edges: mocks are not told of them.

import { createRequire } from "node:module";

const pulumi = createRequire(import.meta.url)("@pulumi/pulumi");
const count = Number(process.argv[2]);
const vertices = [];

await pulumi.runtime.setMocks({
  newResource({ type, name, inputs }) {
    const vertex = { type, name, id: `${name}-id`, inputs, outputs: inputs };
    vertices.push(vertex);
    return { id: vertex.id, state: inputs };
  },
  call: ({ inputs }) => inputs,
});

class Server extends pulumi.CustomResource {
  constructor(name, inputs) {
    super("bench:index:Server", name, inputs);
  }
}

const servers = [];
for (let i = 0; i < count; i++) {
  const server = new Server(`server-${i}`, {
    image: "debian-13",
    size: i % 7,
    tags: { owner: "bench", index: `${i}`, cost: { center: "42", shared: false } },
    rules: [
      { protocol: "tcp", from: 80, to: 80, cidrs: ["10.0.0.0/8", "192.168.0.0/16"] },
      { protocol: "tcp", from: 443, to: 443, cidrs: ["0.0.0.0/0"] },
    ],
    upstream: i === 0 ? "none" : servers[(i - 1) >> 1].id,
  });
  servers.push(server);
}

await pulumi.runtime.waitForRPCs();
process.stdout.write(JSON.stringify({ vertices }, undefined, 2) + "\n");
