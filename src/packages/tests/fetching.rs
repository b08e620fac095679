//! Tests of requests: to which hosts tokens are sent, and how much is taken.

use std::time::Duration;

use super::web_server::{Endless, WebServer};
use crate::fetch::{DownloadLimit, FetchError, Fetcher, Progress, Tokens, parse_url};
use crate::plugin::ReleaseArchive;

struct NoProgress;

impl Progress for NoProgress {
    fn received(&self, _: u64, _: Option<u64>) {}
}

const LIMIT: DownloadLimit = DownloadLimit {
    bytes: 1 << 20,
    time: Duration::from_secs(600),
};

/// A server with a token, and one without, of which the first is `localhost` and the second `127.0.0.1`.
async fn two_servers() -> (WebServer, WebServer, Fetcher) {
    let (first, second) = (WebServer::start().await, WebServer::start().await);
    let mut tokens = Tokens::default();
    tokens.add(&first.host(), "T");
    (first, second, Fetcher::new(tokens).unwrap())
}

fn other(server: &WebServer, path: &str) -> String {
    format!("http://127.0.0.1:{}{path}", server.port)
}

#[tokio::test]
async fn a_token_is_sent_to_its_own_host_alone_at_every_redirect() {
    let (first, second, fetcher) = two_servers().await;
    first.redirect("/a", &other(&second, "/1"));
    second.redirect("/1", "/2");
    second.redirect("/2", &other(&second, "/3"));
    second.put("/3", "found");
    let url = parse_url(&format!("http://{}/a", first.host())).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    for method in ["GET", "HEAD", "file"] {
        match method {
            "GET" => assert_eq!(fetcher.bytes(&url).await.unwrap().unwrap(), b"found"),
            "HEAD" => assert!(fetcher.exists(&url).await.unwrap()),
            _ => {
                let done = fetcher.download(&url, &file, LIMIT, &NoProgress).await;
                assert!(!done.unwrap());
                assert_eq!(std::fs::read(&file).unwrap(), b"found");
            }
        }
        let method = if method == "HEAD" { "HEAD" } else { "GET" };
        let token = Some("Bearer T".to_owned());
        assert_eq!(first.asked(), [(format!("{method} /a"), token)]);
        let without = ["/1", "/2", "/3"].map(|it| (format!("{method} {it}"), None));
        assert_eq!(second.asked(), without);
    }
}

#[tokio::test]
async fn a_redirect_back_to_the_host_of_a_token_carries_it() {
    let (first, second, fetcher) = two_servers().await;
    first.redirect("/a", &other(&second, "/b"));
    second.redirect("/b", &format!("http://{}/c", first.host()));
    first.put("/c", "found");
    first.require_token("T");
    let url = parse_url(&format!("http://{}/a", first.host())).unwrap();
    assert_eq!(fetcher.bytes(&url).await.unwrap().unwrap(), b"found");
    assert_eq!(second.asked(), [("GET /b".to_owned(), None)]);
}

#[tokio::test]
async fn a_refusal_without_a_token_may_be_of_a_missing_file() {
    let (first, second, fetcher) = two_servers().await;
    first.redirect("/to-second", &other(&second, "/a"));
    second.redirect("/to-first", &format!("http://{}/a", first.host()));
    first.require_token("another");
    second.require_token("any");
    let of_first = |path: &str| parse_url(&format!("http://{}{path}", first.host())).unwrap();
    let of_second = |path: &str| parse_url(&other(&second, path)).unwrap();
    for (url, had_token) in [
        (of_first("/a"), true),
        (of_first("/to-second"), false),
        (of_second("/a"), false),
        (of_second("/to-first"), true),
    ] {
        let error = fetcher.bytes(&url).await.unwrap_err();
        let words = match had_token {
            true => "does not accept the token: set `TF_TOKEN_localhost",
            false => "requires a token: set `TF_TOKEN_127_0_0_1",
        };
        assert!(error.to_string().contains(words), "{url}: {error}");
        let exists = fetcher.exists(&url).await;
        let checksums = ReleaseArchive::checksums(&fetcher, &url).await;
        match had_token {
            true => assert!(exists.is_err() && checksums.is_err(), "{url}"),
            false => assert!(!exists.unwrap() && checksums.unwrap().is_empty(), "{url}"),
        }
    }
}

#[tokio::test]
async fn redirects_end_and_lead_to_no_server_that_is_not_encrypted() {
    let (first, _, fetcher) = two_servers().await;
    first.redirect("/round", "/round");
    first.redirect("/out", "http://example.invalid/secret?signature=S");
    let fetch = async |path: &str| {
        let url = parse_url(&format!("http://{}{path}", first.host())).unwrap();
        fetcher.bytes(&url).await.unwrap_err()
    };
    let error = fetch("/round").await;
    assert!(
        matches!(error, FetchError::ManyRedirects { limit: 10, .. }),
        "{error}"
    );
    assert_eq!(first.asked().len(), 11);
    let message = fetch("/out").await.to_string();
    assert!(
        message.ends_with(
            "/out redirects to http://example.invalid, which is not encrypted; nothing was sent there"
        ),
        "{message}"
    );
}

#[tokio::test]
async fn an_answer_without_end_is_refused() {
    let (server, _, fetcher) = two_servers().await;
    server.never_end("/data", Endless::Data);
    server.put("/long", vec![0; (1 << 20) + 1]);
    server.put("/fits", vec![0; 1 << 20]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    let fetch = async |path: &str| {
        let url = parse_url(&format!("http://{}{path}", server.host())).unwrap();
        let bytes = fetcher.bytes_within(&url, LIMIT).await.map(drop);
        let file = fetcher.download(&url, &file, LIMIT, &NoProgress).await;
        [bytes, file.map(drop)]
    };
    for path in ["/data", "/long"] {
        for result in fetch(path).await {
            let limit = 1 << 20;
            assert!(
                matches!(result, Err(FetchError::TooLarge { limit: found, .. }) if found == limit),
                "{path}: {result:?}"
            );
        }
        assert!(!file.exists(), "{path}");
    }
    assert!(fetch("/fits").await.iter().all(Result::is_ok));
}

#[tokio::test]
async fn an_answer_that_takes_too_long_is_given_up_and_kept_for_the_next_attempt() {
    let (server, _, fetcher) = two_servers().await;
    server.never_end("/silence", Endless::Silence);
    let limit = DownloadLimit {
        time: Duration::from_millis(300),
        ..LIMIT
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    let url = parse_url(&format!("http://{}/silence", server.host())).unwrap();
    let bytes = fetcher.bytes_within(&url, limit).await.map(drop);
    let kept = fetcher.download(&url, &file, limit, &NoProgress).await;
    for result in [bytes, kept.map(drop)] {
        assert!(
            matches!(result, Err(FetchError::TooSlow { .. })),
            "{result:?}"
        );
    }
    assert!(file.exists());
}
