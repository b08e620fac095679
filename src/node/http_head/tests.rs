use super::*;

fn facts() -> Vec<u32> {
    vec![0; FIXED + 4 * 8]
}

/// The numbers of a head that is complete.
fn complete(kind: Kind, text: &str) -> Vec<u32> {
    let mut facts = facts();
    let length = read(kind, text.as_bytes(), 16384, &mut facts).unwrap();
    assert_eq!((facts[0], length), (1, facts[1] as usize), "{text:?}");
    facts
}

fn fault(kind: Kind, text: &str) -> &'static str {
    read(kind, text.as_bytes(), 16384, &mut facts())
        .unwrap_err()
        .code
}

fn request_error(lines: &str) -> &'static str {
    fault(Kind::Request, &format!("{lines}\r\n\r\n"))
}

#[test]
fn a_request_is_read_in_place() {
    let text = "POST /a?b HTTP/1.1\r\nHost: x \r\nContent-Length: 4294967297\r\n\r\nbody";
    let facts = complete(Kind::Request, text);
    let part = |from: u32, to: u32| &text[from as usize..to as usize];
    assert_eq!(&text[facts[1] as usize..], "body");
    assert_eq!((facts[2], facts[3], facts[7]), (1, 4, 2));
    assert_eq!(part(facts[8], facts[9]), "/a?b");
    assert_eq!(
        (part(facts[10], facts[11]), part(facts[12], facts[13])),
        ("Host", "x")
    );
    assert_eq!((facts[4], facts[5], facts[6]), (1, 1, 1));
}

#[test]
fn a_reason_may_have_any_bytes() {
    let text = b"HTTP/1.1 404 Nicht \xe4\r\nTransfer-Encoding: gzip, chunked\r\n\r\n";
    let mut facts = facts();
    read(Kind::Response, text, 16384, &mut facts).unwrap();
    assert_eq!((facts[0], facts[3], facts[4]), (1, 404, 2 | 4));
    assert_eq!(&text[facts[8] as usize..facts[9] as usize], b"Nicht \xe4");
}

#[test]
fn parts_are_incomplete_until_the_empty_line() {
    let text = "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, x\r\nUpgrade: y\r\n\r\n";
    for length in 0..text.len() {
        let mut facts = facts();
        assert_eq!(
            read(Kind::Request, &text.as_bytes()[..length], 16384, &mut facts).unwrap(),
            0
        );
        assert_eq!(facts[0], 0, "{length}");
    }
    assert_eq!(complete(Kind::Request, text)[4], 32 | 64);
}

#[test]
fn messages_that_readers_could_delimit_differently_are_refused() {
    let post = |headers: &str| request_error(&format!("POST / HTTP/1.1\r\nHost: a\r\n{headers}"));
    for (headers, code) in [
        (
            "Content-Length: 3\r\nTransfer-Encoding: chunked",
            "HPE_INVALID_TRANSFER_ENCODING",
        ),
        (
            "Transfer-Encoding: chunked\r\nContent-Length: 3",
            "HPE_INVALID_CONTENT_LENGTH",
        ),
        (
            "Content-Length: 3\r\nContent-Length: 3",
            "HPE_UNEXPECTED_CONTENT_LENGTH",
        ),
        ("Content-Length: +3", "HPE_INVALID_CONTENT_LENGTH"),
        (
            "Content-Length: 99999999999999999999",
            "HPE_INVALID_CONTENT_LENGTH",
        ),
        ("Content-Length:", "HPE_INVALID_CONTENT_LENGTH"),
        (
            "Transfer-Encoding: chunked, gzip",
            "HPE_INVALID_TRANSFER_ENCODING",
        ),
        ("Transfer-Encoding: gzip", "HPE_INVALID_TRANSFER_ENCODING"),
        (
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
            "HPE_INVALID_TRANSFER_ENCODING",
        ),
        ("Content-Length : 3", "HPE_INVALID_HEADER_TOKEN"),
        ("A: b\r\n c", "HPE_INVALID_HEADER_TOKEN"),
        ("A: b\rContent-Length: 3", "HPE_LF_EXPECTED"),
        ("A: b\nContent-Length: 3", "HPE_CR_EXPECTED"),
        ("A: b\u{1}", "HPE_INVALID_HEADER_TOKEN"),
    ] {
        assert_eq!(post(headers), code, "{headers:?}");
    }
}

