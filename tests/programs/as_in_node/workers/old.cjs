const { parentPort, workerData, isMainThread } = require("worker_threads");
const { basename } = require("path");

parentPort.postMessage([basename(__filename), isMainThread, workerData, typeof module.exports]);
