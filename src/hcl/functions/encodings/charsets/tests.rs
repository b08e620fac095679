use super::named;

#[test]
fn names_are_those_of_iana_in_any_case() {
    assert_eq!(named("LATIN1").unwrap().name, "ISO_8859-1:1987");
    assert_eq!(named(" csShiftJIS ").unwrap().name, "Shift_JIS");
    assert!(named("utf-32").is_none());
}

#[test]
fn texts_survive_in_sets_that_have_them() {
    let samples = [
        ("utf-16", "aé😀"),
        ("UTF-16LE", "aé😀"),
        ("koi8-r", "Привет"),
        ("Shift_JIS", "日本"),
        ("EUC-KR", "한국"),
        ("GBK", "中文"),
        ("Big5", "中文"),
        ("HZ-GB-2312", "a~中"),
        ("IBM037", "Abc 1"),
        ("ISO-2022-JP", "日本"),
    ];
    for (name, text) in samples {
        let charset = named(name).unwrap();
        let bytes = charset.encode(text).unwrap();
        assert_eq!(charset.decode(&bytes).unwrap(), text, "{name}");
    }
}

#[test]
fn characters_that_a_set_does_not_have_are_refused() {
    assert!(named("ISO-8859-1").unwrap().encode("日").is_err());
    assert!(named("UTF-16LE").unwrap().decode(&[0x00, 0xd8]).is_err());
    assert!(named("US-ASCII").unwrap().decode(&[0x80]).is_err());
}
