import { CustomResource } from "lumi";

const later = Promise.resolve("network");
new CustomResource("cloud:net:Subnet", "subnet", {}, { dependsOn: later as any });
