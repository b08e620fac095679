import { refused } from "../check.ts";
class Connection {
  [Symbol.for("lumi.capture")]() {
    throw new Error("the connection is closed");
  }
}
const services = { connection: new Connection() };
refused("hook-throws", () => services.connection);
