import { refused } from "../check.ts";
const helpers = { db: { pool: new WeakMap() } };
const query = () => helpers.db.pool.get({});
function handler() {
  return query();
}
refused("weak-map", handler);
