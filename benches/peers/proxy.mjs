// 10,000 requests through a proxy: a server, the proxy before it and its client are this process, and all of them use
// node:http. Each connection stays open, and eight requests are on their way at a time.

import { Agent, createServer, request } from "node:http";

const requests = 10_000;
const concurrency = 8;
const agents = [0, 1].map(() => new Agent({ keepAlive: true, maxSockets: concurrency }));

const listening = (server) => new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server.address().port)));

const server = createServer((message, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ url: message.url, sent: message.headers["x-number"], filling: "x".repeat(500) }));
});
const serverPort = await listening(server);

const proxy = createServer((message, response) => {
  const { method, url, headers } = message;
  const onward = request({ host: "127.0.0.1", port: serverPort, agent: agents[0], method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  message.pipe(onward);
});
const port = await listening(proxy);

const ask = (number) =>
  new Promise((resolve, reject) => {
    const headers = { "x-number": number };
    const asked = request({ host: "127.0.0.1", port, agent: agents[1], method: "POST", path: `/${number}`, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part) => {
        text += part;
      });
      answer.on("end", () => resolve(JSON.parse(text)));
    });
    asked.on("error", reject);
    asked.end(`body ${number}`);
  });

let next = 0;
let right = 0;
const client = async () => {
  while (next < requests) {
    const number = next++;
    const { url, sent } = await ask(number);
    if (url === `/${number}` && sent === String(number)) right++;
  }
};
await Promise.all(Array.from({ length: concurrency }, client));
for (const agent of agents) agent.destroy();
proxy.close();
server.close();
console.log(`${right} right answers`);
