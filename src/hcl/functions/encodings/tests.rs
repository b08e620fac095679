use proptest::prelude::*;

use super::{base64_text, csv, url};

#[test]
fn base64_may_have_line_breaks_and_must_have_padding() {
    assert_eq!(base64_text::decode("SGVs\r\nbG8=").unwrap(), b"Hello");
    assert!(
        ["SGVsbG8", "SGVsbG8==", " SGVs"]
            .iter()
            .all(|text| base64_text::decode(text).is_none())
    );
}

#[test]
fn quotes_in_tables_are_in_quoted_fields_only() {
    let records = csv::records("a,b\r\n\r\n\"x \"\"y\"\"\nz\",2").unwrap();
    assert_eq!(records, [["a", "b"], ["x \"y\"\nz", "2"]]);
    let refused = ["a\"b", "\"a", "\"a\"b", "a,b\n1"];
    assert!(refused.iter().all(|text| csv::records(text).is_err()));
}

proptest! {
    #[test]
    fn texts_survive_in_urls(text in any::<String>()) {
        prop_assert_eq!(url::decode(&url::encode(&text)).unwrap(), text.as_bytes());
    }

    #[test]
    fn tables_do_not_panic(text in "[a,\"\n\r]{0,24}") {
        let _ = csv::records(&text);
    }
}
