import { check } from "../check.ts";
import * as everything from "../scopes/modules/index.ts";

await check("live-namespace", () => [everything.live, everything.bump(), everything.live]);
import * as cycle from "../scopes/modules/named.ts";
const bumped = () => {
  cycle.bump();
  return cycle.live;
};
await check("live-namespace-elsewhere", () => [cycle.live, bumped(), everything.bump(), cycle.live, Object.keys(cycle)]);
