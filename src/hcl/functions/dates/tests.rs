use proptest::prelude::*;

use super::duration;
use super::timestamp::Timestamp;
use crate::functions::{FunctionContext, function};

#[test]
fn hours_of_one_digit_are_only_read_leniently() {
    let text = "2020-01-01T1:00:00,5+24:00";
    assert!(Timestamp::parse(text).is_err());
    assert_eq!(Timestamp::parse_leniently(text).unwrap().parts().hour, 1);
    assert!(Timestamp::parse_yaml("2020-1-2").is_some());
}

#[test]
fn durations_are_sums_of_their_parts() {
    assert_eq!(duration::parse("-1h30.5m2ns").unwrap(), -5_430_000_000_002);
    assert_eq!(duration::parse("0").unwrap(), 0);
    let refused = [
        "",
        "1",
        "h",
        "1d",
        "1h 2m",
        "2562048h",
        "9223372036854775808ns",
    ];
    assert!(refused.iter().all(|text| duration::parse(text).is_err()));
}

proptest! {
    #[test]
    fn timestamps_survive_their_text(seconds in -62_135_596_800_i64..253_402_300_800) {
        let timestamp = Timestamp::from_seconds(seconds);
        prop_assert_eq!(Timestamp::parse(&timestamp.to_string()).unwrap(), timestamp);
    }

    #[test]
    fn texts_do_not_panic(text in "[0-9T:Z+.\\-]{0,30}") {
        let _ = Timestamp::parse(&text);
        let _ = Timestamp::parse_leniently(&text);
        let _ = Timestamp::parse_yaml(&text);
        let _ = duration::parse(&text);
    }
}

#[test]
fn quotes_in_formats_are_doubled() {
    let parts = Timestamp::from_seconds(0).parts();
    let written = |layout| super::layout::write(layout, &parts);
    assert_eq!(written("'a''b' YYYY ''").unwrap(), "a'b 1970 '");
    assert_eq!(written("'a''").unwrap(), "a'");
    assert!(written("'a").is_err());
}

#[test]
fn the_time_of_the_plan_is_that_of_the_context() {
    let call = |context: &FunctionContext<'_>| {
        let function = function("plantimestamp").unwrap();
        function.call(&[], context).unwrap()
    };
    let context = FunctionContext::new(".");
    assert!(call(&context).is_unknown());
    let timestamp = Some("2020-01-02T03:04:05Z".to_owned());
    let value = call(&FunctionContext {
        timestamp,
        ..context
    });
    assert_eq!(value.as_str(), Some("2020-01-02T03:04:05Z"));
}
