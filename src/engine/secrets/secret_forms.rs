//! Encodings of secrets by programs and tools.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};

use super::folded_text::folded;
use super::redactor::MIN_MASKED;

/// The maximum length of texts that are searched for in doubly encoded forms.
const MAX_ENCODED_TWICE: usize = 4 << 10;

/// The encodings of the text in JSON, URLs, HTML, shell words, debug prints and base64, as far as
/// they differ; each of these again in JSON and in a URL; JSON in HTML; and the text as numbers, of
/// which escapes are again in JSON and in a URL.
pub fn forms(text: &str) -> Vec<String> {
    let mut forms = encoded(text);
    let escapes = in_code_points(text);
    if text.len() <= MAX_ENCODED_TWICE {
        let twice = |it: &String| {
            let url: String = utf8_percent_encode(it, IN_COMPONENT).collect();
            [in_json(it), url.to_lowercase(), url]
        };
        let mut again: Vec<String> = forms.iter().chain(&escapes).flat_map(twice).collect();
        again.extend(in_html(&in_json(text)));
        forms.extend(again);
    }
    forms.extend(escapes);
    forms.extend(in_lists(text));
    forms.retain(|it| it != text && it.len() >= MIN_MASKED);
    forms.sort_unstable();
    forms.dedup();
    forms
}

/// The shortest form that is searched for in folded texts, in bytes: shorter ones are in them by chance.
const MIN_FOLDED: usize = 8;

/// The shortest word that tools break into lines, in bytes: shorter ones are made of the ends of other words by chance.
const MIN_BROKEN: usize = 16;

/// The encodings that tools break into lines, as a folded text has them: base64, hexadecimal digits, lists of
/// numbers; and the text itself, if it has lines, which other tools indent, or is a long word.
pub fn folded_forms(text: &str, is_encoded: bool) -> Vec<String> {
    let mut forms = Vec::new();
    if is_encoded {
        forms.extend(in_all_base64(text));
        let bytes = text.as_bytes();
        let digits: Vec<String> = bytes.iter().map(|it| format!("{it:02x}")).collect();
        let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
        let (whole, pairs) = (digits.concat(), digits.join(":"));
        let escapes: [String; 2] = [
            digits.iter().map(|it| format!("\\x{it}")).collect(),
            digits.iter().map(|it| format!("0x{it},")).collect(),
        ];
        forms.extend([whole.to_uppercase(), pairs.to_uppercase(), whole, pairs]);
        forms.extend(escapes.map(|it| it.trim_end_matches(',').to_owned()));
        forms.push(numbers.join(","));
    }
    let folded = folded(text);
    let is_long_word = text.len() >= MIN_BROKEN && !text.contains(char::is_whitespace);
    if folded != text || is_long_word {
        forms.extend([in_json(&folded), folded.into_owned()]);
    }
    forms.retain(|it| it.len() >= MIN_FOLDED);
    forms.sort_unstable();
    forms.dedup();
    forms
}

/// The text encoded once.
fn encoded(text: &str) -> Vec<String> {
    let json = in_json(text);
    let mut forms = vec![
        in_ascii_json(&json),
        json,
        text.escape_debug().to_string(),
        text.replace('\'', "'\\''"),
        text.replace('\'', "'\"'\"'"),
        in_shell_word(text),
        in_shell_escapes(text),
        text.bytes().map(|it| format!("%{it:02X}")).collect(),
        text.bytes().map(|it| format!("%{it:02x}")).collect(),
    ];
    forms.extend(in_html(text));
    for kept in [IN_COMPONENT, IN_SEGMENTS, IN_URI, IN_PATH, IN_USER] {
        let url: String = utf8_percent_encode(text, kept).collect();
        forms.extend([url.replace("%20", "+"), url.to_lowercase(), url]);
    }
    // URL parsers take a backslash in an http URL for a slash.
    let slashes = text.replace('\\', "/");
    forms.extend([utf8_percent_encode(&slashes, IN_PATH).collect(), slashes]);
    forms.extend(in_all_base64(text));
    forms.sort_unstable();
    forms.dedup();
    forms
}

