import { CustomResource } from "lumi";

const network: any = new CustomResource("cloud:net:Network", "net", { zones: ["a", "b"] });
for (const name of network.zones.map((zone: string) => `subnet-${zone}`)) {
  new CustomResource("cloud:net:Subnet", name, { network: network.id });
}
