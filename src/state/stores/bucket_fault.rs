//! Faults of buckets, in words of their user.
//!
//! The client's errors are nested, and their texts repeat each other. The innermost one says what happened, and the
//! outer ones have the URL.

use std::error::Error;

/// The reason why a request to a bucket failed.
pub fn reason(error: &object_store::Error) -> String {
    let mut texts = vec![error.to_string()];
    let mut inner = error.source();
    while let Some(error) = inner {
        texts.push(error.to_string());
        inner = error.source();
    }
    let innermost = texts.last().map(String::as_str).unwrap_or_default();
    let server = server(&texts[0]);
    let who = server.unwrap_or("the bucket");
    let answer = [
        "Server returned non-2xx status code: ",
        "Server returned error response: ",
    ]
    .iter()
    .find_map(|it| innermost.split_once(it));
    if let Some((_, answer)) = answer {
        return format!("{who} answered {}", without_markup(answer));
    }
    match server {
        // A source that is no error of the network.
        None => innermost.to_owned(),
        Some(server) => format!("the request to {server} failed: {innermost}"),
    }
}

/// Scheme, host and port of the first URL in a text.
fn server(text: &str) -> Option<&str> {
    let start = ["https://", "http://"]
        .iter()
        .find_map(|it| text.find(it))?;
    let text = &text[start..];
    let host = text.find("://")? + 3;
    let end = text[host..].find(|it: char| it == '/' || it == '?' || it.is_whitespace());
    Some(end.map_or(text, |it| &text[..host + it]))
}

/// Status, code and message of an answer in XML.
fn without_markup(answer: &str) -> String {
    let element = |name: &str| {
        let (_, rest) = answer.split_once(&format!("<{name}>"))?;
        Some(rest.split_once(&format!("</{name}>"))?.0.trim())
    };
    let status = answer.split_once(": ").map_or(answer, |(status, _)| status);
    let Some(message) = element("Message") else {
        return answer.trim().trim_end_matches(':').to_owned();
    };
    match element("Code") {
        Some(code) => format!("{status}: {code}: {message}"),
        None => format!("{status}: {message}"),
    }
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use super::*;

    /// An error whose text repeats that of its source, as those of the client do.
    #[derive(Debug)]
    struct Nested(String, Option<Box<Nested>>);

    impl fmt::Display for Nested {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str(&self.0)?;
            self.1.iter().try_for_each(|it| write!(formatter, "{it}"))
        }
    }

    impl Error for Nested {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            self.1.as_deref().map(|it| it as &(dyn Error + 'static))
        }
    }

    fn reason_of(texts: &[&str]) -> String {
        let mut texts = texts.iter().rev();
        let innermost = Nested((*texts.next().unwrap()).to_owned(), None);
        let nested = texts.fold(innermost, |inner, text| {
            Nested((*text).to_owned(), Some(Box::new(inner)))
        });
        reason(&object_store::Error::Generic {
            store: "S3",
            source: Box::new(nested),
        })
    }

    #[test]
    fn reasons_have_no_words_of_the_client() {
        let performing =
            "Error performing GET http://127.0.0.1:9000/states/a?x in 540µs, after 10 retries - ";
        let list = "Error performing list request: ";
        let denied = "Server returned non-2xx status code: 403 Forbidden: <?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>";
        let reasons = [
            reason_of(&[
                performing,
                "HTTP error: ",
                "error sending request",
                "Connection refused (os error 111)",
            ]),
            reason_of(&[list, performing, denied]),
            reason_of(&[
                performing,
                "Server returned non-2xx status code: 503 Service Unavailable: ",
            ]),
            reason_of(&[performing, "Server returned error response: slow down"]),
            reason_of(&["the bucket did not answer within 20 s"]),
        ];
        insta::assert_snapshot!(reasons.join("\n"), @r"
        the request to http://127.0.0.1:9000 failed: Connection refused (os error 111)
        http://127.0.0.1:9000 answered 403 Forbidden: AccessDenied: Access Denied
        http://127.0.0.1:9000 answered 503 Service Unavailable
        http://127.0.0.1:9000 answered slow down
        the bucket did not answer within 20 s
        ");
    }
}
