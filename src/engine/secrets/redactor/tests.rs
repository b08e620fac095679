use super::*;
use crate::tests::samples::{LOGIN, object};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

#[test]
fn messages_do_not_quote_secrets() {
    let given = object(LOGIN);
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
        r#"TOP\"SE\ CRET\'/é"#,
        r#"'TOP"SE CRET'"'"'/é'"#,
        r#"$'TOP"SE CRET\'/é'"#,
        "<p>TOP&quot;SE CRET&#39;/é</p>",
        "TOP&#34;SE CRET&#39;/é",
        "TOP&quot;SE CRET&#x27;/é",
        r#"<a title='TOP"SE CRET&apos;/é'>"#,
        "?next=%2Fa%3Fb%3DTOP%2522SE%2520CRET%2527%252F%25C3%25A9",
        "?json=%22TOP%5C%22SE%20CRET%27%2F%C3%A9%22",
        r#"{"html":"<p>TOP&quot;SE CRET&#39;/é"}"#,
        "cut after TOP\"SE…",
        "cut after TOP\"SE CRE... and more",
        "Unexpected token 'T', \"TOP\"SE CRE\"... is not valid JSON",
        "Unexpected token 'T', ...\"is: TOP\"SE CRE\"... is not valid JSON",
        "Unexpected token 'é', ...\"TOP\"SE CRET'/é\" is not valid JSON",
        "544f502253452043524554272fc3a9",
        "544F502253452043524554272FC3A9",
        r"\x54\x4f\x50\x22\x53\x45\x20\x43\x52\x45\x54\x27\x2f\xc3\xa9",
        r#"b'TOP"SE CRET\'/\xc3\xa9'"#,
        r"\u0054\u004F\u0050\u0022\u0053\u0045\u0020\u0043\u0052\u0045\u0054\u0027\u002F\u00E9",
        "&#84;&#79;&#80;&#34;&#83;&#69;&#32;&#67;&#82;&#69;&#84;&#39;&#47;&#233;",
        "&#x54;&#x4f;&#x50;&#x22;&#x53;&#x45;&#x20;&#x43;&#x52;&#x45;&#x54;&#x27;&#x2f;&#xe9;",
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

/// Texts with signs as JavaScript, Python, Go, shells and databases print them.
#[test]
fn secrets_are_found_whichever_characters_are_escaped() {
    let secret = |text: &str| {
        let mut object = Object::default();
        object.insert("a".to_owned(), Value::secret(text.into()));
        Redactor::of_origins(&object)
    };
    let redactor = secret(r#"pÜ2"\$7'<&>(z*)~/=Q9"#);
    for printed in [
        // encodeURIComponent, escape, URLSearchParams, .NET
        "a=p%C3%9C2%22%5C%247'%3C%26%3E(z*)~%2F%3DQ9.",
        "p%DC2%22%5C%247%27%3C%26%3E%28z*%29%7E/%3DQ9",
        "a=p%C3%9C2%22%5C%247%27%3C%26%3E%28z*%29%7E%2F%3DQ9&b",
        "p%c3%9c2%22%5c%247%27%3c%26%3e(z*)%7e%2f%3dQ9",
        // URL.search
        "http://h/?p%C3%9C2%22\\$7%27%3C&%3E(z*)~/=Q9",
        // util.inspect, with each of its quotes
        "`pÜ2\"\\\\$7'<&>(z*)~/=Q9`",
        "'pÜ2\"\\\\$7\\'<&>(z*)~/=Q9'",
        // JSON in a component of a URL
        "%22p%C3%9C2%5C%22%5C%5C%247'%3C%26%3E(z*)~%2F%3DQ9%22",
        // A regular expression, a shell word between double quotes
        r#"/pÜ2"\\\$7'<&>\(z\*\)~\/=Q9/"#,
        r#""pÜ2\"\\\$7'<&>(z*)~/=Q9""#,
        // SQL and YAML, CSV
        r#"'pÜ2"\$7''<&>(z*)~/=Q9'"#,
        r#""pÜ2""\$7'<&>(z*)~/=Q9""#,
        // XML: references for every character but letters and digits, or only for the five that XML reserves
        "p&#220;2&#34;&#92;&#36;7&#39;&#60;&#38;&#62;&#40;z&#42;&#41;&#126;&#47;&#61;Q9",
        "pÜ2&#34;\\$7&#39;&#60;&#38;&#62;(z*)~/=Q9",
        // Mail
        "p=C3=9C2\"\\$7'<&>(z*)~/=3DQ9",
        // JSON in JSON in JSON
        r#"pÜ2\\\\\\\"\\\\\\\\$7'<&>(z*)~/=Q9"#,
    ] {
        let clear = redactor.redact(printed);
        assert!(clear.contains("[secret]"), "{printed}: {clear}");
        assert!(
            !clear.contains("Q9") && !clear.contains("2%22"),
            "{printed}: {clear}"
        );
        assert!(redactor.finds(printed), "{printed}");
    }
}

#[test]
fn bytes_in_digits_are_masked_whatever_is_between_them() {
    let given = object(r#"{"a":{"$lumi":"secret","value":"TOP\"SE CRET'/é"}}"#);
    let redactor = Redactor::new([&given]);
    let encoded = STANDARD_NO_PAD.encode("TOP\"SE CRET'/é");
    for text in ["TOP\"SE CRET'/é", &encoded] {
        for between in [
            "-", ".", "_", ",", ", ", ": ", ";", "|", " + ", "\n", "\", \"", "','",
        ] {
            for (prefix, size) in [("", 1), ("0x", 1), ("", 2), ("", 4)] {
                let digits =
                    |it: &[u8]| it.iter().map(|it| format!("{it:02x}")).collect::<String>();
                let groups = text.as_bytes().chunks(size);
                let groups: Vec<String> =
                    groups.map(|it| format!("{prefix}{}", digits(it))).collect();
                let lower = groups.join(between);
                for form in [lower.to_uppercase(), lower] {
                    let message = format!("of [{form}] is");
                    assert_eq!(redactor.redact(&message), "of [[secret]] is", "{form}");
                }
            }
        }
    }
    let code = r"\U00000054\U0000004f\U00000050\U00000022\U00000053\U00000045 CRET'/\U000000e9";
    assert_eq!(redactor.redact(code), "[secret]");
}

/// A Secret of Kubernetes for a registry has the password in base64 twice, each time with other text around it.
#[test]
fn text_around_a_secret_may_be_encoded_with_it() {
    let secret = "TOP\"SE CRET'/é";
    let given = object(r#"{"a":{"$lumi":"secret","value":"TOP\"SE CRET'/é"}}"#);
    let redactor = Redactor::new([&given]);
    let base64 = |text: &str| base64::prelude::BASE64_STANDARD.encode(text);
    for before in ["", "u", "us", "user"] {
        let auth = base64(&format!("{before}:{secret}"));
        let json = format!(r#"{{"auths":{{"registry.example.com":{{"auth":"{auth}"}}}}}}"#);
        let whole = base64(&json);
        let lines: Vec<&str> = whole
            .as_bytes()
            .chunks(76)
            .map(|it| str::from_utf8(it).unwrap())
            .collect();
        for printed in [
            &json,
            &whole,
            &base64(&whole),
            &lines.join("\n"),
            &lines.join("\r\n  "),
        ] {
            let clear = redactor.redact(&format!("data: {printed}"));
            assert!(clear.contains("[secret]"), "{clear}");
            let parts = auth
                .as_bytes()
                .windows(8)
                .map(|it| str::from_utf8(it).unwrap());
            assert!(parts.skip(8).all(|it| !clear.contains(it)), "{clear}");
            // Values are searched for one layer of it.
            let is_twice = *printed == base64(&whole);
            assert!(is_twice || redactor.finds(printed), "{printed}");
        }
    }
    let wide: String = "user TOP\"".chars().flat_map(|it| [it, '\0']).collect();
    assert!(!redactor.finds(&wide));
    let wide: String = secret
        .replace('é', "")
        .chars()
        .flat_map(|it| ['\0', it])
        .collect();
    let given = object(r#"{"a":{"$lumi":"secret","value":"TOP\"SE CRET'/"}}"#);
    let redactor = Redactor::new([&given]);
    assert_eq!(redactor.redact(&format!("\0={wide}\0.")), "\0=[secret]\0.");
    // `echo "user:TOP\"SE CRET'/" | base32`
    let base32 = "OVZWK4R2KRHVAISTIUQEGUSFKQTS6CQ=";
    assert!(redactor.finds(base32), "{}", redactor.redact(base32));
}

#[test]
fn base64_of_what_is_encoded_already_is_masked() {
    let text = "line 1\n\"line\" 2, which is long";
    let mut object = Object::default();
    object.insert("a".to_owned(), Value::secret(text.into()));
    let redactor = Redactor::of_origins(&object);
    let json = serde_json::to_string(&serde_json::json!({ "key": text })).unwrap();
    let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let once = STANDARD_NO_PAD.encode(text);
    for bytes in [json.as_bytes(), &utf16, once.as_bytes()] {
        let printed = STANDARD_NO_PAD.encode(bytes);
        let clear = redactor.redact(&printed);
        assert!(
            clear.contains("[secret]") && clear.len() < 32,
            "{printed}: {clear}"
        );
    }
    let points: Vec<String> = text.bytes().map(|it| it.to_string()).collect();
    assert_eq!(redactor.redact(&points.join(" ")), "[secret]");
}

#[test]
fn parts_of_a_secret_in_errors_about_json_are_masked() {
    let given = object(r#"{"a":{"$lumi":"secret","value":"hunter2-and-a-long-rest-of-it"}}"#);
    let redactor = Redactor::new([&given]);
    for (message, clear) in [
        (
            "Unexpected token 'h', \"hunter2-an\"... is not valid JSON",
            "Unexpected token 'h', \"[secret]\"... is not valid JSON",
        ),
        (
            "Unexpected token 'l', ...\"r2-and-a-long-rest-\"... is not valid JSON",
            "Unexpected token 'l', ...\"[secret]\"... is not valid JSON",
        ),
        (
            "Unexpected token 'o', ...\"g-rest-of-it\" is not valid JSON",
            "Unexpected token 'o', ...\"[secret]\" is not valid JSON",
        ),
        (
            "Unexpected token 'o', ...\"f-it, and more\"... is not valid JSON",
            "Unexpected token 'o', ...\"[secret], and more\"... is not valid JSON",
        ),
    ] {
        assert_eq!(redactor.redact(message), clear);
    }
}

#[test]
fn the_beginning_of_a_secret_at_the_end_of_a_text_is_open() {
    let given = object(
        r#"{"a":{"$lumi":"secret","value":"hunter2"},"b":{"$lumi":"secret","value":"r2d2-unit"}}"#,
    );
    let redactor = Redactor::new([&given]);
    for (text, open) in [
        ("as hunt", 4),
        ("as h", 1),
        ("as hunt\n", 0),
        ("hunt\nas hun", 3),
        // No form begins with a period.
        ("as hunt.", 0),
        // The end of one secret may be the beginning of another.
        ("as hunter2", 7),
        ("as hunter2 ", 0),
        ("", 0),
    ] {
        assert_eq!(redactor.open_end(text), open, "{text:?}");
    }
}

#[test]
fn base64_of_a_text_around_a_secret_shows_nothing_of_it() {
    const SECRET: &str = "QQtoken1234567890";
    let given = object(&format!(
        r#"{{"a":{{"$lumi":"secret","value":"{SECRET}"}}}}"#
    ));
    let redactor = Redactor::new([&given]);
    for before in ["", "u", "u:", "user:", "api-user:"] {
        for after in ["", "\n", " x", "end"] {
            let encoded = STANDARD_NO_PAD.encode(format!("{before}{SECRET}{after}"));
            let clear = redactor.redact(&format!("Basic {encoded}"));
            let (begin, end) = clear.split_once(SECRET_MASK).unwrap();
            // Six bits for each character: those that have bits of the secret are hidden.
            let shown_before = before.len() * 8 / 6;
            assert_eq!(begin, format!("Basic {}", &encoded[..shown_before]));
            let hidden = ((before.len() + SECRET.len()) * 8).div_ceil(6);
            assert_eq!(end, &encoded[hidden..], "{before}{after}: {clear}");
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
fn encodings_in_several_lines_are_masked() {
    let secret = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLW9mLXRoZQ";
    let given = object(&format!(
        r#"{{"a":{{"$lumi":"secret","value":"{secret}"}}}}"#
    ));
    let redactor = Redactor::new([&given]);
    let broken = |text: &str, width: usize, between: &str| {
        let lines: Vec<&str> = (0..text.len())
            .step_by(width)
            .map(|at| &text[at..text.len().min(at + width)])
            .collect();
        lines.join(between)
    };
    let hex: String = secret.bytes().map(|it| format!("{it:02x}")).collect();
    let pairs: Vec<String> = secret.bytes().map(|it| format!("{it:02X}")).collect();
    for before in [
        "",
        "x",
        "user:",
        "a longer text before the secret that fills a line of base64",
    ] {
        let base64 = STANDARD_NO_PAD.encode(format!("{before}{secret} and after"));
        for (text, width) in [
            (&format!("{before}{secret}"), 40),
            (&base64, 76),
            (&base64, 64),
            (&hex, 60),
            (&pairs.join(":"), 45),
        ] {
            for between in ["\n", "\r\n", "\n      ", "\n  | ", "\\n"] {
                let clear =
                    redactor.redact(&format!("said:\n  {}\nend", broken(text, width, between)));
                assert!(
                    clear.contains(SECRET_MASK) && clear.ends_with("end"),
                    "{clear}"
                );
                let shown = clear.split_whitespace().map(str::len).max().unwrap();
                assert!(shown <= before.len() * 8 / 6 + 30, "{clear}");
                let told = crate::secrets::folded_text::folded(&clear).into_owned();
                let middle = &text[text.len() / 2..text.len() / 2 + 12];
                assert!(!told.contains(middle), "{clear}");
            }
        }
    }
    let pem = "-----BEGIN KEY-----\nMIIEpAIBAAKCAQEA7bq1\nmore+of+it+9\n-----END KEY-----\n";
    let mut redactor = Redactor::default();
    let given = [("a".to_owned(), Value::secret(pem.into()))]
        .into_iter()
        .collect();
    redactor.add_of_others(&given, 8);
    let clear = redactor.redact(&format!("key: |\n    {}", pem.replace('\n', "\n    ")));
    assert_eq!(clear.trim_end(), format!("key: |\n    {SECRET_MASK}"));
}

#[test]
fn public_lines_and_opened_texts_are_shown() {
    let text = "region=eu-central-1\npassword=hunter2hunter2\n";
    let secrets = [text, "hunter2hunter2"].map(|it| Value::secret(it.into()));
    let given = secrets.into_iter().enumerate();
    let given: Object = given.map(|(at, it)| (at.to_string(), it)).collect();
    let mut redactor = Redactor::default();
    redactor.add_of_others(&given, 8);
    assert_eq!(
        redactor.redact("region=eu-central-1"),
        "region=eu-central-1"
    );
    assert_eq!(
        redactor.redact("password=hunter2hunter2"),
        "password=[secret]"
    );
    redactor.open("as hunter2hunter2");
    assert_eq!(
        redactor.redact("\"as hunter2hunter2\" hunter2hunter2"),
        "\"as hunter2hunter2\" [secret]"
    );
}

proptest::proptest! {
    #[test]
    fn a_secret_is_shown_only_within_an_opened_text(
        opened in proptest::collection::hash_set("[ab]{0,3}secret-one[ab]{0,3}", 0..4),
        parts in proptest::collection::vec("[ab]{0,4}secret-one[ab]{0,4} ?", 1..4),
    ) {
        const SECRET: &str = "secret-one";
        let given: Object = [("a".to_owned(), Value::secret(SECRET.into()))].into_iter().collect();
        let mut redactor = Redactor::new([&given]);
        opened.iter().for_each(|it| redactor.open(it));
        let message = parts.concat();
        let is_open = |at: usize| opened.iter().any(|text| {
            message.match_indices(&**text).any(|(from, it)| from <= at && at + SECRET.len() <= from + it.len())
        });
        let shown = message.match_indices(SECRET).filter(|(at, _)| is_open(*at)).count();
        let clear = redactor.redact(&message);
        proptest::prop_assert_eq!(clear.matches(SECRET).count(), shown, "{}", clear);
    }

    #[test]
    fn secrets_are_removed_completely(secret in "[ -~é\n]{4,20}", before in "[a-z ]{0,5}", cut in 4..20_usize) {
        let given: Object = [("a".to_owned(), Value::secret(Value::from(secret.as_str())))].into_iter().collect();
        let redactor = Redactor::new([&given]);
        for form in forms(&secret).into_iter().chain([secret.clone()]) {
            let clear = redactor.redact(&format!("{before}{form}"));
            proptest::prop_assert!(clear.contains(SECRET_MASK), "{form:?}: {clear:?}");
        }
        let start: String = secret.chars().take(cut).collect();
        if start.len() >= MIN_MASKED {
            let clear = redactor.redact(&format!("{before}{start}…"));
            proptest::prop_assert!(clear.contains(SECRET_MASK), "{start:?}: {clear:?}");
        }
    }
}
