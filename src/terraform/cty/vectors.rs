//! The encodings are those of go-cty, which providers are made with. `tests/providers/terraform/vectors`
//! wrote the bytes.

use super::{JsonText, Type, from_json, from_msgpack, to_json, to_msgpack};

fn bytes(hex: &str) -> Vec<u8> {
    let digits = hex.as_bytes().chunks(2);
    let byte = |it: &[u8]| u8::from_str_radix(std::str::from_utf8(it).unwrap(), 16).unwrap();
    digits.map(byte).collect()
}

#[test]
fn encodings_are_those_of_providers() {
    let lines = include_str!("vectors.jsonl").lines();
    let mut seen = 0;
    for line in lines {
        // The digits are those of the text, not of a double.
        let vector = JsonText::parse(line.as_bytes()).unwrap();
        let text = |member: &str| match vector.member(member) {
            Some(JsonText::String(text)) => text.to_string(),
            other => panic!("{other:?}"),
        };
        let name = text("name");
        let of = vector.member("type").unwrap().to_text();
        let of = Type::from_json(of.as_bytes()).unwrap();
        let message = bytes(&text("msgpack"));
        let value = from_msgpack(&message, &of).unwrap_or_else(|it| panic!("{name}: {it}"));
        assert_eq!(to_msgpack(&value, &of).unwrap(), message, "{name}");
        match vector.member("json") {
            Some(json) => {
                let read = from_json(json, &of).unwrap_or_else(|it| panic!("{name}: {it}"));
                assert!(read == value, "{name}: {read:?} is not {value:?}");
                assert_eq!(to_json(&value).unwrap(), json.to_text(), "{name}");
            }
            None => assert!(to_json(&value).is_err(), "{name}"),
        }
        seen += 1;
    }
    assert!(seen > 100, "{seen}");
}
