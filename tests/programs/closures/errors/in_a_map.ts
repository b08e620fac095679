import { refused } from "../check.ts";
const services = new Map<string, unknown>([["cache", { items: [new WeakSet()] }]]);
class Service {
  get items() {
    return services.get("cache");
  }
}
const service = new Service();
refused("in-a-map", () => service.items);
