//! The client of `node:http2`.

use std::process::Output;

use crate::programs::http2_server::Http2Server;
use crate::support::lumi::{Lumi, tool};
use crate::support::peers::skip;

/// The definitions of `url`, `show` and `whole` in programs.
const PRELUDE: &str = "import http2 from 'node:http2';\n\
     import { once } from 'node:events';\n\
     const url = `http://127.0.0.1:${process.env.PORT}`;\n\
     const show = (...parts) => console.log(...parts);\n\
     const whole = async (stream) => {\n  \
       const parts = [];\n  \
       for await (const part of stream) parts.push(part);\n  \
       return Buffer.concat(parts);\n\
     };\n\
     const ended = (emitter) => new Promise((done) => emitter.once('close', done));\n";

/// Runs a program in Lumi, and in Node if that is installed: both must print the same.
fn printed(body: &str) -> String {
    let server = Http2Server::start();
    let port = server.port.to_string();
    let lumi = Lumi::program("");
    let file = lumi.file("index.mjs", format!("{PRELUDE}{body}"));
    let flags = ["run", "--allow-net", "--allow-env", "index.mjs"];
    let found = lumi.command(&flags).env("PORT", &port).output().unwrap();
    let text = |output: &Output, bytes: &[u8]| {
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(bytes.to_vec()).unwrap()
    };
    let found = text(&found, &found.stderr);
    match tool("node").arg(file).env("PORT", &port).output() {
        Ok(output) => assert_eq!(found, text(&output, &output.stdout)),
        Err(_) => skip("node", "the package manager of the system"),
    }
    found
}

#[test]
fn requests_have_responses_with_headers_and_trailers() {
    let said = printed(
        "const session = http2.connect(url);\n\
         const [same] = await once(session, 'connect');\n\
         show(same === session, session.encrypted, session.alpnProtocol, session.type);\n\
         const stream = session.request({ ':path': '/a?b=c', ':method': 'POST', 'X-Asked': 'caf\\u00e9' },\n  \
           { waitForTrailers: true });\n\
         stream.on('wantTrailers', () => stream.sendTrailers({ 'x-sent': 'yes' }));\n\
         stream.on('trailers', (trailers, flags) => show(trailers['x-size'], trailers['x-sent'], flags));\n\
         stream.on('response', (headers, flags) => {\n  \
           show(headers[':status'], headers['x-seen'].replace(/:\\d+/, ''), headers['x-asked'], flags);\n  \
           show(String(headers['set-cookie']), headers['x-several'], Object.getPrototypeOf(headers));\n\
         });\n\
         const closed = ended(stream);\n\
         stream.write('hello ');\n\
         stream.end('world');\n\
         show(String(await whole(stream)), stream.id);\n\
         await closed;\n\
         show(stream.rstCode, stream.closed, stream.destroyed, stream.aborted);\n\
         const get = session.request({ ':path': '/get' });\n\
         show((await whole(get)).length, get.sentHeaders[':method'], get.endAfterHeaders, get.id);\n\
         session.close();\n\
         await ended(session);\n\
         show(session.closed, session.destroyed);\n\
         try { session.request(); } catch (error) { show(error.code, error.message); }\n",
    );
    assert!(
        said.contains("200 POST http://127.0.0.1/a?b=c caf\u{e9} 4\n"),
        "{said}"
    );
    assert!(said.contains("11 yes 5\n"), "{said}");
}

#[test]
fn large_bodies_pass_through_the_windows() {
    let said = printed(
        "const session = http2.connect(url, { settings: { initialWindowSize: 100000 } });\n\
         const large = session.request({ ':path': '/large' });\n\
         show((await whole(large)).length);\n\
         const echo = session.request({ ':path': '/echo', ':method': 'PUT' });\n\
         let writes = 0;\n\
         for (let index = 0; index < 40; index++) echo.write(Buffer.alloc(20000, index), () => writes++);\n\
         echo.end();\n\
         const back = await whole(echo);\n\
         show(back.length, back[0], back[back.length - 1], writes);\n\
         const all = await Promise.all(Array.from({ length: 30 }, async (_, index) => {\n  \
           const stream = session.request({ ':path': `/${index}`, ':method': 'POST' });\n  \
           stream.end(String(index));\n  \
           return String(await whole(stream));\n\
         }));\n\
         show(all.join());\n\
         session.close();\n",
    );
    assert!(
        said.starts_with("1000000\n800000 0 39 40\n0,1,2,"),
        "{said}"
    );
}

#[test]
fn a_response_that_is_not_read_does_not_hold_up_others() {
    let said = printed(
        "const session = http2.connect(url);\n\
         const paused = session.request({ ':path': '/large' });\n\
         await once(paused, 'response');\n\
         for (let index = 0; index < 3; index++) {\n  \
           const large = session.request({ ':path': '/large' });\n  \
           show((await whole(large)).length);\n\
         }\n\
         show((await whole(paused)).length);\n\
         session.close();\n\
         await ended(session);\n",
    );
    assert!(
        said.starts_with("1000000\n1000000\n1000000\n1000000\n"),
        "{said}"
    );
}

