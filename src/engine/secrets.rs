//! Secrets in what comes back from a provider.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};

use lumi_graph::{NumberText, Object, Value};
use lumi_provider::reveal_value;

use super::secret_digests::SecretDigests;

/// Marks what a provider answered: members that hold a secret in `given` are secret as a whole,
/// and so are those that quote one, as what a command prints may do, or hold a hash of one, and those
/// that `additional` names. A provider that made a secret of something keeps it. So it makes no
/// difference here whether a provider got secrets marked or plain.
pub fn mark_secret_outputs(answered: &mut Object, given: &Object, additional: &[String]) {
    let redactor = Redactor::new([given]);
    let hashes: Vec<String> = SecretDigests::of(given)
        .members(answered, given)
        .into_iter()
        .map(str::to_owned)
        .collect();
    for (key, value) in answered {
        let is_secret = additional.contains(key)
            || hashes.contains(key)
            || given.get(key).is_some_and(Value::contains_secret)
            || value.any(|it| match it {
                Value::String(text) => redactor.finds(text),
                Value::Number(number) => redactor.finds_number(*number),
                _ => false,
            });
        if is_secret && !matches!(value, Value::Unknown) {
            *value = Value::secret(reveal_value(value));
        }
    }
}

/// Removes secrets from messages: those of a resource, or of a configuration.
///
/// A secret is found in plain text, as part of JSON, of a URL, of a quoted shell word and in base64;
/// a number as a number of its own, not as part of another. Texts shorter than [`SHORTEST`] and
/// booleans are not hidden: they are found in any message by chance, and a message in which they
/// are masked says nothing any more.
#[derive(Clone, Default)]
pub struct Redactor {
    /// The longest first, for one may contain another.
    texts: Vec<SecretText>,
}

#[derive(Clone, PartialEq, Eq)]
struct SecretText {
    text: String,
    is_number: bool,
}

/// In bytes.
const SHORTEST: usize = 4;
const MASK: &str = "[secret]";
/// What stands where a message was cut.
const CUTS: [&str; 2] = ["…", "..."];

impl Redactor {
    pub fn new<'a>(objects: impl IntoIterator<Item = &'a Object>) -> Self {
        let mut redactor = Self::default();
        for object in objects {
            redactor.add(object, SHORTEST);
        }
        redactor
    }

    /// Hides the secrets of an object, too, as far as they are not shorter than `shortest`.
    pub fn add(&mut self, object: &Object, shortest: usize) {
        let known = self.texts.len();
        for value in object.values() {
            collect(value, false, &mut |text, is_number| {
                if text.len() >= shortest {
                    self.hide(text, is_number);
                }
            });
        }
        if self.texts.len() > known {
            let length = |it: &SecretText| std::cmp::Reverse(it.text.len());
            self.texts.sort_by_key(length);
        }
    }

    pub fn len(&self) -> usize {
        self.texts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    fn hide(&mut self, text: String, is_number: bool) {
        let hidden = SecretText { text, is_number };
        if self.texts.contains(&hidden) {
            return;
        }
        let forms = match is_number {
            true => Vec::new(),
            false => encodings(&hidden.text),
        };
        self.texts.push(hidden);
        for text in forms {
            let is_number = false;
            self.texts.push(SecretText { text, is_number });
        }
    }

    /// Whether a text quotes a secret.
    fn finds(&self, text: &str) -> bool {
        self.texts.iter().any(|it| it.first_in(text).is_some())
    }

    /// Whether a number is one.
    fn finds_number(&self, number: f64) -> bool {
        self.finds(&NumberText(number).to_string())
    }

    /// The message with a mask for each secret, also for the beginning of one that was cut off.
    pub fn redact(&self, message: &str) -> String {
        let mut clear = message.to_owned();
        let cuts: Vec<&str> = CUTS.into_iter().filter(|it| message.contains(it)).collect();
        for hidden in &self.texts {
            let mut from = 0;
            while let Some(at) = hidden.first_in(&clear[from..]) {
                let start = from + at;
                clear.replace_range(start..start + hidden.text.len(), MASK);
                from = start + MASK.len();
            }
            for cut in &cuts {
                hidden.redact_before_cut(&mut clear, cut);
            }
        }
        clear
    }
}

impl SecretText {
    fn first_in(&self, text: &str) -> Option<usize> {
        if !self.is_number {
            return text.find(&self.text);
        }
        let is_part = |it: Option<char>| it.is_some_and(|it| it.is_ascii_digit());
        text.match_indices(&self.text)
            .map(|(at, _)| at)
            .find(|&at| {
                let (before, after) = (&text[..at], &text[at + self.text.len()..]);
                !is_part(before.chars().next_back()) && !is_part(after.chars().next())
            })
    }

