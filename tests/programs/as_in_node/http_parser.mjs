// The parser inside of Node, by which libraries answer requests without a server.
import { createRequire } from "node:module";

const { HTTPParser, methods } = createRequire(import.meta.url)("_http_common");
console.log(typeof HTTPParser, HTTPParser.REQUEST, HTTPParser.RESPONSE, methods.includes("GET"));
const calls = ["kOnMessageBegin", "kOnHeaders", "kOnHeadersComplete", "kOnBody", "kOnMessageComplete", "kOnExecute", "kOnTimeout"];
console.log(calls.map((name) => HTTPParser[name]).join());

function parsed(kind, parts, answer) {
  const log = [];
  const parser = new HTTPParser();
  parser.initialize(kind, {});
  const note = (name) => (...args) => {
    const shown = args.map((it) => (it instanceof Uint8Array ? `<${Buffer.from(it)}>` : it));
    log.push(`${name} ${JSON.stringify(shown.map((it) => (it === undefined ? "-" : it)))}`);
    return answer;
  };
  for (const name of ["kOnHeaders", "kOnHeadersComplete", "kOnBody", "kOnMessageComplete"]) parser[HTTPParser[name]] = note(name);
  for (const part of parts) {
    const taken = parser.execute(Buffer.from(part));
    log.push(typeof taken === "number" ? `took ${taken}` : `${taken.name} ${taken.code} ${taken.reason} ${taken.bytesParsed}`);
  }
  const end = parser.finish();
  log.push(end === undefined ? "finished" : `${end.code} ${end.reason}`);
  parser.remove();
  parser.free();
  return log.join("\n  ");
}

const { REQUEST, RESPONSE } = HTTPParser;
const cases = {
  get: [REQUEST, ["GET /a?b HTTP/1.1\r\nHost: x\r\nA: 1\r\na: 2\r\n\r\n"]],
  parts: [REQUEST, ["POST /p HTTP/1.", "1\r\nContent-Length: 5\r\n", "\r\nab", "cde"]],
  old: [REQUEST, ["PUT / HTTP/1.0\r\nContent-Length: 2\r\n\r\nok"]],
  patch: [REQUEST, ["PATCH / HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"]],
  two: [REQUEST, ["DELETE /1 HTTP/1.1\r\n\r\nOPTIONS /2 HTTP/1.1\r\n\r\n"]],
  chunks: [REQUEST, ["POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", "2\r\nde\r\n0\r\nT: 1\r\n\r\n"]],
  upgrade: [REQUEST, ["GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nrest"], 2],
  response: [RESPONSE, ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX: y\r\n\r\nhi"]],
  empty: [RESPONSE, ["HTTP/1.1 204 No Content\r\n\r\n"]],
  head: [RESPONSE, ["HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"], 1],
  untilTheEnd: [RESPONSE, ["HTTP/1.1 201 Made It\r\n\r\na", "b"]],
  incomplete: [RESPONSE, ["HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"]],
  wrong: [REQUEST, ["this is no request\r\n\r\n"]],
  wrongLength: [REQUEST, ["POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n"]],
};
for (const [name, [kind, parts, answer]] of Object.entries(cases)) console.log(`${name}:\n  ${parsed(kind, parts, answer)}`);
