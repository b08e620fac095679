// Resources made in loops. The program states no order and no list of dependencies: a value that
// comes from another resource is a dependency, wherever in the data it stands.

import { all, interpolate, jsonStringify, type Property } from "lumi";
import { fs, random } from "lumi/std";
import { services, zones } from "./landscape.ts";
import { inOrder } from "./order.ts";

// One name for each zone. They depend on nothing, and are made at the same time.
const replicas = zones.map((zone) => new random.Pet(zone, { prefix: zone }));
const hosts = replicas.map((replica) => interpolate`${replica.result}.internal`);

interface Service {
  file: fs.File;
  address: Property<string>;
}

const needs = new Map(
  Object.entries(services).map(([name, { calls = [], after = [] }]) => [name, [...calls, ...after]]),
);
const created = new Map<string, Service>();
const find = (name: string) => created.get(name)!;

for (const name of inOrder(needs)) {
  const { command, calls = [], after = [] } = services[name]!;

  // A port that stays the same until the command changes.
  const port = new random.Integer(name, { min: 20_000, max: 29_999, keepers: { command } });

  const file = new fs.File(name, {
    path: `out/services/${name}.json`,
    content: jsonStringify({
      command,
      port: port.result,
      hosts,
      // A property edge for each service that is called: `environment.ORDERS_URL`.
      environment: Object.fromEntries(calls.map((other) => [`${other.toUpperCase()}_URL`, find(other).address])),
    }),
  }, {
    // An explicit edge for each service of which no value is needed.
    dependsOn: after.map((other) => find(other).file),
  });

  created.set(name, { file, address: interpolate`http://${hosts[0]!}:${port.result}` });
}

// One value made of many depends on all of them.
const addresses = all(Object.fromEntries([...created].map(([name, { address }]) => [name, address])));

new fs.File("overview", {
  path: "out/overview.txt",
  content: addresses.then((all) =>
    Object.entries(all).map(([name, address]) => `${name} ${address}\n`).sort().join("")
  ),
});

export const web = find("web").address;
export const order = [...created.keys()];
