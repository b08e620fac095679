import tls from "node:tls"; import net from "node:net"; import fs from "node:fs"; import { once } from "node:events"; import { Duplex, PassThrough } from "node:stream";
// The certificates are of these tests alone.
const names = { cert: "own.cert", key: "own.key", cert2: "other.cert", key2: "other.key" };
const at = (name) => fs.readFileSync(new URL(`certificates/${names[name]}.pem`, import.meta.url));
const server = tls.createServer({ cert: at("cert"), key: at("key"), ALPNProtocols: ["http/1.1", "x"] }, (s) => {
  s.on("error", () => {});
  s.on("data", (d) => s.write("echo:" + d)); s.on("end", () => s.end());
});
server.on("tlsClientError", () => {});
server.listen(0, "127.0.0.1"); await once(server, "listening");
const { port } = server.address();
const done = (c) => new Promise((r) => c.on("close", r));
{
  const c = tls.connect({ port, host: "127.0.0.1", ca: at("cert"), ALPNProtocols: ["x"] }, () => {
    console.log("secure", c.authorized, c.authorizationError, c.encrypted, c.alpnProtocol, c.getProtocol(), c.getCipher().version);
    const p = c.getPeerCertificate();
    console.log(p.subject.CN, p.subject.O, p.issuer.CN, p.subjectaltname, p.valid_from.length, p.fingerprint256.length, p.serialNumber.length, p.raw.length > 100);
    c.write("hello");
  });
  c.setEncoding("utf8"); c.on("data", (d) => { console.log(d); c.end(); }); c.on("end", () => console.log("end"));
  await done(c);
}
for (const options of [{}, { ca: at("cert2") }, { ca: at("cert"), servername: "wrong.test" }, { rejectUnauthorized: false }]) {
  const c = tls.connect({ port, host: "127.0.0.1", ...options });
  c.on("secureConnect", () => { console.log("secureConnect", c.authorized, c.authorizationError); c.end(); c.resume(); });
  c.on("error", (e) => console.log("error", e.code, e.message, c.authorized));
  await done(c);
}
{
  const raw = net.connect(port, "127.0.0.1"); await once(raw, "connect");
  const c = tls.connect({ socket: raw, ca: at("cert"), servername: "localhost" }); await once(c, "secureConnect");
  console.log("upgraded", c.authorized, c.remoteAddress);
  c.write(Buffer.alloc(300000, 97)); let n = 0;
  await new Promise((r) => c.on("data", (d) => { n += d.length; if (n >= 300000) r(); }));
  console.log(n >= 300000); c.destroy(); await done(c);
}
{
  const plain = net.createServer((s) => { s.on("error", () => {}); s.end("HTTP/1.1 400 Bad\r\n\r\n"); }); plain.listen(0, "127.0.0.1"); await once(plain, "listening");
  const c = tls.connect({ port: plain.address().port, host: "127.0.0.1" }); c.on("error", (e) => console.log("plain", e.code)); await done(c);
  plain.close();
  const closing = net.createServer((s) => s.end()); closing.listen(0, "127.0.0.1"); await once(closing, "listening");
  const d = tls.connect({ port: closing.address().port, host: "127.0.0.1" }); d.on("error", (e) => console.log(e.code, e.message)); await done(d); closing.close();
}
{
  const mutual = tls.createServer({ cert: at("cert"), key: at("key"), ca: at("cert2"), requestCert: true, rejectUnauthorized: false }, (s) => {
    console.log("client", s.authorized, s.authorizationError, s.getPeerCertificate().subject?.CN); s.end(); s.resume(); });
  mutual.listen(0, "127.0.0.1"); await once(mutual, "listening");
  for (const o of [{}, { cert: at("cert2"), key: at("key2") }, { cert: at("cert"), key: at("key") }]) {
    const c = tls.connect({ port: mutual.address().port, host: "localhost", ca: at("cert"), ...o }); c.resume(); c.on("error", (e) => console.log(e.code)); await done(c); }
  mutual.close();
}
console.log(tls.checkServerIdentity("a.b.test", { subject: {}, subjectaltname: "DNS:*.b.test" }), tls.checkServerIdentity("a.test", { subject: { CN: "b.test" } }).message, tls.checkServerIdentity("127.0.0.1", { subject: {}, subjectaltname: "IP Address:127.0.0.2" }).message,
 tls.checkServerIdentity("x.test", { subject: {}, subjectaltname: "DNS:y.test" }).message);
console.log(tls.rootCertificates.every((it) => it.startsWith("-----BEGIN")));
{
  // Sockets made by the program: a server over an accepted socket, and a client over any stream.
  const upgrading = net.createServer((raw) => {
    const s = new tls.TLSSocket(raw, { isServer: true, cert: at("cert"), key: at("key") });
    s.on("error", (e) => console.log("server", e.code)); s.on("data", (d) => s.end("upgraded " + d));
  });
  upgrading.listen(0, "127.0.0.1"); await once(upgrading, "listening");
  const raw = net.connect(upgrading.address().port, "127.0.0.1");
  const middle = new Duplex({ read() {}, write(d, _, done) { raw.write(d, done); }, final(done) { raw.end(); done(); }, destroy(e, done) { raw.destroy(); done(e); } });
  raw.on("data", (d) => middle.push(d)); raw.on("end", () => middle.push(null));
  const c = tls.connect({ socket: middle, ca: at("cert"), servername: "localhost" }); await once(c, "secureConnect");
  c.write("stream"); c.setEncoding("utf8"); c.on("data", (d) => console.log(d, c.authorized, c.remoteAddress)); await once(c, "end"); console.log("end of stream");
  c.destroy(); raw.destroy(); upgrading.close();
  const idle = new tls.TLSSocket(new PassThrough());
  console.log(idle.encrypted, idle._handle._parentWrap.constructor.name, idle.authorized); idle.on("error", () => {}); idle.destroy();
}
{
  // A client that refuses the certificate: the server hears of no connection.
  const refused = tls.createServer({ cert: at("cert"), key: at("key") }, () => console.log("a connection"));
  refused.on("tlsClientError", (e) => console.log("tlsClientError", e.code));
  refused.listen(0, "127.0.0.1"); await once(refused, "listening");
  const c = tls.connect({ port: refused.address().port, host: "127.0.0.1" }); c.on("error", (e) => console.log(e.code));
  await Promise.all([done(c), once(refused, "tlsClientError")]); refused.close();
}
for (const options of [{ cert: at("cert"), key: "none" }, { cert: "none" }, { cert: at("cert"), key: [{ pem: "none" }] }, { ca: "none" }, { key: at("key") }]) {
  for (const make of [tls.createSecureContext, tls.createServer]) {
    try { make(options); console.log("made"); } catch (e) { console.log(e.name, e.code, e.message); }
  }
}
server.close(() => console.log("closed"));
