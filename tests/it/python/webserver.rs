//! The life cycle of `examples/python/webserver`.

use std::fs;

use super::{Python, repository};
use crate::functions::served::send;

/// A copy of the example.
fn example() -> Option<Python> {
    let python = Python::new()?;
    let folder = repository().join("examples/python/webserver");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let name = path.file_name().unwrap().to_str().unwrap();
            python.lumi.file(name, fs::read(&path).unwrap());
        }
    }
    Some(python)
}

/// Status and body of the server's response.
fn visit(python: &Python) -> (u16, String) {
    let url = python.lumi.read("out/web-server.url");
    let address = url.strip_prefix("http://").unwrap().trim_end_matches('/');
    let reply = send(address, "GET", "/", "", b"");
    (reply.status, reply.text().to_owned())
}

/// Stops the server at the end of the test: it runs as long as this file exists.
struct Stops<'a>(&'a Python);

impl Drop for Stops<'_> {
    fn drop(&mut self) {
        let file = self.0.lumi.folder().join("out/web-server.url");
        let _ = fs::remove_file(file);
    }
}

#[test]
fn a_web_server_is_created_changed_and_deleted() {
    let Some(python) = example() else {
        return;
    };
    let _stops = Stops(&python);
    insta::assert_snapshot!(python.seen(&["preview"]));
    let port = "port=0";
    let up = python.run(&["up", "-y", "-c", port]);
    assert_eq!(up.code, 0, "{}", up.transcript());
    let (status, page) = visit(&python);
    let (title, release) = page.split_once('\n').unwrap();
    assert_eq!((status, title), (200, "<h1>Hello</h1>"));

    let again = python.seen(&["up", "-y", "-c", port]);
    assert!(
        again.contains("Done: nothing to do, 6 unchanged"),
        "{again}"
    );

    // Only the page is rewritten: the server keeps running.
    let titled = ["up", "-y", "-c", port, "-c", "title=Changed"];
    let change = python.seen(&titled);
    assert!(change.contains("Done: ~1 updated, 5 unchanged"), "{change}");
    let changed = visit(&python);
    assert_eq!(changed, (200, format!("<h1>Changed</h1>\n{release}")));

    let allow = "allow=[\"10.0.0.0/8\"]";
    let url = python.lumi.read("out/web-server.url");
    let preview = python.seen(&["preview", "-c", port, "-c", "title=Changed", "-c", allow]);
    insta::assert_snapshot!(preview.replace(&url, "[url]"));
    let closed = python.run(&["up", "-y", "-c", port, "-c", allow]);
    assert_eq!(closed.code, 0, "{}", closed.transcript());
    assert_eq!(visit(&python).0, 403);

    // A server that was stopped externally is detected and restarted.
    fs::remove_file(python.lumi.folder().join("out/web-server.url")).unwrap();
    let refresh = python.seen(&["refresh", "-y"]);
    assert!(refresh.contains("web-server-process"), "{refresh}");
    let up = python.run(&["up", "-y", "-c", port]);
    assert_eq!(up.code, 0, "{}", up.transcript());
    // The addresses set with `-c` are saved.
    assert_eq!(visit(&python).0, 403);

    let destroyed = python.run(&["destroy", "-y"]);
    assert_eq!(destroyed.code, 0, "{}", destroyed.transcript());
    let left = python.lumi.folder().join("out/web-server.url");
    assert!(!left.exists());
}
