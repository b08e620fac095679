import { show } from "../show.mjs";
import Koa from "koa";

const app = new Koa();
app.use(async (context, next) => {
  await next();
  context.set("x-time", "later");
});
app.use(async (context) => {
  if (context.path === "/json") context.body = { query: context.query };
  else if (context.path === "/cookie") { context.cookies.set("a", "1"); context.body = "set"; }
  else if (context.path === "/fail") context.throw(403, "forbidden", { expose: true });
  else context.status = 204;
});
const server = app.listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
for (const path of ["/json?a=1&a=2", "/cookie", "/fail", "/none"]) {
  const response = await fetch(`http://127.0.0.1:${server.address().port}${path}`);
  show(response.status, response.headers.get("x-time"), response.headers.get("set-cookie"), await response.text());
}
server.close();
