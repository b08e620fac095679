// The answer of benches/programs/functions/hello, by deno's own server.

Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.log(`listening on http://127.0.0.1:${port}`),
}, (request) => Response.json({ hello: request.url.split("/").at(-1) }));
