import { CustomResource } from "lumi";

const network: any = new CustomResource("cloud:net:Network", "net", { zones: ["a", "b"] });
for (const zone of network.zones) {
  new CustomResource("cloud:net:Subnet", `subnet-${zone}`, { network: network.id });
}
