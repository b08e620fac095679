// Tests of the components, which write nothing: `lumi test examples/component-library/site.test.ts`.

import { assert, assertEquals, assertThrows, type Mocks, run, test, value } from "lumi/testing";
import { Network } from "./network.ts";
import { Service } from "./service.ts";

/** The values that deployments make up. */
const mocks: Mocks = {
  resource: ({ type, inputs }) => {
    if (type === "std:random:Integer") return { outputs: { result: 20001 } };
    if (type === "std:random:Pet") return { outputs: { result: `${inputs["prefix"]}-otter` } };
    return undefined;
  },
};

const domain = "shop.internal";
const zones = ["a", "b", "c"];

test("a network has one host in each zone", { mocks }, async () => {
  const network = new Network("net", { domain, zones });
  const hosts = await Promise.all(network.hosts.map(value));
  assertEquals(hosts, ["a-otter.shop.internal", "b-otter.shop.internal", "c-otter.shop.internal"]);
});

test("a service says where it can be reached", { mocks }, async () => {
  const network = new Network("net", { domain, zones });
  const service = new Service("api", { image: "api:1", network });
  assertEquals(await value(service.url), "https://api.shop.internal:20001");
});

test("services find each other", async () => {
  const { resource } = await run(() => {
    const network = new Network("net", { domain, zones });
    const api = new Service("api", { image: "api:1", network });
    new Service("web", { image: "web:1", network, environment: { API_URL: api.url } });
  }, { mocks });
  const settings = JSON.parse(resource("web", "std:fs:File").inputs["content"]);
  assertEquals(settings.environment, { API_URL: "https://api.shop.internal:20001" });
});

test("everything of a service stands below it, in the right order", async () => {
  const { resource, resources } = await run(() => {
    const network = new Network("net", { domain, zones });
    new Service("api", { image: "api:1", network });
  }, { mocks });
  const service = resource("api", "shop:service:Service");
  const children = resources.filter(({ parent }) => parent === service.urn);
  assertEquals(children.length, 6);
  const identity = resource("api-identity", "std:fs:File");
  assert(resource("api", "std:fs:File").dependsOn.includes(identity.urn));
});

test("a service without containers is refused", () => {
  const network = new Network("net", { domain, zones });
  assertThrows(
    () => new Service("api", { image: "api:1", network, replicas: 0 }),
    RangeError,
    "1 replica or more",
  );
});

test("nothing has to be there to be planned", async () => {
  const { outputs, complete } = await run(() => {
    const network = new Network("net", { domain, zones });
    return { url: new Service("api", { image: "api:1", network }).url };
  }, { dryRun: true });
  assert(complete);
  assertEquals(Object.keys(outputs), ["url"]);
});
