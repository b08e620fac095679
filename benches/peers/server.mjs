// The answer of benches/programs/functions/hello, without a platform around it.

import { createServer } from "node:http";

const server = createServer((request, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ hello: request.url.split("/").at(-1) }));
});

server.listen(0, "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
