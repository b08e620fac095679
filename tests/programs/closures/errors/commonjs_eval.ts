import { refused } from "../check.ts";
import lib from "../scopes/modules/commonjs/index.cjs";
refused("commonjs_eval", () => lib.evil("1 + 1"));