#[test]
fn first_lines_are_checked() {
    for (line, code) in [
        ("FOO / HTTP/1.1", "HPE_INVALID_METHOD"),
        ("get / HTTP/1.1", "HPE_INVALID_METHOD"),
        ("GET / FTP/1.1", "HPE_INVALID_CONSTANT"),
        ("GET /a b HTTP/1.1", "HPE_INVALID_CONSTANT"),
        ("GET / HTTP/3.7", "HPE_INVALID_VERSION"),
        ("GET /\u{e9} HTTP/1.1", "HPE_INVALID_URL"),
        ("GET abc HTTP/1.1", "HPE_INVALID_URL"),
        ("\u{16}\u{3}\u{1}", "HPE_INVALID_METHOD"),
    ] {
        assert_eq!(request_error(line), code, "{line:?}");
    }
    for (line, code) in [
        ("hello", "HPE_INVALID_CONSTANT"),
        ("HTTP/1.1 abc OK", "HPE_INVALID_STATUS"),
        ("HTTP/1.1 1000 OK", "HPE_INVALID_STATUS"),
    ] {
        assert_eq!(
            fault(Kind::Response, &format!("{line}\r\n\r\n")),
            code,
            "{line:?}"
        );
    }
    assert_eq!(
        request_error("GET / HTTP/1.1\nHost: a"),
        "HPE_INVALID_VERSION"
    );
}

#[test]
fn a_head_has_a_limit_whether_it_ends_or_not() {
    let long = format!("GET / HTTP/1.1\r\nX: {}", "a".repeat(20000));
    assert_eq!(fault(Kind::Request, &long), "HPE_HEADER_OVERFLOW");
    assert_eq!(request_error(&long), "HPE_HEADER_OVERFLOW");
}

#[test]
fn many_headers_ask_for_room() {
    let text = format!("GET / HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(300));
    let mut facts = facts();
    read(Kind::Request, text.as_bytes(), 16384, &mut facts).unwrap();
    assert_eq!((facts[0], facts[7]), (3, 300));
    let mut facts = vec![0; FIXED + 4 * 300];
    read(Kind::Request, text.as_bytes(), 16384, &mut facts).unwrap();
    assert_eq!((facts[0], facts[7]), (1, 300));
}

#[test]
fn trailers_say_nothing_of_the_body() {
    assert_eq!(complete(Kind::Trailers, "\r\n")[7], 0);
    assert_eq!(complete(Kind::Trailers, "A: b\r\n\r\n")[7], 1);
    assert_eq!(
        fault(Kind::Trailers, "Content-Length: 4\r\n\r\n"),
        "HPE_INVALID_CONTENT_LENGTH"
    );
}

/// JavaScript has a list of its own, so that importing `http` asks the host for nothing.
#[test]
fn methods_are_those_of_the_module() {
    let source = include_str!("../../../js/node/http/names.ts");
    let (_, list) = source.split_once("METHODS: string[] = [").unwrap();
    let (list, _) = list.split_once(']').unwrap();
    let methods: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    assert_eq!(methods, scan::METHODS);
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(kind in 0..3_u32, bytes: Vec<u8>) {
        let mut facts = facts();
        match read(Kind::from_number(kind), &bytes, 100, &mut facts) {
            Ok(length) => proptest::prop_assert!(length <= bytes.len()),
            Err(fault) => proptest::prop_assert!(fault.place <= bytes.len() + 13),
        }
    }
}
