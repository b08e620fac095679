use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::sync::Arc;
use std::thread::JoinHandle;

use super::*;
use crate::Unrestricted;
use crate::content::http_client;
use lumi_graph::Object;

fn client() -> Result<Client, ProviderError> {
    http_client()
}

/// Serves one request with a status line and a body; returns the address.
fn serve(answer: &'static str, body: &'static [u8]) -> (String, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let server = std::thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let mut lines = BufReader::new(&stream).lines();
        while lines
            .next()
            .is_some_and(|it| it.is_ok_and(|it| !it.is_empty()))
        {}
        let length = body.len();
        let head =
            format!("HTTP/1.1 {answer}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
        let mut stream = &stream;
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body).unwrap();
    });
    (format!("http://{address}"), server)
}

fn asset(content: AssetContent) -> Value {
    Value::Asset(Box::new(Asset {
        content,
        hash: None,
    }))
}

async fn members(folder: &Path, archive: ArchiveContent) -> Result<Vec<Member>, ProviderError> {
    let archive = Archive {
        content: archive,
        hash: None,
    };
    let value = Value::Archive(Box::new(archive.clone()));
    let mut sources = Sources::gather(folder, unrestricted(), &value, client).await?;
    Ok(sources.archive(&archive)?)
}

fn unrestricted() -> Arc<dyn Access> {
    Arc::new(Unrestricted)
}

fn text(content: &Content) -> String {
    let mut text = String::new();
    content.open().unwrap().read_to_string(&mut text).unwrap();
    text
}

#[tokio::test]
async fn remote_assets_are_fetched() {
    let (uri, server) = serve("200 OK", b"fetched");
    let value = asset(AssetContent::Remote(uri));
    let folder = tempfile::tempdir().unwrap();
    let sources = Sources::gather(folder.path(), unrestricted(), &value, client)
        .await
        .unwrap();
    let Value::Asset(asset) = &value else {
        panic!("it is an asset")
    };
    assert_eq!(text(&sources.asset(asset).unwrap()), "fetched");
    server.join().unwrap();
}

#[tokio::test]
async fn failed_downloads_are_explained() {
    let (uri, server) = serve("404 Not Found", b"");
    let value = asset(AssetContent::Remote(uri.clone()));
    let folder = tempfile::tempdir().unwrap();
    let error = Sources::gather(folder.path(), unrestricted(), &value, client).await;
    let error = error.err().unwrap().to_string().replace(&uri, "URI");
    assert_eq!(
        error,
        "cannot fetch \"URI/\": the server answered 404 Not Found".replace("URI/", "URI")
    );
    server.join().unwrap();
}

#[tokio::test]
async fn members_come_from_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("site/js")).unwrap();
    fs::write(folder.path().join("site/js/a.js"), "js").unwrap();
    std::os::unix::fs::symlink("..", folder.path().join("site/js/up")).unwrap();
    let assets = Object::from_iter([
        ("z".to_owned(), asset(AssetContent::Text("text".to_owned()))),
        (
            "in/site".to_owned(),
            Value::Archive(Box::new(Archive {
                content: ArchiveContent::File("site".to_owned()),
                hash: None,
            })),
        ),
    ]);
    let members = members(folder.path(), ArchiveContent::Assets(assets))
        .await
        .unwrap();
    let shown: Vec<String> = members
        .iter()
        .map(|it| format!("{}={}", it.name, text(&it.content)))
        .collect();
    assert_eq!(shown, ["in/site/js/a.js=js", "z=text"]);
}

/// A tar file with one entry, whose name and type are not validated.
fn tar(path: &Path, name: &str, kind: tar::EntryType) {
    let mut header = tar::Header::new_gnu();
    header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
    header.set_entry_type(kind);
    header.set_size(1);
    header.set_mode(0o644);
    header.set_cksum();
    let mut builder = tar::Builder::new(fs::File::create(path).unwrap());
    builder.append(&header, &b"x"[..]).unwrap();
    builder.finish().unwrap();
}

