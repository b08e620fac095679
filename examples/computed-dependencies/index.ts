// Resources made in loops. The program states no order and no list of dependencies: a value that
// comes from another resource is a dependency, wherever in the data it stands.

import { all, CustomResource, interpolate, type Property } from "lumi";
import { services, zones } from "./landscape.ts";
import { inOrder } from "./order.ts";

const vpc = new CustomResource("aws:ec2/vpc:Vpc", "main", { cidrBlock: "10.0.0.0/16" });

// One subnet in each zone. All of them depend on the network, and not on each other.
const subnets = zones.map((zone, index) =>
  new CustomResource("aws:ec2/subnet:Subnet", zone, {
    vpcId: vpc.id,
    availabilityZone: zone,
    cidrBlock: `10.0.${index}.0/24`,
  })
);
const subnetIds = subnets.map((subnet) => subnet.id);

interface Service {
  resource: CustomResource;
  address: Property<string>;
}

const needs = new Map(
  Object.entries(services).map(([name, { calls = [], after = [] }]) => [name, [...calls, ...after]]),
);
const created = new Map<string, Service>();
const find = (name: string) => created.get(name)!;

for (const name of inOrder(needs)) {
  const { image, port, calls = [], after = [] } = services[name]!;

  const resource = new CustomResource<{ dnsName: string }>("acme:run/service:Service", name, {
    image,
    port,
    subnets: subnetIds,
    // A property edge for each service that is called: `environment.ORDERS_URL`.
    environment: Object.fromEntries(calls.map((other) => [`${other.toUpperCase()}_URL`, find(other).address])),
  }, {
    // An explicit edge for each service of which no value is needed.
    dependsOn: after.map((other) => find(other).resource),
  });

  created.set(name, { resource, address: interpolate`http://${resource.dnsName}:${port}` });
}

// One value made of many depends on all of them.
const addresses = all(Object.fromEntries([...created].map(([name, { address }]) => [name, address])));

new CustomResource("acme:run/dashboard:Dashboard", "overview", {
  title: `${created.size} services in ${zones.length} zones`,
  links: addresses.then((all) => Object.values(all).sort()),
});

export const web = find("web").address;
export const order = [...created.keys()];
