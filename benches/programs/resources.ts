// Many resources with nested inputs and one property edge each. `-c count=N` says how many.

import * as lumi from "lumi";

const count = new lumi.Config().requireNumber("count");

const servers: lumi.CustomResource[] = [];
for (let i = 0; i < count; i++) {
  const server = new lumi.CustomResource("bench:index:Server", `server-${i}`, {
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
