import { refused } from "../check.ts";
refused("dead-zone", () => later);
await new Promise((resolve) => setTimeout(resolve));
const later = 1;
