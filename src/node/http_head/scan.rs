//! Checks of heads that Node refuses and `httparse` accepts, and the exact errors of heads that both refuse.

use super::Kind;
use super::head_error::HeadError;

/// The methods that Node knows, as `http.METHODS` has them.
pub const METHODS: &[&str] = &[
    "ACL",
    "BIND",
    "CHECKOUT",
    "CONNECT",
    "COPY",
    "DELETE",
    "GET",
    "HEAD",
    "LINK",
    "LOCK",
    "M-SEARCH",
    "MERGE",
    "MKACTIVITY",
    "MKCALENDAR",
    "MKCOL",
    "MOVE",
    "NOTIFY",
    "OPTIONS",
    "PATCH",
    "POST",
    "PROPFIND",
    "PROPPATCH",
    "PURGE",
    "PUT",
    "QUERY",
    "REBIND",
    "REPORT",
    "SEARCH",
    "SOURCE",
    "SUBSCRIBE",
    "TRACE",
    "UNBIND",
    "UNLINK",
    "UNLOCK",
    "UNSUBSCRIBE",
];

fn is_method(name: &[u8]) -> bool {
    METHODS.iter().any(|it| it.as_bytes() == name)
}

/// Empty lines may come before the first line.
fn start(bytes: &[u8]) -> usize {
    let is_break = |byte: &u8| matches!(byte, b'\r' | b'\n');
    bytes
        .iter()
        .position(|byte| !is_break(byte))
        .unwrap_or(bytes.len())
}

fn find(bytes: &[u8], from: usize, wanted: u8) -> Option<usize> {
    let rest = bytes.get(from..)?;
    Some(from + rest.iter().position(|byte| *byte == wanted)?)
}

/// The range of the reason in a complete response.
pub fn reason(bytes: &[u8]) -> (usize, usize) {
    let end = find(bytes, start(bytes), b'\r').unwrap_or(bytes.len());
    // "HTTP/1.1 200 " has 13 bytes.
    ((start(bytes) + 13).min(end), end)
}

/// Refuses the beginning of a head that can become none.
pub fn early(kind: Kind, bytes: &[u8]) -> Result<(), HeadError> {
    let from = start(bytes);
    if kind != Kind::Request {
        return Ok(());
    }
    let line = &bytes[from..];
    let method = line.split(|byte| *byte == b' ').next().unwrap_or(line);
    let is_whole = method.len() < line.len();
    let begins = |it: &&str| it.as_bytes().starts_with(method);
    match is_method(method) || (!is_whole && METHODS.iter().any(begins)) {
        true => Ok(()),
        false => Err(HeadError::method(from)),
    }
}

/// Refuses what Node refuses in a head that is otherwise well formed: lines that end without
/// a carriage return, and methods and targets that it does not know.
pub fn strict(kind: Kind, head: &[u8]) -> Result<(), HeadError> {
    let from = if kind == Kind::Trailers {
        0
    } else {
        start(head)
    };
    if kind == Kind::Request {
        request_line(head, from)?;
    }
    let mut at = from;
    while let Some(end) = find(head, at, b'\n') {
        if end == 0 || head[end - 1] != b'\r' {
            return Err(missing_return(kind, at == from, end));
        }
        at = end + 1;
    }
    Ok(())
}

fn missing_return(kind: Kind, is_first: bool, place: usize) -> HeadError {
    match (kind, is_first) {
        (Kind::Request, true) => HeadError::version("Expected CRLF after version", place),
        (Kind::Response, true) => HeadError::new(
            "HPE_CR_EXPECTED",
            "Missing expected CR after response line",
            place,
        ),
        _ => HeadError::new(
            "HPE_CR_EXPECTED",
            "Missing expected CR after header value",
            place,
        ),
    }
}

fn request_line(head: &[u8], from: usize) -> Result<(), HeadError> {
    let line_end = find(head, from, b'\n').unwrap_or(head.len());
    let line = &head[..line_end];
    let method_end = find(line, from, b' ').unwrap_or(line_end);
    if !is_method(&line[from..method_end]) {
        return Err(HeadError::method(from));
    }
    let target = (method_end + 1).min(line_end);
    let Some(target_end) = find(line, target, b' ') else {
        return Err(HeadError::version("Invalid HTTP version", line_end));
    };
    let bytes = &line[target..target_end];
    if let Some(at) = bytes.iter().position(|byte| !byte.is_ascii_graphic()) {
        return Err(url_error("Invalid char in url path", target + at));
    }
    let is_authority = &line[from..method_end] == b"CONNECT";
    let is_absolute = || bytes.windows(3).any(|it| it == b"://");
    if !is_authority && !matches!(bytes.first(), Some(b'/' | b'*')) && !is_absolute() {
        return Err(url_error("Invalid characters in url", target_end));
    }
    let version = target_end + 1;
    if !head[version..].starts_with(b"HTTP/") {
        return Err(HeadError::protocol(version));
    }
    Ok(())
}