    /// Masks the beginning of the text where it stands right before a cut.
    fn redact_before_cut(&self, message: &mut String, cut: &str) {
        let mut from = 0;
        while let Some(at) = message[from..].find(cut) {
            let end = from + at;
            let lengths = (SHORTEST..self.text.len()).rev();
            let mut lengths = lengths.filter(|&it| self.text.is_char_boundary(it));
            let found = lengths.find(|&it| message[..end].ends_with(&self.text[..it]));
            from = end + cut.len();
            if let Some(length) = found {
                message.replace_range(end - length..end, MASK);
                from = from - length + MASK.len();
            }
        }
    }
}

/// The text as it looks in JSON, in a URL, in a shell word, in a debug print and in base64, as far
/// as that differs.
fn encodings(text: &str) -> Vec<String> {
    let json = in_json(text);
    let mut forms = vec![
        in_json(&json),
        in_ascii_json(&json),
        json,
        text.escape_debug().to_string(),
        text.replace('\'', "'\\''"),
    ];
    for kept in [IN_COMPONENT, IN_SEGMENTS, IN_URI, IN_PATH, IN_USER] {
        let url: String = utf8_percent_encode(text, kept).collect();
        forms.extend([url.replace("%20", "+"), url.to_lowercase(), url]);
    }
    for base64 in in_base64(text) {
        forms.extend([base64.replace('+', "-").replace('/', "_"), base64]);
    }
    forms.retain(|it| it != text && it.len() >= SHORTEST);
    forms.sort_unstable();
    forms.dedup();
    forms
}

/// What base64 of a text that contains this one has of it: the characters that are made of these bytes
/// alone, for each of the three places in a group at which they may begin; and the whole, with its
/// last character.
fn in_base64(text: &str) -> Vec<String> {
    let mut forms = vec![STANDARD_NO_PAD.encode(text)];
    for before in 0..3 {
        let bytes = [&[0; 2][..before], text.as_bytes()].concat();
        let encoded = STANDARD_NO_PAD.encode(&bytes);
        // Six bits for each character.
        let (start, end) = ((before * 8).div_ceil(6), bytes.len() * 8 / 6);
        forms.extend(encoded.get(start..end).map(str::to_owned));
    }
    forms
}

/// Characters that are not ASCII written as JSON can, in UTF-16.
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

/// What `encodeURIComponent` escapes, and a little more.
const IN_COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// What `urllib.parse.quote` of Python escapes.
const IN_SEGMENTS: &AsciiSet = &IN_COMPONENT.remove(b'/');

/// What parsers of URLs escape in a path (WHATWG).
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

/// What they escape in the name and the password before a host.
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

/// What `encodeURI` escapes.
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

