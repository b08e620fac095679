import { refused } from "../check.ts";
refused("import-meta", () => import.meta.url);
