// Tests of the components, without a cloud: `lumi test examples/component-library/site.test.ts`.

import { assert, assertEquals, assertThrows, type Mocks, run, test, value } from "lumi/testing";
import { Network } from "./network.ts";
import { Service } from "./service.ts";

/** The answers of a cloud. */
const mocks: Mocks = {
  resource: ({ type, name }) =>
    type === "aws:lb/loadBalancer:LoadBalancer" ? { outputs: { dnsName: `${name}.example.com` } } : undefined,
};

const zones = ["a", "b", "c"];

test("a network has one subnet in each zone", async () => {
  const { resources } = await run(() => void new Network("net", { prefix: "10.1", zones }));
  const subnets = resources.filter(({ type }) => type === "aws:ec2/subnet:Subnet");
  assertEquals(subnets.map(({ inputs }) => inputs["cidrBlock"]), ["10.1.0.0/24", "10.1.1.0/24", "10.1.2.0/24"]);
  assertEquals(subnets.map(({ inputs }) => inputs["vpcId"]), ["net-id", "net-id", "net-id"]);
});

test("a service says where it can be reached", { mocks }, async () => {
  const network = new Network("net", { prefix: "10.1", zones });
  const service = new Service("api", { image: "api:1", network });
  assertEquals(await value(service.url), "http://api.example.com");
});

test("services find each other", async () => {
  const { resource } = await run(() => {
    const network = new Network("net", { prefix: "10.1", zones });
    const api = new Service("api", { image: "api:1", network });
    new Service("web", { image: "web:1", network, environment: { API_URL: api.url } });
  }, { mocks });
  const task = resource("web", "aws:ecs/taskDefinition:TaskDefinition");
  const [container] = JSON.parse(task.inputs["containerDefinitions"]);
  assertEquals(container.environment, [{ name: "API_URL", value: "http://api.example.com" }]);
});

test("everything of a service stands below it, in the right order", async () => {
  const { resource, resources } = await run(() => {
    const network = new Network("net", { prefix: "10.1", zones });
    new Service("api", { image: "api:1", network });
  });
  const service = resource("api", "shop:service:Service");
  const children = resources.filter(({ parent }) => parent === service.urn);
  assertEquals(children.length, 5);
  const listener = resource("api", "aws:lb/listener:Listener");
  const containers = resource("api", "aws:ecs/service:Service");
  assert(containers.dependsOn.includes(listener.urn));
});

test("a service without containers is refused", () => {
  const network = new Network("net", { prefix: "10.1", zones });
  assertThrows(
    () => new Service("api", { image: "api:1", network, replicas: 0 }),
    RangeError,
    "1 replica or more",
  );
});

test("nothing needs the cloud to be planned", async () => {
  const { outputs, complete } = await run(() => {
    const network = new Network("net", { prefix: "10.1", zones });
    return { url: new Service("api", { image: "api:1", network }).url };
  }, { dryRun: true });
  assert(complete);
  assertEquals(Object.keys(outputs), ["url"]);
});
