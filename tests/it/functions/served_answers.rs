//! Requests as functions see them, and answers of functions as clients see them.

use crate::functions::served::{Functions, get};

/// Members that are read late are data like all others.
#[test]
fn a_request_is_an_object_like_any_other() {
    let fns = Functions::new();
    let export = "(request) => {
        const { headers, query } = request;
        const copy = structuredClone(request);
        console.log('shown', request);
        request.headers = { ...headers, added: '1' };
        request.query.more = 'x';
        request.user = 'u';
        return {
          names: Object.keys(request), copied: JSON.stringify(copy.headers) === JSON.stringify(headers),
          added: request.headers.added, query, same: request.query === query,
          values: [request.params, query].map((it) => Object.keys(it)), proto: headers.__proto__ === '1',
        };
      }";
    fns.add(
        "f",
        r#"{ "type": "http", "path": "/f/:__proto__" }"#,
        export,
    );
    let it = fns.serve(&[]);
    let headers = "cookie: a=1\r\ncookie: b=2\r\naccept: a\r\naccept: b\r\n__proto__: 1\r\n";
    let reply = it.request(
        "POST",
        "/f/x%0Ay?constructor=1&__proto__=%26%3D&a=+",
        headers,
        b"t",
    );
    insta::assert_snapshot!(reply.json(), @r#"{"names":["method","route","path","params","query","headers","body","user"],"copied":true,"added":"1","query":{"constructor":"1","__proto__":"&=","a":" ","more":"x"},"same":true,"values":[["__proto__"],["constructor","__proto__","a","more"]],"proto":true}"#);
    it.wait_for_log("cookie: \"a=1; b=2\"");
    it.wait_for_log("accept: \"a, b\"");
}

#[test]
fn bytes_need_no_base64() {
    let fns = Functions::new();
    let export = "(request) => ({
        status: 201, headers: { 'x-own': `${Object.keys(request)} ${request.bytes?.()} ${request.body}` }, body: request.body,
        isBase64Encoded: request.isBase64Encoded,
      })";
    fns.add("f", r#"{ "type": "http", "path": "/f" }"#, export);
    let it = fns.serve(&["-q"]);
    let reply = it.request("POST", "/f", "", &[0, 255]);
    assert_eq!((reply.status, &reply.body[..]), (201, &[0, 255][..]));
    let keys = "method,route,path,params,query,headers,body,isBase64Encoded";
    assert!(
        reply
            .headers
            .contains(&format!("x-own: {keys} 0,255 AP8=\r\n")),
        "{}",
        reply.headers
    );
    let text = it.request("POST", "/f", "", b"text");
    assert_eq!(text.brief(), "201 text");
    assert!(
        !text.headers.contains("isBase64Encoded"),
        "{}",
        text.headers
    );
}