#[test]
fn streams_are_reset_with_the_codes_of_node() {
    let said = printed(
        "const session = http2.connect(url);\n\
         for (const path of ['/reset', '/refused']) {\n  \
           const stream = session.request({ ':path': path });\n  \
           stream.on('aborted', () => show('aborted'));\n  \
           stream.resume();\n  \
           const [error] = await once(stream, 'error');\n  \
           show(error.code, error.message, stream.rstCode, stream.destroyed);\n\
         }\n\
         const quiet = session.request({ ':path': '/never', ':method': 'POST' });\n\
         quiet.on('error', (error) => show('no error', error));\n\
         quiet.on('aborted', () => show('aborted'));\n\
         quiet.close(http2.constants.NGHTTP2_CANCEL);\n\
         await ended(quiet);\n\
         show(quiet.rstCode, quiet.aborted);\n\
         const abort = new AbortController();\n\
         const stopped = session.request({ ':path': '/never' }, { signal: abort.signal });\n\
         setImmediate(() => abort.abort());\n\
         const [error] = await once(stopped, 'error');\n\
         show(error.code, error.name, stopped.rstCode);\n\
         const failed = session.request({ ':path': '/never' });\n\
         failed.destroy(new Error('own'));\n\
         show((await once(failed, 'error'))[0].message, failed.rstCode);\n\
         session.close();\n\
         await ended(session);\n",
    );
    assert!(
        said.starts_with(
            "ERR_HTTP2_STREAM_ERROR Stream closed with error code NGHTTP2_PROTOCOL_ERROR 1 true\n"
        ),
        "{said}"
    );
}

#[test]
fn pings_settings_and_goaways_are_heard() {
    let said = printed(
        "const session = http2.connect(url);\n\
         const [settings] = await once(session, 'remoteSettings');\n\
         show(settings.maxConcurrentStreams, session.remoteSettings.maxFrameSize);\n\
         show(session.ping(Buffer.from('12345678'), (error, time, payload) => {\n  \
           show(error, typeof time, String(payload));\n  \
           go();\n\
         }));\n\
         let go;\n\
         await new Promise((done) => (go = done));\n\
         try { session.ping(Buffer.alloc(3), () => {}); } catch (error) { show(error.code, error.name); }\n\
         const over = ended(session);\n\
         const last = session.request({ ':path': '/bye' });\n\
         session.once('goaway', (code, id, data) => show('goaway', code, data?.length ?? 0));\n\
         show((await whole(last)).length);\n\
         await over;\n\
         show(session.destroyed);\n\
         const calm = http2.connect(url);\n\
         calm.on('goaway', (code) => show('goaway', code));\n\
         const stream = calm.request({ ':path': '/calm' });\n\
         const failure = once(stream, 'error');\n\
         const [error] = await once(calm, 'error');\n\
         show(error.code, error.message);\n\
         show((await failure)[0].code);\n",
    );
    assert!(
        said.starts_with("7 16384\ntrue\nnull number 12345678\n"),
        "{said}"
    );
    assert!(said.contains("goaway 11\n"), "{said}");
}

#[test]
fn wrong_calls_throw_as_in_node() {
    let said = printed(
        "const session = http2.connect(url);\n\
         await once(session, 'connect');\n\
         const tried = (call) => { try { call(); show('fine'); } catch (error) { show(error.code, error.message); } };\n\
         tried(() => session.request({ connection: 'close' }));\n\
         tried(() => session.request({ Connection: 'close' }));\n\
         tried(() => session.request({ ':other': 200 }));\n\
         tried(() => session.request({ te: 'gzip' }));\n\
         tried(() => session.request({ 'content-type': ['a', 'b'] }));\n\
         tried(() => http2.connect('ftp://127.0.0.1'));\n\
         tried(() => http2.getPackedSettings({ maxFrameSize: 1 }));\n\
         tried(() => http2.getPackedSettings({ enablePush: 1 }));\n\
         show(http2.getPackedSettings({ initialWindowSize: 5, enablePush: false }));\n\
         show(http2.getUnpackedSettings(Buffer.from([0, 4, 0, 0, 0, 9])));\n\
         session.destroy();\n\
         tried(() => session.ping(() => {}));\n\
         await ended(session);\n\
         const nobody = http2.connect('http://127.0.0.1:1');\n\
         const stream = nobody.request();\n\
         const failure = once(stream, 'error');\n\
         show((await once(nobody, 'error'))[0].code, (await failure)[0].code);\n",
    );
    assert!(
        said.contains("ERR_HTTP2_INVALID_CONNECTION_HEADERS"),
        "{said}"
    );
}

#[test]
fn a_session_needs_permission() {
    let server = Http2Server::start();
    let lumi = Lumi::program(&format!(
        "import http2 from 'node:http2';\n\
         http2.connect('http://127.0.0.1:{}').on('error', (error) => console.log(error.code, error.message));\n",
        server.port
    ));
    let answer = lumi.run(&["run", "--allow-net=127.0.0.1:1"]);
    let flag = format!("--allow-net=127.0.0.1:{}", server.port);
    assert!(
        answer.stderr.contains("ERR_ACCESS_DENIED"),
        "{}",
        answer.transcript()
    );
    assert!(answer.stderr.contains(&flag), "{}", answer.transcript());
}
