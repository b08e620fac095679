import { CustomResource } from "lumi";

const network = new CustomResource("cloud:net:Network", "net");
new CustomResource("cloud:net:Subnet", network.id as any, {});
