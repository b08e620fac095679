//! The description of one request.

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, Url};

use crate::builtin::input_reader::InputReader;
use crate::builtin::std_interface::HTTP;
use crate::builtin::template_mistake::template_mistake;
use lumi_graph::{Object, Value};

use super::json::fault;

/// `{ method, url, headers, body, expectStatus }`, with `{id}` still in the URL.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: Method,
    pub url: String,
    pub headers: HeaderMap,
    pub body: Option<Value>,
    /// The status codes of success; empty for all 2xx.
    pub expected: Vec<u16>,
}

/// Reads the request `name`. `None` if it is absent, invalid or unknown; failures are reported to
/// `inputs`.
pub fn read_request(
    inputs: &mut InputReader<'_>,
    name: &'static str,
    method: Method,
    common: &HeaderMap,
) -> Option<Request> {
    inputs.members(name, |members| Request::read(members, method, common))?
}

impl Request {
    pub fn read(inputs: &mut InputReader<'_>, method: Method, common: &HeaderMap) -> Option<Self> {
        let url = inputs.text("url");
        if let Some(slip) = url.and_then(template_mistake) {
            inputs.fail(
                "url",
                format!("`url` is {:?}, {slip}", url.unwrap_or_default()),
            );
        } else if let Some(Err(reason)) = url.map(|it| filled(it, "id")) {
            inputs.fail("url", reason);
        }
        let method = match inputs.text("method") {
            Some(name) => read_method(inputs, name),
            None => Some(method),
        };
        let mut headers = common.clone();
        headers.extend(read_headers(inputs));
        let body = inputs.value("body");
        if let Some(kind) = body.and_then(fault) {
            inputs.fail(
                "body",
                format!("`body` must be JSON; there is {kind} in it"),
            );
        }
        let expected = read_expected(inputs);
        let request = Self {
            method: method?,
            url: url?.to_owned(),
            headers,
            body: body.cloned(),
            expected: expected?,
        };
        (!inputs.has_unknown()).then_some(request)
    }

    /// The URL for the object with an id.
    pub fn url(&self, id: Option<&str>) -> Result<Url, String> {
        match id {
            Some(id) => filled(&self.url, id),
            None if needs_id(&self.url) => Err(
                "a URL has `{id}` in it, and there is no id yet: give the resource an `id`".into(),
            ),
            None => filled(&self.url, ""),
        }
    }
}

pub fn needs_id(url: &str) -> bool {
    url.contains("{id}") || url.contains("{+id}")
}

/// The URL with `{id}` replaced by the percent-encoded id, and `{+id}` by the id unchanged;
/// otherwise the error.
fn filled(template: &str, id: &str) -> Result<Url, String> {
    // In one pass, as an id may contain a placeholder.
    let mut parts = template.split("{id}");
    let first = parts.next().unwrap_or_default().replace("{+id}", id);
    let rest = parts.map(|part| format!("{}{}", escaped(id), part.replace("{+id}", id)));
    let text: String = std::iter::once(first).chain(rest).collect();
    let url = Url::parse(&text).ok();
    url.filter(|it| matches!(it.scheme(), "http" | "https") && it.has_host())
        .ok_or_else(|| "`url` must be a whole URL that begins with http:// or https://".to_owned())
}

fn escaped(id: &str) -> String {
    // URLs treat these as "current folder" and "parent folder", even when percent-encoded.
    if matches!(id, "." | "..") {
        return id.replace('.', "%252E");
    }
    let mut text = String::with_capacity(id.len());
    for byte in id.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}

fn read_method(inputs: &mut InputReader<'_>, name: &str) -> Option<Method> {
    let method = Method::from_bytes(name.as_bytes()).ok();
    let method = method.filter(|_| name.bytes().all(|it| it.is_ascii_uppercase()));
    if method.is_none() {
        let reason = "`method` must be one of HTTP, in capitals, such as `POST`";
        inputs.fail("method", reason);
    }
    method
}

/// The number of headers in one place; those of two places go into one map, which has a limit.
pub const MAX_HEADERS: usize = 1000;

/// The input `headers` of validated inputs.
pub fn plain_headers(inputs: &Object) -> HeaderMap {
    read_headers(&mut InputReader::new(HTTP, inputs))
}

/// Reads the input `headers`. Values never appear in messages.
pub fn read_headers(inputs: &mut InputReader<'_>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    let given = inputs.text_map("headers").unwrap_or_default();
    if given.len() > MAX_HEADERS {
        inputs.fail(
            "headers",
            format!("`headers` has more than {MAX_HEADERS} names"),
        );
        return headers;
    }
    for (name, value) in given {
        let parsed = HeaderName::from_bytes(name.as_bytes()).ok();
        match (parsed, HeaderValue::from_str(value).ok()) {
            (Some(name), Some(value)) => drop(headers.insert(name, value)),
            (None, _) => inputs.fail("headers", "a name in `headers` is not a valid header name"),
            (Some(name), None) => {
                let reason = format!(
                    "the value of the header `{name}` has characters that no \
                                      header may have, such as a line break"
                );
                inputs.fail("headers", reason);
            }
        }
    }
    headers
}

/// Reads the input `expectStatus`, a number or a list.
fn read_expected(inputs: &mut InputReader<'_>) -> Option<Vec<u16>> {
    let values = match inputs.value("expectStatus") {
        None => return Some(Vec::new()),
        Some(Value::Unknown) => return None,
        Some(Value::Array(items)) => items.iter().collect(),
        Some(other) => vec![other],
    };
    let status = |value: &Value| match value {
        Value::Number(number) if number.fract() == 0.0 && (100.0..600.0).contains(number) => {
            Some(*number as u16)
        }
        _ => None,
    };
    if values.iter().any(|it| matches!(it, Value::Unknown)) {
        return None;
    }
    let expected: Option<Vec<u16>> = values.into_iter().map(status).collect();
    if expected.is_none() {
        let reason = "`expectStatus` must be a status such as 201, or an array of them";
        inputs.fail("expectStatus", reason);
    }
    expected
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ids_are_put_into_urls() {
        let url = |template, id| filled(template, id).map(String::from);
        assert_eq!(
            url("http://a/{id}/x?q={id}", "1"),
            Ok("http://a/1/x?q=1".to_owned())
        );
        assert_eq!(
            url("http://a/{id}", "a/b c?é"),
            Ok("http://a/a%2Fb%20c%3F%C3%A9".to_owned())
        );
        assert_eq!(url("http://a/{+id}", "a/b"), Ok("http://a/a/b".to_owned()));
        assert_eq!(
            url("http://a/{id}", "{+id}"),
            Ok("http://a/%7B%2Bid%7D".to_owned())
        );
        assert!(url("a/{id}", "1").is_err());
        assert!(url("file:///etc/{id}", "1").is_err());
    }

    proptest! {
        /// No id can lead to another object or server.
        #[test]
        fn an_id_stays_in_its_place(id in "[./%{}+:@?#\\\\a\u{e9} ]{1,6}") {
            let url = filled("http://a.test/v1/users/{id}/keys", &id).unwrap();
            prop_assert_eq!(url.host_str(), Some("a.test"));
            prop_assert_eq!(url.path_segments().unwrap().count(), 4);
            prop_assert!(url.path().starts_with("/v1/users/") && url.path().ends_with("/keys"));
            prop_assert_eq!(url.query(), None);
        }
    }
}
