// Errors at places of many kinds, one for each value of `case`.

import { ComponentResource, Config, CustomResource } from "lumi";
import { failing, Failing } from "./failing.ts";

const which = new Config().require("case");
const resource = new CustomResource<{ size: number }>("test:pack:Thing", "thing", { which });
const absent: any = undefined;

const cases: Record<string, () => unknown> = {
  none: () => undefined,
};

async function run(name: string): Promise<unknown> {
  if (name === "throw") throw new RangeError("thrown");
  if (name === "text") throw "only a text";
  if (name === "member") return [1, 2].map((it) =>   absent.member.of.it + it);
  if (name === "call") return   absent.call(1,
    2);
  if (name === "index") return (absent)[0];
  if (name === "property") return 1 + (resource.size as any);
  if (name === "template") return `${resource.id}`;
  if (name === "other") return failing(name, 3);
  if (name === "construct") return new Failing("f");
  if (name === "twice") return new CustomResource("test:pack:Thing", "thing");
  if (name === "input") return new CustomResource("test:pack:Thing", "odd", { deep: [{ map: new Map() }] });
  if (name === "const") return (() => { const { a } = absent; return a; })();
  if (name === "spread") return [...absent];
  if (name === "rejected") return await Promise.reject(new Error("rejected"));
  if (name === "iterate") for (const it of absent) return it;
  if (name === "new") return new (absent as any)();
  return cases[name]?.();
}

await run(which);

export const component = new ComponentResource("test:pack:Component", "component", {}).urn;