fn url_error(text: &'static str, place: usize) -> HeadError {
    HeadError::new("HPE_INVALID_URL", text, place)
}

/// The fault that Node reports for a head that `httparse` refuses.
pub fn fault(kind: Kind, bytes: &[u8], error: httparse::Error) -> HeadError {
    let from = if kind == Kind::Trailers {
        0
    } else {
        start(bytes)
    };
    let first = match kind {
        Kind::Request => request_line(bytes, from).and_then(|()| version(bytes, from)),
        Kind::Response => status_line(bytes, from),
        Kind::Trailers => Ok(()),
    };
    if let Err(fault) = first {
        return fault;
    }
    let headers = match kind {
        Kind::Trailers => 0,
        _ => find(bytes, from, b'\n').map_or(bytes.len(), |end| end + 1),
    };
    header_error(bytes, headers).unwrap_or(match error {
        httparse::Error::Status => {
            HeadError::new("HPE_INVALID_STATUS", "Invalid status code", from)
        }
        httparse::Error::Version => HeadError::version("Invalid HTTP version", from),
        httparse::Error::NewLine => missing_return(kind, true, from),
        _ => HeadError::token("Invalid header token", from),
    })
}

/// The version at the end of a request line.
fn version(bytes: &[u8], from: usize) -> Result<(), HeadError> {
    let end = find(bytes, from, b'\n').unwrap_or(bytes.len());
    let line = bytes[from..end].trim_ascii_end();
    match line.ends_with(b" HTTP/1.1") || line.ends_with(b" HTTP/1.0") {
        true => Ok(()),
        false => Err(HeadError::version("Invalid HTTP version", end)),
    }
}

fn status_line(bytes: &[u8], from: usize) -> Result<(), HeadError> {
    let end = find(bytes, from, b'\n').unwrap_or(bytes.len());
    let line = &bytes[from..end];
    if !line.starts_with(b"HTTP/") {
        return Err(HeadError::protocol(from));
    }
    if !matches!(line.get(5..8), Some(b"1.0" | b"1.1")) {
        return Err(HeadError::version("Invalid HTTP version", from + 8));
    }
    let status = line.get(9..).unwrap_or_default();
    let digits = status
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    match digits {
        3 => Ok(()),
        0..3 => Err(HeadError::new(
            "HPE_INVALID_STATUS",
            "Invalid status code",
            from + 9 + digits,
        )),
        _ => Err(HeadError::new(
            "HPE_INVALID_STATUS",
            "Invalid response status",
            from + 12,
        )),
    }
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// The first fault in lines of headers.
fn header_error(bytes: &[u8], from: usize) -> Option<HeadError> {
    let mut at = from;
    while at < bytes.len() {
        if matches!(bytes[at], b' ' | b'\t') && at > from {
            return Some(HeadError::token(
                "Unexpected whitespace after header value",
                at,
            ));
        }
        if bytes[at..].starts_with(b"\r\n") {
            return None;
        }
        let name = bytes[at..]
            .iter()
            .take_while(|byte| is_token(**byte))
            .count();
        if name == 0 || bytes.get(at + name).is_some_and(|byte| *byte != b':') {
            return Some(HeadError::token("Invalid header token", at + name));
        }
        let value = (at + name + 1).min(bytes.len());
        let is_control = |byte: u8| (byte < 0x20 && byte != b'\t') || byte == 0x7f;
        let stop = value
            + bytes[value..]
                .iter()
                .take_while(|byte| !is_control(**byte))
                .count();
        match (bytes.get(stop), bytes.get(stop + 1)) {
            (Some(b'\r'), Some(b'\n') | None) => at = stop + 2,
            (Some(b'\r'), _) => {
                let text = "Missing expected LF after header value";
                return Some(HeadError::new("HPE_LF_EXPECTED", text, stop + 1));
            }
            (Some(b'\n'), _) => return Some(missing_return(Kind::Trailers, false, stop)),
            (Some(_), _) => return Some(HeadError::token("Invalid header value char", stop)),
            (None, _) => return None,
        }
    }
    None
}
