import { show } from "../show.mjs";
import { AppsV1Api, CoreV1Api, KubeConfig, Watch, loadYaml } from "@kubernetes/client-node";
import { createServer } from "node:http";

const server = createServer((request, response) => {
  response.setHeader("content-type", "application/json");
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk)).on("end", () => {
    if (request.url.includes("watch=true")) {
      for (const name of ["a", "b"]) response.write(`${JSON.stringify({ type: "ADDED", object: { metadata: { name } } })}\n`);
      return response.end();
    }
    if (request.method === "POST") return response.writeHead(201).end(Buffer.concat(chunks));
    if (request.url.includes("/none")) return response.writeHead(404).end(JSON.stringify({ kind: "Status", reason: "NotFound", code: 404 }));
    response.end(JSON.stringify({ kind: "PodList", items: [{ metadata: { name: "pod", creationTimestamp: "2020-01-01T00:00:00Z" } }] }));
  });
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const config = new KubeConfig();
config.loadFromOptions({
  clusters: [{ name: "c", server: `http://127.0.0.1:${server.address().port}`, skipTLSVerify: true }],
  users: [{ name: "u", token: "t" }], contexts: [{ name: "x", cluster: "c", user: "u" }], currentContext: "x",
});
const core = config.makeApiClient(CoreV1Api);
const pods = await core.listNamespacedPod({ namespace: "default" });
show(pods.items[0].metadata.name, pods.items[0].metadata.creationTimestamp.toISOString());
const failure = await core.readNamespacedPod({ namespace: "default", name: "none" }).catch((error) => error);
show(failure.code);
const deployment = loadYaml("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 2, selector: {}, template: {}}\n");
show((await config.makeApiClient(AppsV1Api).createNamespacedDeployment({ namespace: "default", body: deployment })).spec.replicas);
await new Promise((resolve) => new Watch(config).watch("/api/v1/pods", {}, (type, object) => show(type, object.metadata.name), resolve));
server.close();
server.closeAllConnections();
