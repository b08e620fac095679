import { check } from "../check.ts";
import * as everything from "../scopes/modules/index.ts";

await check("live-namespace", () => [everything.live, everything.bump(), everything.live]);
