//! Headers as JavaScript has them: a flat list of names and values, whose characters are bytes.

use hyper::header::{AUTHORIZATION, COOKIE, HeaderMap, HeaderName, HeaderValue};
use hyper::{Method, Request, StatusCode, Uri, Version};

use super::session::Http2Error;

/// The pseudo-headers of a request, and its headers.
#[derive(Default)]
pub struct RequestHead {
    method: Option<String>,
    scheme: Option<String>,
    authority: Option<String>,
    path: Option<String>,
    protocol: Option<String>,
    headers: HeaderMap,
}

impl RequestHead {
    pub fn parse(flat: &[String]) -> Result<Self, Http2Error> {
        let mut head = Self::default();
        for pair in flat.chunks_exact(2) {
            let (name, value) = (pair[0].as_str(), &pair[1]);
            let pseudo = match name {
                ":method" => &mut head.method,
                ":scheme" => &mut head.scheme,
                ":authority" => &mut head.authority,
                ":path" => &mut head.path,
                ":protocol" => &mut head.protocol,
                _ => {
                    let (name, value) = field(name, value)?;
                    add(&mut head.headers, name, value)?;
                    continue;
                }
            };
            *pseudo = Some(value.clone());
        }
        Ok(head)
    }

    pub fn into_request(self) -> Result<Request<()>, Http2Error> {
        let invalid = |name: &str| Http2Error::Header(name.to_owned());
        let method = self.method.as_deref().unwrap_or("GET");
        let method = Method::from_bytes(method.as_bytes()).map_err(|_| invalid(":method"))?;
        let mut uri = Uri::builder();
        if let Some(authority) = &self.authority {
            uri = uri.authority(authority.as_str());
        }
        // CONNECT has an authority alone.
        if method != Method::CONNECT || self.protocol.is_some() {
            uri = uri
                .scheme(self.scheme.as_deref().unwrap_or("https"))
                .path_and_query(self.path.as_deref().unwrap_or("/"));
        }
        let uri = uri.build().map_err(|_| invalid(":path"))?;
        let mut request = Request::new(());
        *request.method_mut() = method;
        *request.uri_mut() = uri;
        *request.version_mut() = Version::HTTP_2;
        *request.headers_mut() = self.headers;
        if let Some(protocol) = self.protocol {
            let protocol = h2::ext::Protocol::from(protocol.as_str());
            request.extensions_mut().insert(protocol);
        }
        Ok(request)
    }
}

/// The first character of the names of sensitive headers, which no name has.
const SENSITIVE: char = '\n';
/// Shorter cookies could be guessed from the size of what is compressed with them.
const SHORT_COOKIE: usize = 20;

fn field(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), Http2Error> {
    let (name, is_marked) = match name.strip_prefix(SENSITIVE) {
        Some(name) => (name, true),
        None => (name, false),
    };
    let invalid = || Http2Error::Header(name.to_owned());
    let known = HeaderName::from_bytes(name.as_bytes()).map_err(|_| invalid())?;
    let bytes: Option<Vec<u8>> = value.chars().map(|it| u8::try_from(it).ok()).collect();
    let value = bytes.and_then(|it| HeaderValue::from_bytes(&it).ok());
    let mut value = value.ok_or_else(invalid)?;
    let is_secret = known == AUTHORIZATION || known == COOKIE && value.len() < SHORT_COOKIE;
    value.set_sensitive(is_marked || is_secret);
    Ok((known, value))
}

/// Maps of headers have a limit of some ten thousands.
fn add(headers: &mut HeaderMap, name: HeaderName, value: HeaderValue) -> Result<(), Http2Error> {
    let added = headers.try_append(name, value);
    let too_many = |_| Http2Error::Protocol("there are too many headers".to_owned());
    added.map(drop).map_err(too_many)
}

pub fn trailers(flat: &[String]) -> Result<HeaderMap, Http2Error> {
    let mut headers = HeaderMap::new();
    for pair in flat.chunks_exact(2) {
        let (name, value) = field(&pair[0], &pair[1])?;
        add(&mut headers, name, value)?;
    }
    Ok(headers)
}

pub fn response(status: StatusCode, headers: &HeaderMap) -> Vec<String> {
    let mut flat = vec![":status".to_owned(), status.as_str().to_owned()];
    flat.extend(flattened(headers));
    flat
}

pub fn flattened(headers: &HeaderMap) -> Vec<String> {
    let fields = headers.iter().flat_map(|(name, value)| {
        let value = value.as_bytes().iter().map(|&byte| char::from(byte));
        [name.as_str().to_owned(), value.collect()]
    });
    fields.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sensitive_headers_stay_out_of_the_tables_of_the_protocol() {
        let long = "x".repeat(SHORT_COOKIE);
        let flat = [
            "\na",
            "1",
            "b",
            "2",
            "authorization",
            "3",
            "cookie",
            "4",
            "cookie",
            &long,
        ];
        let head = RequestHead::parse(&flat.map(str::to_owned)).unwrap();
        let found = head.headers.iter();
        let found: Vec<_> = found
            .map(|(name, it)| (name.as_str(), it.is_sensitive()))
            .collect();
        let expected = [
            ("a", true),
            ("b", false),
            ("authorization", true),
            ("cookie", true),
            ("cookie", false),
        ];
        assert_eq!(found, expected);
    }

    fn request(flat: &[&str]) -> Result<Request<()>, Http2Error> {
        let flat: Vec<String> = flat.iter().map(|it| (*it).to_owned()).collect();
        RequestHead::parse(&flat)?.into_request()
    }

    #[test]
    fn more_headers_than_a_map_takes_are_an_error() {
        let flat: Vec<String> = (0..40_000)
            .flat_map(|index| [format!("x-{index}"), String::new()])
            .collect();
        assert!(RequestHead::parse(&flat).is_err());
        assert!(trailers(&flat).is_err());
        assert_eq!(trailers(&flat[..2000]).unwrap().len(), 1000);
    }

    #[test]
    fn pseudo_headers_make_the_target() {
        let made = request(&[
            ":method",
            "POST",
            ":scheme",
            "http",
            ":authority",
            "h:1",
            ":path",
            "/a?b",
            "x-a",
            "caf\u{e9}",
            "x-a",
            "2",
        ])
        .unwrap();
        assert_eq!(made.method(), Method::POST);
        assert_eq!(made.uri().to_string(), "http://h:1/a?b");
        assert_eq!(flattened(made.headers()), ["x-a", "caf\u{e9}", "x-a", "2"]);
        let tunnel = request(&[":method", "CONNECT", ":authority", "h:1"]).unwrap();
        assert_eq!(tunnel.uri().to_string(), "h:1");
    }

    #[test]
    fn bad_headers_are_named() {
        let problem = |flat: &[&str]| request(flat).unwrap_err().to_string();
        assert!(problem(&["x a", "1"]).contains("x a"));
        assert!(problem(&["x-a", "\u{20ac}"]).contains("x-a"));
        assert!(problem(&["x-a", "1\n2"]).contains("x-a"));
        assert!(problem(&[":path", "no path", ":authority", "h"]).contains(":path"));
    }
}
