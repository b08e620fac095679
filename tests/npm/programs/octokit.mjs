import { show } from "../show.mjs";
import { Octokit } from "octokit";
import { createServer } from "node:http";

const server = createServer((request, response) => {
  const page = Number(new URL(request.url, "http://x").searchParams.get("page") ?? 1);
  response.setHeader("content-type", "application/json");
  if (request.url.startsWith("/repos/o/none")) return response.writeHead(404).end('{"message":"Not Found"}');
  if (page < 3) response.setHeader("link", `<http://127.0.0.1:${server.address().port}/repos/o/r/issues?page=${page + 1}>; rel="next"`);
  response.end(JSON.stringify([{ number: page, auth: request.headers.authorization }]));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const octokit = new Octokit({ auth: "token", baseUrl: `http://127.0.0.1:${server.address().port}`, throttle: { enabled: false }, retry: { enabled: false } });
show((await octokit.rest.issues.listForRepo({ owner: "o", repo: "r" })).data);
show((await octokit.paginate("GET /repos/{owner}/{repo}/issues", { owner: "o", repo: "r" })).map((it) => it.number));
const failure = await octokit.rest.repos.get({ owner: "o", repo: "none" }).catch((error) => error);
show(failure.name, failure.status, failure.message);
server.close();
server.closeAllConnections();
