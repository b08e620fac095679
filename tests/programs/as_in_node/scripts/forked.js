// Answers messages until it gets `stop`.
console.log("begins", process.connected, process.argv.slice(2).join());
process.on("message", (message) => {
  if (message === "stop") process.disconnect();
  else process.send({ twice: [message, message] }, (error) => console.log("sent", error));
});
process.on("disconnect", () => console.log("the other end is gone", process.connected));
