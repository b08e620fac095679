// Uses modules and scripts that are loaded on first use as many programs do. Code caches have the functions that ran
// before they were made, so an import need not compile these. `scripts` are pairs of a name and a function.
(scripts) => {
  const { core } = Deno;
  const module = (name) => core.createLazyLoader(`lumi:/node/${name}.ts`)();
  const fetching = (name) => core.createLazyLoader(`lumi:/fetch/${name}.ts`)();

  // Scripts run a second time, as functions whose code can be cached.
  const given = core.loadExtScript("lumi:/bootstrap.js");
  const functions = new Map(scripts);
  const loaded = new Map();
  const load = (name) => {
    if (!functions.has(name)) return core.loadExtScript(name);
    if (!loaded.has(name)) loaded.set(name, functions.get(name)(bootstrap));
    return loaded.get(name);
  };
  // Classes are registered once.
  const ignored = { value: () => undefined };
  const changes = {
    loadExtScript: { value: load },
    registerCloneableResource: ignored,
    registerTransferableResource: ignored,
  };
  const bootstrap = { ...given, core: Object.create(given.core, changes) };
  const web = (name) => load(`ext:deno_web/${name}.js`);

  const urls = () => {
    const { URL, URLSearchParams } = web("00_url");
    const url = new URL("/b?c=d#e", "http://a:1");
    const parts = ["href", "host", "hostname", "port", "pathname", "search", "hash", "protocol", "origin", "username"];
    const texts = parts.map((part) => url[part]);
    const queries = [url.searchParams, new URLSearchParams({ a: "b" }), new URLSearchParams("a=b")];
    return [texts, url.password, queries.map((it) => it.has("a") ? it.get("a") : it.toString())];
  };

  const streamsOfTheWeb = () => {
    const { ReadableStream, TransformStream, WritableStream } = web("06_streams");
    new ReadableStream({ type: "bytes" }).getReader().releaseLock();
    const pull = (controller) => controller.close();
    new ReadableStream({ pull }, { highWaterMark: 0 }).cancel();
    return [new WritableStream().getWriter(), new TransformStream()];
  };

  const eventsOfTheWeb = () => {
    const { AbortController } = web("03_abort_signal");
    const controller = new AbortController();
    controller.signal.addEventListener("abort", () => {});
    controller.abort();
    const { Event, EventTarget } = web("02_event");
    new EventTarget().dispatchEvent(new Event("a"));
    return new (web("01_dom_exception").DOMException)("a", "AbortError").name;
  };

  const texts = () => {
    const { TextDecoder, TextEncoder } = web("08_text_encoding");
    const text = new TextDecoder().decode(new TextEncoder().encode("a"));
    return new (web("09_file").Blob)([text]).size;
  };

  // A package of two CommonJS files.
  const answers = {
    op_lumi_entry: () => "/p/a.js",
    op_lumi_require_resolve: (name) => {
      if (name.startsWith("lumi:")) return [0, name];
      return [name.endsWith(".json") ? 3 : 1, `/p/${name}`];
    },
    op_lumi_require_json: () => "{}",
    op_lumi_commonjs_compile: (file) => (exports, require, module) => {
      if (file === "/p/b.js") module.exports = function b() {};
      if (file !== "/p/a.js") return;
      Object.defineProperty(exports, "__esModule", { value: true });
      Object.defineProperty(exports, "late", { enumerable: true, get: () => 1 });
      exports.all = ["b.js", "b.js", "c.json", "lumi:/node/util/util.ts", "lumi:/node/fs/fs.ts"].map((it) => require(it));
      require.resolve("b.js");
    },
    op_lumi_commonjs_keep: () => undefined,
    op_lumi_commonjs_asked: (_, names) => names,
  };
  const required = () => {
    const { ops } = core;
    const before = Object.keys(answers).map((name) => [name, ops[name]]);
    Object.assign(ops, answers);
    const { createRequire, exportNames, load, readMore } = module("module/commonjs");
    exportNames("/p/a.js", load("/p/a.js"), ["late", "all"], () => {});
    readMore();
    createRequire("file:///p/d.js");
    Object.assign(ops, Object.fromEntries(before));
  };

  const emitters = () => {
    const { EventEmitter } = module("events/events");
    class Emitter extends EventEmitter {}
    const listener = () => {};
    const emitter = new Emitter().setMaxListeners(20).on("a", listener).once("a", listener);
    emitter.emit("a", 1);
    return emitter.removeListener("a", listener).listenerCount("a");
  };

  const utilities = () => {
    const util = module("util/util");
    const Old = function Old() {};
    util.inherits(Old, module("stream/stream").default);
    const old = util.promisify(util.deprecate(() => {}, "old", "DEP0"));
    const text = [util.inspect({ a: [1, "b", new Map()] }), util.format("%s %d", "a", 1)];
    return [old, text, util.types.isDate(new Date()), util.isDeepStrictEqual({ a: 1 }, { a: 1 })];
  };

  const buffers = () => {
    const { Buffer } = module("buffer/buffer");
    const bytes = Buffer.concat([Buffer.from("a"), Buffer.alloc(3), Buffer.from([1, 2]), Buffer.allocUnsafe(2)]);
    bytes.writeUInt32BE(1, 0);
    const texts = ["utf8", "hex", "base64"].map((encoding) => bytes.toString(encoding));
    return [texts, bytes.readUInt32BE(0), bytes.slice(1), Buffer.byteLength("a"), Buffer.isBuffer(bytes)];
  };

  const streams = () => {
    const { PassThrough, pipeline, Readable, Transform, Writable } = module("stream/stream");
    class Same extends Transform {
      _transform(chunk, _, done) {
        done(null, chunk);
      }
    }
    const same = new Same();
    pipeline(new Readable({ read: () => {} }), same, new Writable({ write: () => {} }), () => {});
    same.write("a");
    new PassThrough().end("a");
  };

  const paths = () => {
    const path = module("path/path");
    const names = [path.join("/a", "../b"), path.resolve("/a", "b"), path.relative("/a", "/a/b"), path.normalize("a//b")];
    const parts = [path.dirname("/a/b"), path.basename("/a/b.c", ".c"), path.extname("a.b"), path.parse("/a/b.c")];
    const url = module("url/url");
    const urls = [url.parse("http://a:1/b?c=d"), url.format({ host: "a" }), url.pathToFileURL("/a").href];
    return [names, parts, path.isAbsolute("a"), urls, url.fileURLToPath("file:///a"), module("url/querystring").parse("a=b")];
  };

  const requests = () => {
    const { Headers } = fetching("headers");
    new Headers({ a: "b" }).set("c", "d");
    const { Request } = fetching("request");
    const request = new Request("http://a/", { body: "a", headers: { a: "b" }, method: "POST" });
    const { Response } = fetching("response");
    const response = new Response("a");
    const agents = [new (module("http/http").Agent)({ keepAlive: true }), new (module("http/https").Agent)()];
    return [agents, request.headers.has("a"), request.body, request.url, response.headers, response.ok, response.body];
  };

  const environment = () => {
    const { env } = module("process/process").default;
    const names = [env.A, "A" in env, Object.keys(env)];
    delete env.A;
    module("assert/assert").default(true);
    return [names, new (module("async_hooks").AsyncLocalStorage)().run(1, () => {})];
  };

  for (const [name] of scripts) load(name);
  const parts = [
    urls,
    streamsOfTheWeb,
    eventsOfTheWeb,
    texts,
    required,
    emitters,
    utilities,
    buffers,
    streams,
    paths,
    requests,
    environment,
  ];
  for (const part of parts) part();
}
