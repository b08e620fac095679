import { ComponentResource } from "lumi";

const site = new ComponentResource("acme:web:Site", "site");
site.registerOutputs({ url: "a" });
site.registerOutputs({ url: "b" });
