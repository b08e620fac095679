// An open channel to other threads that does not keep the program running.
import { BroadcastChannel as OfThreads } from "node:worker_threads";

const channel = new BroadcastChannel("a");
console.log(typeof channel.ref, typeof channel.unref, channel.ref() === channel, channel.unref() === channel);
console.log(OfThreads === BroadcastChannel, Object.keys(channel).length);
const other = new BroadcastChannel("a");
const arrived = new Promise((resolve) => {
  other.onmessage = ({ data }) => resolve(data);
});
channel.postMessage({ b: 1 });
console.log((await arrived).b);
other.close();
console.log(other.unref() === other);
