import { isMainThread, parentPort, threadId, workerData } from "node:worker_threads";

parentPort.postMessage([isMainThread, threadId > 0, workerData, process.argv.slice(2), process.env.OWN]);
parentPort.on("message", (message) => {
  if (message === "stop") parentPort.close();
  else parentPort.postMessage({ answer: message }, message?.buffer instanceof ArrayBuffer ? [message.buffer] : []);
});
