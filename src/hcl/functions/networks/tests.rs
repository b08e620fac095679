use super::address::{Address, Prefix};

#[test]
fn addresses_are_written_in_their_shortest_form() {
    let texts = [
        "010.1.2.03",
        "::ffff:10.1.2.3",
        "2001:db8:0:0:1:0:0:1",
        "::1.2.3.4",
        "::",
    ];
    let written = texts.map(|text| Address::parse(text).unwrap().to_string());
    assert_eq!(
        written,
        [
            "10.1.2.3",
            "10.1.2.3",
            "2001:db8::1:0:0:1",
            "::102:304",
            "::"
        ]
    );
}

#[test]
fn texts_that_are_no_prefixes_are_refused() {
    let texts = [
        "",
        "10.0.0.0",
        "10.0.0/8",
        "10.0.0.0/33",
        "1.2.3.256/8",
        "fd00::/129",
        "1::2::3/4",
        ":::/8",
    ];
    assert!(texts.iter().all(|text| Prefix::parse(text).is_none()));
}

#[test]
fn prefixes_contain_their_first_and_last_address() {
    let prefix = Prefix::parse("10.12.112.99/20").unwrap();
    assert_eq!(prefix.to_string(), "10.12.112.0/20");
    assert_eq!(prefix.last().to_string(), "10.12.127.255");
    assert!(prefix.contains(prefix.base) && prefix.contains(prefix.last()));
    assert!(!prefix.contains(Address::parse("10.12.128.0").unwrap()));
}