/// In base64: the text, as it is in JSON, in UTF-16 as PowerShell takes commands, and what is base64 already, as in a
/// Secret of Kubernetes.
fn in_all_base64(text: &str) -> Vec<String> {
    let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut forms = Vec::new();
    for bytes in [
        text.as_bytes(),
        in_json(text).as_bytes(),
        &utf16,
        STANDARD_NO_PAD.encode(text).as_bytes(),
    ] {
        for base64 in in_base64(bytes) {
            forms.extend([base64.replace('+', "-").replace('/', "_"), base64]);
        }
    }
    forms
}

/// The text as numbers: the bytes in hexadecimal digits, and as escapes of bytes, UTF-16 units or
/// code points, either of all characters or of those that are not ASCII.
fn in_code_points(text: &str) -> Vec<String> {
    let bytes = |escape: fn(u8) -> String| text.bytes().map(escape).collect::<String>();
    let units = |escape: fn(u16) -> String| text.encode_utf16().map(escape).collect::<String>();
    let points =
        |escape: fn(u32) -> String| text.chars().map(|it| escape(it.into())).collect::<String>();
    // Python quotes bytes so.
    let quoted = text.replace('\\', "\\\\").replace('\'', "\\'");
    let some = |quoted: &str| {
        let escape = |it: u8| match it {
            b' '..=b'~' => char::from(it).to_string(),
            other => format!("\\x{other:02x}"),
        };
        quoted.bytes().map(escape).collect::<String>()
    };
    // As `git` and `sed -n l` print bytes that are not ASCII.
    let some_octal = text.bytes().map(|it| match it {
        b' '..=b'~' => char::from(it).to_string(),
        other => format!("\\{other:03o}"),
    });
    let some_octal = some_octal.collect();
    let references = |escape: fn(u32) -> String| {
        let escape = |it: char| match it.is_ascii() {
            true => it.to_string(),
            false => escape(it.into()),
        };
        text.chars().map(escape).collect::<String>()
    };
    vec![
        bytes(|it| format!("{it:02x}")),
        bytes(|it| format!("{it:02X}")),
        bytes(|it| format!("\\x{it:02x}")),
        bytes(|it| format!("\\x{it:02X}")),
        bytes(|it| format!("\\{it:03o}")),
        bytes(|it| format!("\\0{it:03o}")),
        some_octal,
        some(text),
        some(&quoted),
        units(|it| format!("\\u{it:04x}")),
        units(|it| format!("\\u{it:04X}")),
        points(|it| format!("&#{it};")),
        points(|it| format!("&#x{it:x};")),
        points(|it| format!("&#x{it:X};")),
        references(|it| format!("&#{it};")),
        references(|it| format!("&#x{it:x};")),
        references(|it| format!("&#x{it:X};")),
    ]
}

/// The bytes as consoles and `JSON.stringify` print buffers, and the code points. Node shows the first 50 bytes of one.
fn in_lists(text: &str) -> [String; 7] {
    const SHOWN: usize = 50;
    let bytes = text.as_bytes();
    let joined = |bytes: &[u8], between: &str, number: fn(&u8) -> String| {
        let numbers: Vec<String> = bytes.iter().map(number).collect();
        numbers.join(between)
    };
    let digits = |it: &u8| format!("{it:02x}");
    let points: Vec<String> = text.chars().map(|it| u32::from(it).to_string()).collect();
    [
        joined(bytes, " ", u8::to_string),
        points.join(","),
        points.join(", "),
        joined(&bytes[..bytes.len().min(SHOWN)], " ", digits),
        joined(bytes, ":", digits),
        joined(bytes, ",", u8::to_string),
        joined(bytes, ", ", u8::to_string),
    ]
}

/// The parts of base64 that depend only on these bytes, for each of the three offsets in a group at
/// which it may begin; and, if nothing follows them, the parts up to the end.
fn in_base64(bytes: &[u8]) -> Vec<String> {
    let mut forms = Vec::new();
    for before in 0..3 {
        let bytes = [&[0; 2][..before], bytes].concat();
        let encoded = STANDARD_NO_PAD.encode(&bytes);
        // Six bits for each character.
        let (start, end) = ((before * 8).div_ceil(6), bytes.len() * 8 / 6);
        let parts = [encoded.get(start..end), encoded.get(start..)];
        forms.extend(parts.into_iter().flatten().map(str::to_owned));
    }
    forms
}

