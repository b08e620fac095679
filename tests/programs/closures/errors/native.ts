import { refused } from "../check.ts";
import { createServer } from "node:http";
const helpers = { db: { pool: new TextDecoder("utf-8") } };
function handler() {
  return helpers.db.pool;
}
refused("native", handler);