/// Hands on every secret text, and whether it is a number.
fn collect(value: &Value, is_secret: bool, found: &mut impl FnMut(String, bool)) {
    match value {
        Value::Secret(inner) => collect(inner, true, found),
        Value::String(text) if is_secret => {
            // What a message quotes may be one line of it.
            let lines = text.lines().map(str::trim);
            let lines = lines.filter(|it| it.len() >= SHORTEST && it.len() < text.len());
            lines.for_each(|it| found(it.to_owned(), false));
            if text.len() >= SHORTEST {
                found(text.clone(), false);
            }
        }
        Value::Number(number) if is_secret => {
            let text = NumberText(*number).to_string();
            if text.len() >= SHORTEST {
                found(text, true);
            }
        }
        Value::Array(items) => items.iter().for_each(|it| collect(it, is_secret, found)),
        Value::Object(members) => members
            .values()
            .for_each(|it| collect(it, is_secret, found)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lumi_provider::{has_secret, reveal};

    fn object(json: &str) -> Object {
        match Value::from_json(json).unwrap() {
            Value::Object(object) => object,
            other => panic!("{other:?}"),
        }
    }

    const GIVEN: &str =
        r#"{"user":"me","login":{"password":{"$lumi":"secret","value":"hunter2"}}}"#;

    #[test]
    fn providers_get_plain_data_and_what_they_answer_is_marked() {
        let given = object(GIVEN);
        let mut answered = reveal(&given);
        assert!(!has_secret(&answered));
        answered.insert("token".into(), Value::from("t"));
        mark_secret_outputs(&mut answered, &given, &["token".to_owned()]);
        assert!(matches!(answered["login"], Value::Secret(_)));
        assert!(matches!(answered["token"], Value::Secret(_)));
        assert_eq!(answered["user"], Value::from("me"));
    }

    #[test]
    fn it_is_the_same_whether_a_provider_saw_marks() {
        let given = object(GIVEN);
        let (mut marked, mut plain) = (given.clone(), reveal(&given));
        mark_secret_outputs(&mut marked, &given, &[]);
        mark_secret_outputs(&mut plain, &given, &[]);
        assert_eq!(marked, plain);
    }

    #[test]
    fn what_quotes_a_secret_is_secret() {
        let given = object(GIVEN);
        let mut answered =
            object(r#"{"stdout":"as hunter2","lines":["ok","hunter2!"],"code":"0"}"#);
        mark_secret_outputs(&mut answered, &given, &[]);
        assert!(matches!(answered["stdout"], Value::Secret(_)));
        assert!(matches!(answered["lines"], Value::Secret(_)));
        assert_eq!(answered["code"], Value::from("0"));
    }

    #[test]
    fn messages_do_not_quote_secrets() {
        let given = object(GIVEN);
        let redactor = Redactor::new([&given]);
        assert_eq!(
            redactor.redact("login as me:hunter2 failed"),
            "login as me:[secret] failed"
        );
    }

    #[test]
    fn secrets_are_found_in_every_form() {
        let given =
            object(r#"{"a":{"$lumi":"secret","value":{"text":"TOP\"SE CRET'/é","pin":48151623}}}"#);
        let redactor = Redactor::new([&given]);
        for quoted in [
            r#"TOP"SE CRET'/é"#,
            r#"{"a":"TOP\"SE CRET'/é"}"#,
            r#""{\"a\":\"TOP\\\"SE CRET'/é\"}""#,
            "?a=TOP%22SE%20CRET%27%2F%C3%A9",
            "?a=top%22se%20cret%27%2f%c3%a9",
            "a=TOP%22SE+CRET%27%2F%C3%A9",
            "VE9QIlNFIENSRVQnL8Op",
            "VE9QIlNFIENSRVQnL8Op==",
            r#"'TOP"SE CRET'\''/é'"#,
            "pin 48151623.",
            "cut after TOP\"SE…",
            "cut after TOP\"SE CRE... and more",
        ] {
            let clear = redactor.redact(quoted);
            assert!(clear.contains("[secret]"), "{quoted}: {clear}");
            assert!(
                !clear.contains("TOP") && !clear.contains("48151623"),
                "{clear}"
            );
        }
        for harmless in ["148151623", "481516234", "TO…", "top secret"] {
            assert_eq!(redactor.redact(harmless), harmless);
        }
    }

    #[test]
    fn base64_of_a_text_around_a_secret_shows_nothing_of_it() {
        let given = object(r#"{"a":{"$lumi":"secret","value":"QQtoken1234567890"}}"#);
        let redactor = Redactor::new([&given]);
        for before in ["", "u", "u:", "user:", "api-user:"] {
            for after in ["", "\n", " x", "end"] {
                let encoded = STANDARD_NO_PAD.encode(format!("{before}QQtoken1234567890{after}"));
                let clear = redactor.redact(&format!("Basic {encoded}"));
                let left = clear.replace("[secret]", "");
                assert!(
                    left.len() <= "Basic ".len() + 17,
                    "{before}{after}: {clear}"
                );
                assert!(clear.contains("[secret]"), "{before}{after}: {clear}");
            }
        }
    }

    #[test]
    fn secrets_are_found_in_every_part_of_a_url_and_in_ascii() {
        let given = object(r#"{"a":{"$lumi":"secret","value":"p@ss wo/rd é9"}}"#);
        let redactor = Redactor::new([&given]);
        for quoted in [
            "http://h/p@ss%20wo/rd%20%C3%A99",
            "http://p%40ss%20wo%2Frd%20%C3%A99@h/",
            "?q=p%40ss+wo/rd+%C3%A99",
            r"p@ss wo/rd \u00e99",
        ] {
            let clear = redactor.redact(quoted);
            assert!(
                !clear.contains("wo") && clear.contains("[secret]"),
                "{quoted}: {clear}"
            );
        }
    }

    #[test]
    fn an_answer_with_a_secret_number_is_secret() {
        let given = object(r#"{"pin":{"$lumi":"secret","value":48151623}}"#);
        let mut answered = object(r#"{"response":{"pin":48151623,"n":7},"other":5}"#);
        mark_secret_outputs(&mut answered, &given, &[]);
        assert!(matches!(answered["response"], Value::Secret(_)));
        assert_eq!(answered["other"], Value::from(5.0));
    }

    proptest::proptest! {
        #[test]
        fn nothing_of_a_secret_is_left(secret in "[ -~é\n]{4,20}", before in "[a-z ]{0,5}", cut in 4..20_usize) {
            let given: Object = [("a".to_owned(), Value::secret(Value::from(secret.as_str())))].into_iter().collect();
            let redactor = Redactor::new([&given]);
            for form in encodings(&secret).into_iter().chain([secret.clone()]) {
                let clear = redactor.redact(&format!("{before}{form}"));
                proptest::prop_assert!(clear.contains(MASK), "{form:?}: {clear:?}");
            }
            let start: String = secret.chars().take(cut).collect();
            if start.len() >= SHORTEST {
                let clear = redactor.redact(&format!("{before}{start}…"));
                proptest::prop_assert!(clear.contains(MASK), "{start:?}: {clear:?}");
            }
        }
    }
}