#[tokio::test]
async fn packed_files_cannot_lead_outside() {
    let folder = tempfile::tempdir().unwrap();
    let archive = || ArchiveContent::File("a.tar".to_owned());
    for (name, kind) in [
        ("../evil", tar::EntryType::Regular),
        ("/etc/evil", tar::EntryType::Regular),
        ("a/../../evil", tar::EntryType::Regular),
        ("link", tar::EntryType::Symlink),
        ("link", tar::EntryType::Link),
    ] {
        tar(&folder.path().join("a.tar"), name, kind);
        let error = members(folder.path(), archive()).await.unwrap_err();
        let error = error.to_string();
        assert!(error.contains("evil") || error.contains("links"), "{error}");
    }
    tar(
        &folder.path().join("a.tar"),
        "./fine",
        tar::EntryType::Regular,
    );
    let found = members(folder.path(), archive()).await.unwrap();
    assert_eq!(found[0].name, "fine");
}

#[tokio::test]
async fn invalid_archives_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.zip"), "no zip").unwrap();
    fs::write(folder.path().join("a.txt"), "x").unwrap();
    let mut messages = Vec::new();
    for name in ["a.zip", "a.txt"] {
        let archive = ArchiveContent::File(name.to_owned());
        let error = members(folder.path(), archive).await.unwrap_err();
        messages.push(error.to_string());
    }
    insta::assert_snapshot!(messages.join("\n"), @r#"
    "a.zip" cannot be unpacked: invalid Zip archive: Could not find EOCD
    "a.txt" is neither a folder nor a .zip, .tar, .tar.gz or .tgz file
    "#);
}

/// Gives each connection the next answer; the channel gets the heads of the requests.
fn serve_all(listener: TcpListener, answers: Vec<String>) -> std::sync::mpsc::Receiver<String> {
    let (send, requests) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for answer in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let lines = BufReader::new(&stream).lines().map_while(Result::ok);
            let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
            send.send(head.join("\n").to_ascii_lowercase()).unwrap();
            // The reader of an answer without end may be gone.
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    requests
}

fn redirect(to: &str) -> String {
    format!(
        "HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    )
}

#[tokio::test]
async fn a_password_stays_with_its_host_at_every_redirect() {
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    let [port, other] = [0, 1].map(|it: usize| listeners[it].local_addr().unwrap().port());
    let [first, second] = listeners;
    let first = serve_all(
        first,
        vec![redirect(&format!("http://127.0.0.1:{other}/1"))],
    );
    let found = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";
    let second = serve_all(
        second,
        vec![redirect("/2"), redirect("/3"), found.to_owned()],
    );
    let folder = tempfile::tempdir().unwrap();
    let uri = format!("http://user:password@localhost:{port}/a");
    let value = asset(AssetContent::Remote(uri.clone()));
    let sources = Sources::gather(folder.path(), unrestricted(), &value, client)
        .await
        .unwrap();
    let content = sources
        .asset(&Asset {
            content: AssetContent::Remote(uri),
            hash: None,
        })
        .unwrap();
    assert_eq!(text(&content), "ok");
    assert!(first.recv().unwrap().contains("authorization: basic"));
    for path in ["/1", "/2", "/3"] {
        let asked = second.recv().unwrap();
        assert!(asked.starts_with(&format!("get {path} ")), "{asked}");
        assert!(!asked.contains("authorization"), "{asked}");
    }
}

#[tokio::test]
async fn a_download_is_not_larger_than_its_limit() {
    use super::super::download::download;
    let folder = tempfile::tempdir().unwrap();
    let endless = format!(
        "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{}",
        "x".repeat(5_000)
    );
    let declared =
        "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\nConnection: close\r\n\r\n".to_owned();
    for (answer, bytes, is_refused) in [
        (endless.clone(), 4_999, true),
        (endless, 5_000, false),
        (declared, 4_999, true),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let uri = format!("http://{}/", listener.local_addr().unwrap());
        let _requests = serve_all(listener, vec![answer]);
        let file = folder.path().join(format!("{bytes}-{is_refused}"));
        let _ = fs::remove_file(&file);
        let done = download(&client().unwrap(), &Unrestricted, &uri, &file, bytes).await;
        assert_eq!(done.is_err(), is_refused, "{done:?}");
    }
}
