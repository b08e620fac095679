import { show } from "../show.mjs";
import grpc from "@grpc/grpc-js";
import { methods } from "../grpc.mjs";

const Client = grpc.makeGenericClientConstructor(methods, "test.Service");
const client = new Client(process.env.GRPC, grpc.credentials.createInsecure(), { "grpc.max_receive_message_length": -1 });
/** The end of a call with one answer. */
const answered = (call) => new Promise((done) => call((error, answer) => done([error?.code, error?.details, answer?.length, answer && String(answer).slice(0, 20)])));

const metadata = new grpc.Metadata();
metadata.set("x-asked", "yes");
await new Promise((done) => {
  const call = client.Unary(Buffer.from("hello"), metadata, (error, answer) => show(error, String(answer)));
  call.on("metadata", (it) => show(it.get("x-head")));
  call.on("status", (it) => done(show(it.code, it.details, it.metadata.get("x-trailer"))));
});
show(await answered((done) => client.Unary(Buffer.from("fail"), done)));
show((await answered((done) => client.Unary(Buffer.from("never"), { deadline: Date.now() + 100 }, done)))[0]);
show(await answered((done) => {
  const call = client.Unary(Buffer.from("never"), done);
  setTimeout(() => call.cancel(), 50);
}));
show(await answered((done) => client.Unary(Buffer.from("x".repeat(1_000_000)), done)));
const parts = [];
for await (const part of client.Server(Buffer.from("100"))) parts.push(String(part));
show(parts.length, parts[99]);
show(await answered((done) => {
  const call = client.Client(done);
  for (let count = 0; count < 50; count += 1) call.write(Buffer.alloc(10_000));
  call.end();
}));
await new Promise((done) => {
  const call = client.Both();
  let count = 0;
  call.on("data", (data) => {
    show(String(data));
    count += 1;
    if (count < 3) call.write(Buffer.from(String(count)));
    else call.end();
  });
  call.on("status", (it) => done(show(it.code)));
  call.write(Buffer.from("0"));
});
// Calls that are cancelled in the tick that makes them, and soon after it.
const failed = (call) => new Promise((done) => call.on("data", () => {}).on("error", (error) => done(error.code)));
for (let round = 0; round < 3; round += 1) {
  // Node itself keeps the connection of a call without an answer that is cancelled in its first tick.
  const cancels = [(cancel) => cancel(), queueMicrotask, process.nextTick, setImmediate, (cancel) => setTimeout(cancel, 5)];
  for (const [index, later] of cancels.entries()) {
    show(await answered((done) => {
      const call = client.Unary(Buffer.from(index < 3 ? "answered" : "never"), done);
      later(() => call.cancel());
    }));
  }
  const large = client.Server(Buffer.from("100000"));
  const code = failed(large);
  large.once("data", () => large.cancel());
  show(await code, await answered((done) => client.Unary(Buffer.from("after"), done)));
}
const many = Array.from({ length: 50 }, (_, index) => answered((done) => client.Unary(Buffer.from(`number ${index}`), done)));
show((await Promise.all(many)).map((it) => it[3]).join());
client.close();
