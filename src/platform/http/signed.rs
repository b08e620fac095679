//! URLs of objects that need no token: `POST /_lumi/buckets/BUCKET/KEY?sign=get&seconds=60` makes the `expires` and the `signature` of
//! one, which its query has. A URL that is signed with a `ttl` has it, too: its holder writes no object that stays longer.

use std::time::{SystemTime, UNIX_EPOCH};

use form_urlencoded::parse;
use hyper::http::request::Parts;
use hyper::{Method, StatusCode};
use serde_json::json;

use crate::grants::Action;
use crate::signed_url::{SignedUse, UrlSigner};

use super::body::{Answer, json_answer, refuse};

/// The longest life of a URL in seconds: a week, as in S3.
const MAX_SECONDS: u64 = 7 * 24 * 3600;

/// The first value of a name in a query.
fn value(query: &str, name: &str) -> Option<String> {
    let mut pairs = parse(query.as_bytes());
    let (_, value) = pairs.find(|(it, _)| it == name)?;
    Some(value.into_owned())
}

/// The action of the signed URL that a request asks the platform to make.
pub fn requested_action(query: &str) -> Option<Action> {
    match value(query, "sign")?.as_str() {
        "get" => Some(Action::Get),
        "put" => Some(Action::Put),
        _ => None,
    }
}

/// Signs a URL of an object.
pub fn sign(signer: &UrlSigner, head: &Parts, bucket: &str, key: &str) -> Answer {
    let query = head.uri.query().unwrap_or_default();
    let seconds = value(query, "seconds").and_then(|it| it.parse().ok());
    let seconds = seconds.filter(|it| (1..=MAX_SECONDS).contains(it));
    let (Some(action), Some(seconds)) = (requested_action(query), seconds) else {
        let problem =
            format!("a URL is signed with ?sign=get or ?sign=put, and &seconds=1 to {MAX_SECONDS}");
        return refuse(StatusCode::BAD_REQUEST, &problem);
    };
    let expires = now() + seconds;
    let signature = signer.sign(SignedUse {
        action,
        bucket,
        key,
        ttl: value(query, "ttl").as_deref(),
        expires,
    });
    let signed = json!({ "expires": expires, "signature": signature });
    json_answer(StatusCode::OK, &signed)
}

/// Whether the URL of a request allows it; `None` if it is not signed. `path` follows `/_lumi`, decoded.
pub fn is_allowed(signer: &UrlSigner, head: &Parts, path: &[String]) -> Option<bool> {
    let query = head.uri.query()?;
    let signature = value(query, "signature")?;
    let [service, bucket, key @ ..] = path else {
        return Some(false);
    };
    let action = match head.method {
        Method::GET | Method::HEAD => Some(Action::Get),
        Method::PUT => Some(Action::Put),
        _ => None,
    };
    let expires = value(query, "expires").and_then(|it| it.parse().ok());
    let (Some(action), Some(expires), "buckets", false) =
        (action, expires, service.as_str(), key.is_empty())
    else {
        return Some(false);
    };
    let ttl = value(query, "ttl");
    let signed = SignedUse {
        action,
        bucket,
        key: &key.join("/"),
        ttl: ttl.as_deref(),
        expires,
    };
    Some(signer.allows(signed, &signature, now()))
}

/// Seconds since the epoch.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |it| it.as_secs())
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt as _;

    use super::*;

    fn head(method: &str, uri: &str) -> Parts {
        let request = hyper::Request::builder().method(method).uri(uri).body(());
        request.unwrap().into_parts().0
    }

    #[test]
    fn a_signed_url_allows_what_it_was_signed_for() {
        let folder = tempfile::tempdir().unwrap();
        let signer = UrlSigner::open(&folder.path().join("key")).unwrap();
        let expires = now() + 60;
        let signature = signer.sign(SignedUse {
            action: Action::Get,
            bucket: "photos",
            key: "a/b",
            ttl: None,
            expires,
        });
        let path = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let allowed = |method: &str, path: &[String], query: &str| {
            is_allowed(&signer, &head(method, &format!("/x?{query}")), path)
        };
        let query = format!("expires={expires}&signature={signature}");
        let object = path("buckets photos a b");
        assert_eq!(allowed("GET", &object, &query), Some(true));
        assert_eq!(allowed("HEAD", &object, &query), Some(true));
        assert_eq!(allowed("GET", &object, "prefix=a"), None);
        for (method, path, query) in [
            ("PUT", &object, &query),
            ("DELETE", &object, &query),
            ("GET", &path("kv photos a b"), &query),
            ("GET", &path("buckets photos"), &query),
            ("GET", &path("buckets"), &query),
            ("GET", &path("buckets photos a"), &query),
            ("GET", &object, &format!("signature={signature}")),
            ("GET", &object, &format!("expires=x&signature={signature}")),
        ] {
            assert_eq!(
                allowed(method, path, query),
                Some(false),
                "{method} {query}"
            );
        }
    }

    /// The query of a URL for an upload, without its `ttl`.
    async fn upload_query(signer: &UrlSigner, ttl: &str) -> String {
        let request = head("POST", &format!("/x?sign=put&seconds=60{ttl}"));
        let answer = sign(signer, &request, "photos", "a");
        let body = answer.into_body().collect().await.unwrap().to_bytes();
        let answer: serde_json::Value = serde_json::from_slice(&body).unwrap();
        let signature = answer["signature"].as_str().unwrap();
        format!("expires={}&signature={signature}", answer["expires"])
    }

    #[tokio::test]
    async fn the_retention_of_an_upload_is_signed() {
        let folder = tempfile::tempdir().unwrap();
        let signer = UrlSigner::open(&folder.path().join("key")).unwrap();
        let path = ["buckets", "photos", "a"].map(str::to_owned);
        for (signed, used, expected) in [
            ("&ttl=86400", "&ttl=86400", true),
            ("&ttl=86400", "", false),
            ("&ttl=86400", "&ttl=", false),
            ("&ttl=86400", "&ttl=864000", false),
            ("&ttl=86400", "&ttl=864000&ttl=86400", false),
            ("", "", true),
            ("", "&ttl=86400", false),
            ("", "&ttl=", false),
        ] {
            let query = upload_query(&signer, signed).await;
            let upload = head("PUT", &format!("/x?{query}{used}"));
            let allowed = is_allowed(&signer, &upload, &path);
            assert_eq!(allowed, Some(expected), "{signed:?} {used:?}");
        }
    }
}
