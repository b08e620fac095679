import { refused } from "../check.ts";
import lib from "../scopes/modules/commonjs/index.cjs";
refused("commonjs_require", () => lib.lazy());