/// Each is answered as its JSON would be.
#[test]
fn answers_are_taken_by_their_members() {
    let fns = Functions::new();
    let export = r#"({ params }) => ({
        data: { id: 1, status: 2 },
        extra: { status: 201, other: undefined },
        json: { status: 201, body: { a: 1 } },
        list: { body: [1], headers: { 'Content-Type': 'a/b' } },
        date: { body: new Date(0) },
        own: { status: 201, toJSON: () => ({ status: 202 }) },
        number: { status: 200, body: 5, headers: { n: 1, none: null, all: ['a', 2] } },
        none: { status: 204, body: null },
        base64: { body: '?', isBase64Encoded: true },
        status: { status: 1e9 },
        half: { status: 200.5 },
        header: { headers: { a: 'b\nc: d' } },
        response: new Response('r', { status: 202 }),
        foreign: { [Symbol.toStringTag]: 'Response', status: 200, headers: [['a', 'b\nc']], arrayBuffer: async () => new ArrayBuffer(0) },
        then: { then: (go) => go('then') },
        rejected: params.what === 'rejected' && Promise.reject(new RangeError('rejected')),
      })[params.what]"#;
    fns.add("f", &get("/f/:what"), export);
    let it = fns.serve(&["-q"]);
    let answer = |what: &str| {
        let reply = it.get(&format!("/f/{what}"));
        let headers = reply
            .headers
            .lines()
            .filter(|it| !it.starts_with("date:") && !it.starts_with("content-length:"));
        format!(
            "{what}: {} [{}]",
            reply.brief(),
            headers.collect::<Vec<_>>().join(", ")
        )
    };
    let all = [
        "data", "extra", "json", "list", "date", "own", "number", "none", "base64", "status",
        "half", "header", "response", "foreign", "then", "rejected",
    ];
    insta::assert_snapshot!(all.map(answer).join("\n"), @r#"
    data: 200 {"id":1,"status":2} [content-type: application/json, vary: accept-encoding, connection: close]
    extra: 201  [connection: close]
    json: 201 {"a":1} [content-type: application/json, vary: accept-encoding, connection: close]
    list: 200 [1] [content-type: a/b, connection: close]
    date: 200 1970-01-01T00:00:00.000Z [content-type: text/plain; charset=utf-8, vary: accept-encoding, connection: close]
    own: 202  [connection: close]
    number: 200 5 [content-type: application/json, n: 1, all: a, all: 2, vary: accept-encoding, connection: close]
    none: 204  [connection: close]
    base64: 500 {"error":"the function failed: the function's body is not base64: Invalid symbol 63, offset 0."} [content-type: application/json, vary: accept-encoding, connection: close]
    status: 500 {"error":"the function failed: the function answered the status 1000000000, which is not valid"} [content-type: application/json, vary: accept-encoding, connection: close]
    half: 500 {"error":"the function failed: the function answered the status 200.5, which is not valid"} [content-type: application/json, vary: accept-encoding, connection: close]
    header: 500 {"error":"the function failed: the function answered an invalid header: \"a\""} [content-type: application/json, vary: accept-encoding, connection: close]
    response: 202 r [content-type: text/plain;charset=UTF-8, vary: accept-encoding, connection: close]
    foreign: 500 {"error":"the function failed: TypeError: the status or a header of the Response is not valid"} [content-type: application/json, vary: accept-encoding, connection: close]
    then: 200 then [content-type: text/plain; charset=utf-8, vary: accept-encoding, connection: close]
    rejected: 500 {"error":"the function failed: RangeError: rejected"} [content-type: application/json, vary: accept-encoding, connection: close]
    "#);
}

#[test]
fn a_response_of_the_web_is_honoured() {
    let fns = Functions::new();
    fns.add(
        "text",
        &get("/text"),
        "() => new Response('<p>é', { status: 201, headers: [['content-type', 'text/html'], \
         ['set-cookie', 'a=1'], ['set-cookie', 'b=2'], ['x-one', '1']] })",
    );
    fns.add(
        "json",
        &get("/json"),
        "async () => Response.json({ a: [1] })",
    );
    fns.add(
        "bytes",
        &get("/bytes"),
        "() => new Response(new Uint8Array([255, 0]))",
    );
    fns.add(
        "none",
        &get("/none"),
        "() => new Response(null, { status: 304 })",
    );
    fns.add("bad", &get("/bad"), "() => Response.error()");
    let it = fns.serve(&[]);
    let text = it.get("/text");
    assert_eq!(text.brief(), "201 <p>é");
    let head = text.headers.to_lowercase();
    for header in [
        "content-type: text/html",
        "set-cookie: a=1",
        "set-cookie: b=2",
        "x-one: 1",
    ] {
        assert!(head.contains(header), "{head}");
    }
    assert_eq!(it.get("/json").brief(), r#"200 {"a":[1]}"#);
    assert_eq!(it.get("/bytes").body, [255, 0]);
    assert_eq!(it.get("/none").status, 304);
    let bad = it.get("/bad");
    assert_eq!(bad.status, 500);
    assert!(
        bad.brief().contains("the status 0, which is not valid"),
        "{}",
        bad.brief()
    );
}
