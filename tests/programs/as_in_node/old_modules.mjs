import cluster from "node:cluster";
import domain from "node:domain";
import { EventEmitter } from "node:events";
import trace, { getEnabledCategories } from "node:trace_events";

process.removeAllListeners("warning");
console.log(cluster.isPrimary, cluster.isWorker, Object.keys(cluster.workers).length, getEnabledCategories() === trace.getEnabledCategories());

const made = domain.create();
made.on("error", (error) => console.log(error.message, error.domainThrown, error.domain === made));
made.run(() => {
  console.log(domain.active === made);
});
const emitter = new EventEmitter();
made.add(emitter);
emitter.emit("error", new Error("of an emitter"));
made.intercept((value) => console.log("got", value))(null, 7);
made.intercept(() => console.log("not called"))(new Error("of a callback"));
console.log(made.bind((a, b) => a + b)(1, 2), made.members.length);
made.remove(emitter);
try {
  emitter.emit("error", new Error("alone"));
} catch (error) {
  console.log(error.message);
}
