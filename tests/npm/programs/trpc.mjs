import { show } from "../show.mjs";
import { TRPCError, initTRPC } from "@trpc/server";
import { createHTTPServer } from "@trpc/server/adapters/standalone";
import { createTRPCClient, httpBatchLink } from "@trpc/client";

const t = initTRPC.create();
const router = t.router({
  hello: t.procedure.input((value) => String(value)).query(({ input }) => `hello ${input}`),
  add: t.procedure.input((value) => value).mutation(({ input }) => input.a + input.b),
  fail: t.procedure.query(() => { throw new TRPCError({ code: "FORBIDDEN", message: "no" }); }),
});
const server = createHTTPServer({ router });
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const client = createTRPCClient({ links: [httpBatchLink({ url: `http://127.0.0.1:${server.address().port}` })] });
show(await Promise.all([client.hello.query("a"), client.hello.query("b")]), await client.add.mutate({ a: 1, b: 2 }));
const failure = await client.fail.query().catch((error) => error);
show(failure.name, failure.data.code, failure.message);
server.close();
server.closeAllConnections?.();
