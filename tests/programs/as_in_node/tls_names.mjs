// Settings by the name that a client asks for, encrypted keys, and versions by the names of OpenSSL's methods.
import tls from "node:tls"; import https from "node:https"; import net from "node:net"; import fs from "node:fs"; import crypto from "node:crypto"; import { once } from "node:events";
const names = { cert: "own.cert", key: "own.key", cert2: "other.cert", key2: "other.key" };
const at = (name) => fs.readFileSync(new URL(`certificates/${names[name]}.pem`, import.meta.url));
const own = { cert: at("cert"), key: at("key") }, other = { cert: at("cert2"), key: at("key2") };
const subject = (it) => it?.subject?.CN;
async function ask(server, options) {
  if (!server.listening) { server.listen(0, "127.0.0.1"); await once(server, "listening"); }
  const c = tls.connect({ port: server.address().port, host: "127.0.0.1", rejectUnauthorized: false, ...options });
  const heard = [];
  c.on("secureConnect", () => { heard.push(subject(c.getPeerCertificate())); c.end("x"); });
  c.on("data", (d) => heard.push(String(d)));
  c.on("error", (e) => heard.push(e.code === "ECONNRESET" || e.code === "ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR" ? "failed" : e.code));
  await new Promise((r) => c.on("close", r));
  return heard.join(" ");
}
{
  const asked = [];
  const server = tls.createServer({ ...own, SNICallback(name, done) {
    asked.push(name);
    if (name === "later.test") return setTimeout(() => done(null, tls.createSecureContext(other)), 5);
    if (name === "broken.test") return done(new Error("no such name"));
    done(null, name === "none.test" ? undefined : tls.createSecureContext(other));
  } }, (s) => { s.on("error", () => {}); s.end(`to ${s.servername}`); s.resume(); });
  server.on("tlsClientError", (error) => console.log("tlsClientError", error.message));
  for (const servername of ["a.test", "later.test", "none.test", "broken.test", ""]) {
    console.log(JSON.stringify(servername), await ask(server, { servername }));
  }
  console.log(asked.join(" "));
  // A client that says its first message byte by byte, and one that never does.
  const slow = net.connect(server.address().port, "127.0.0.1"); await once(slow, "connect");
  slow.destroy();
  server.close();
}
{
  const server = tls.createServer(own, (s) => { s.end("served"); s.resume(); });
  server.addContext("*.other.test", other);
  server.addContext("own.other.test", tls.createSecureContext(own));
  for (const servername of ["a.other.test", "own.other.test", "a.b.other.test", "a.test"]) {
    console.log(servername, await ask(server, { servername }));
  }
  try { server.addContext("", own); } catch (error) { console.log(error.code, error.message); }
  server.close();
}
{
  const server = https.createServer({ ...own, SNICallback: (_, done) => done(null, tls.createSecureContext(other)) }, (request, response) => response.end(request.headers.host));
  server.listen(0, "127.0.0.1"); await once(server, "listening");
  const { port } = server.address();
  await new Promise((done) => https.get({ host: "127.0.0.1", port, servername: "x.test", headers: { host: "x.test" }, rejectUnauthorized: false }, (response) => {
    console.log("https", subject(response.socket.getPeerCertificate()));
    response.on("data", (d) => console.log(String(d))); response.on("end", done);
  }));
  server.close();
}
try { tls.createServer({ SNICallback: "x" }); } catch (error) { console.log(error.code, error.message); }
{
  const plain = crypto.createPrivateKey(at("key"));
  const locked = plain.export({ format: "pem", type: "pkcs8", cipher: "aes-256-cbc", passphrase: "secret" });
  for (const key of [{ key: locked, passphrase: "secret" }, { key: [{ pem: locked, passphrase: "secret" }] }, { key: [{ pem: Buffer.from(locked) }], passphrase: "secret" }]) {
    const server = tls.createServer({ cert: at("cert"), ...key }, (s) => { s.end("locked"); s.resume(); });
    console.log(await ask(server, {}));
    server.close();
  }
  for (const passphrase of ["wrong", undefined]) {
    try { tls.createSecureContext({ cert: at("cert"), key: locked, passphrase }); console.log("taken"); } catch { console.log("refused"); }
  }
}
{
  const server = tls.createServer({ ...own, secureProtocol: "TLSv1_2_method" }, (s) => { s.end(s.getProtocol()); s.resume(); });
  console.log(await ask(server, {}), await ask(server, { secureProtocol: "TLS_client_method" }), await ask(server, { secureProtocol: "SSLv23_method" }));
  server.close();
  for (const options of [{ secureProtocol: "x" }, { secureProtocol: "SSLv3_method" }, { secureProtocol: "TLS_method", minVersion: "TLSv1.2" }]) {
    try { tls.createSecureContext(options); } catch (error) { console.log(error.code, error.message); }
  }
}
