import { Config, secret } from "lumi";
import * as legacy from "lumi:legacy";

const step = Number(new Config().require("step"));

const least = new legacy.Strict("least", { name: `least-${step}`, key: "k-least" });
const child = new legacy.Strict("child", {
  name: "child",
  key: "k-child",
  parent: least.id,
  roles: ["admin", "reader"],
  enabled: false,
  retries: 0,
  prefix: "",
  user: "me",
  checks: [
    { url: "https://one.example", threshold: 0 },
    { url: "https://two.example", interval: 30 },
  ],
});
new legacy.Strict("checked", {
  name: "checked",
  keyFile: "key.pem",
  group: "ours",
  owners: [child.token],
  check: { url: "https://three.example" },
});

export const token = secret(least.token);
export const childId = child.id;