/// As `printf %q` and shell completions quote a word: a backslash before special characters.
fn in_shell_word(text: &str) -> String {
    let mut word = String::new();
    for character in text.chars() {
        if character.is_ascii() && " \t'\"\\|&;()<>!{}*[]?^$`,".contains(character) {
            word.push('\\');
        }
        word.push(character);
    }
    word
}

/// As `printf %q` quotes a word with control characters: between `$'` and `'`.
fn in_shell_escapes(text: &str) -> String {
    let mut word = String::new();
    for character in text.chars() {
        match character {
            '\'' | '\\' => word.extend(['\\', character]),
            '\n' => word.push_str("\\n"),
            '\r' => word.push_str("\\r"),
            '\t' => word.push_str("\\t"),
            '\u{1b}' => word.push_str("\\E"),
            control if control.is_ascii_control() => {
                word.push_str(&format!("\\{:03o}", u32::from(control)));
            }
            other => word.push(other),
        }
    }
    word
}

/// As templates, browsers, Go, Python and XML escape text: they differ in quotes.
fn in_html(text: &str) -> [String; 7] {
    let plain = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let quoted = |double, single| plain.replace('"', double).replace('\'', single);
    [
        quoted("&quot;", "&#39;"),
        quoted("&#34;", "&#39;"),
        quoted("&quot;", "&#x27;"),
        quoted("&quot;", "&apos;"),
        quoted("\"", "&#39;"),
        quoted("\"", "&apos;"),
        plain.clone(),
    ]
}

/// Non-ASCII characters escaped as UTF-16 in JSON.
fn in_ascii_json(json: &str) -> String {
    let mut text = String::new();
    for character in json.chars() {
        if character.is_ascii() {
            text.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            text.push_str(&format!("\\u{unit:04x}"));
        }
    }
    text
}

/// The text between the quotes of a JSON string.
fn in_json(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

/// The characters that `encodeURIComponent` escapes, and a few more.
const IN_COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The characters that `urllib.parse.quote` of Python escapes.
const IN_SEGMENTS: &AsciiSet = &IN_COMPONENT.remove(b'/');

/// The characters that URL parsers escape in a path (WHATWG).
const IN_PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'}');

/// The characters that they escape in the user name and the password.
const IN_USER: &AsciiSet = &IN_PATH
    .add(b'/')
    .add(b':')
    .add(b';')
    .add(b'=')
    .add(b'@')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'|');

/// The characters that `encodeURI` escapes.
const IN_URI: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_escapes_are_forms_also_in_json_and_urls() {
        let all = forms("p\u{e4} \"7");
        for form in [
            "70c3a4202237",
            r"\x70\xc3\xa4\x20\x22\x37",
            r"\\x70\\xc3\\xa4\\x20\\x22\\x37",
            "%5Cx70%5Cxc3%5Cxa4%5Cx20%5Cx22%5Cx37",
            "%5cx70%5cxc3%5cxa4%5cx20%5cx22%5cx37",
            r"\\u0070\\u00e4\\u0020\\u0022\\u0037",
            "%5Cu0070%5Cu00e4%5Cu0020%5Cu0022%5Cu0037",
            "%26%23112%3B%26%23228%3B%26%2332%3B%26%2334%3B%26%2355%3B",
            "70 c3 a4 20 22 37",
            "70:c3:a4:20:22:37",
            "112,195,164,32,34,55",
            "112, 195, 164, 32, 34, 55",
            "%70%C3%A4%20%22%37",
            "%70%c3%a4%20%22%37",
            r"\160\303\244\040\042\067",
            "p\\303\\244 \"7",
        ] {
            assert!(all.iter().any(|it| it == form), "{form}: {all:#?}");
        }
        let long = "0".repeat(60);
        assert!(forms(&long).contains(&vec!["30"; 50].join(" ")));
    }
}
