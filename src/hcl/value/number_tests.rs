//! Numbers: arithmetic and texts.

use num_bigint::BigInt;
use proptest::prelude::*;

use super::samples::any_number;
use super::{Number, PRECISION};

fn number(text: &str) -> Number {
    Number::parse(text).unwrap_or_else(|| panic!("{text} is a number"))
}

#[test]
fn numbers_are_printed_as_shortest_decimals() {
    for (text, shown) in [
        ("0", "0"),
        ("-0", "-0"),
        ("007", "7"),
        ("0.1", "0.1"),
        ("1.50", "1.5"),
        ("-15e-1", "-1.5"),
        ("1e3", "1000"),
        ("0.001", "0.001"),
        (
            "123456789012345678901234567890",
            "123456789012345678901234567890",
        ),
        ("1e100", &format!("1{}", "0".repeat(100))),
        ("1e-20", "0.00000000000000000001"),
    ] {
        assert_eq!(number(text).to_string(), shown);
    }
    let third = number("1").divide(&number("3")).unwrap().to_string();
    assert_eq!(third, format!("0.{}5", "3".repeat(154)));
    let sum = number("0.1").add(&number("0.2")).unwrap();
    assert_eq!(sum.to_string(), "0.3");
}

#[test]
fn precisions_decide_how_many_digits_there_are() {
    let third = Number::from(1_i64).divide(&Number::from(3_i64)).unwrap();
    assert_eq!(third.to_string(), "0.33333333333333333334");
    let half = Number::from_double(0.1).unwrap();
    assert_eq!(half.to_string(), "0.1");
    assert_eq!(half.with_precision(PRECISION).to_string().len(), 57);
    let power = Number::from_double(2f64.powi(100)).unwrap();
    assert_eq!(power.to_string(), "1267650600228229400000000000000");
}

#[test]
fn texts_that_are_not_numbers_are_refused() {
    let long = "1".repeat(200_000);
    for text in [
        "",
        "-",
        ".",
        "e1",
        "1e",
        "1e1e1",
        "0x10",
        "1_0",
        " 1",
        "nan",
        "1e999999999999",
        "--1",
        "1e9999999",
        long.as_str(),
    ] {
        assert!(Number::parse(text).is_none(), "{}", text.len());
    }
}

#[test]
fn remainders_have_the_sign_of_the_dividend() {
    let modulo = |one: &str, two: &str| number(one).modulo(&number(two)).unwrap().to_string();
    assert_eq!(modulo("5", "-3"), "2");
    assert_eq!(modulo("-7", "3"), "-1");
    assert_eq!(modulo("5.5", "2"), "1.5");
    assert_eq!(modulo("5", "0"), "5");
}

#[test]
fn divisions_by_zero_are_infinite() {
    let infinite = number("-1").divide(&number("0")).unwrap();
    assert!(infinite.is_infinite() && infinite.is_negative());
    assert!(number("0").divide(&number("0")).is_none());
    assert!(Number::INFINITY.subtract(&Number::INFINITY).is_none());
}

#[test]
fn forms_have_the_digits_that_are_asked_for() {
    assert_eq!(number("2.5").to_fixed(Some(0)), "2");
    assert_eq!(number("1234.5678").to_fixed(Some(2)), "1234.57");
    assert_eq!(number("0.0004").to_fixed(Some(2)), "0.00");
    assert_eq!(number("1234.5678").to_scientific(Some(2), 'e'), "1.23e+03");
    assert_eq!(
        number("1234567890123").to_general(Some(10), 'e'),
        "1.23456789e+12"
    );
    assert_eq!(number("100000").to_general(None, 'e'), "100000");
    assert_eq!(number("0.00001").to_general(None, 'e'), "1e-05");
}

#[test]
fn doubles_at_the_edges_survive() {
    for double in [
        f64::MIN_POSITIVE,
        5e-324,
        f64::MAX,
        1.5e-310,
        -2.5,
        1e22,
        0.1,
    ] {
        let number = Number::from_double(double).unwrap();
        assert_eq!(number.to_double().to_bits(), double.to_bits(), "{double:e}");
    }
    assert!(number("1e400").to_double().is_infinite());
    assert_eq!(number("1e-400").to_double().to_bits(), 0);
}

proptest! {
    #[test]
    fn numbers_survive_their_text(it in any_number()) {
        prop_assert_eq!(&number(&it.to_string()), &it);
        prop_assert_eq!(number(&it.to_scientific(None, 'e')), it);
    }

    #[test]
    fn doubles_survive_their_text(double in proptest::num::f64::NORMAL) {
        let it = Number::from_double(double).unwrap();
        prop_assert_eq!(it.to_double().to_bits(), double.to_bits());
        let text = it.to_scientific(None, 'e');
        prop_assert_eq!(text.parse::<f64>().unwrap().to_bits(), double.to_bits());
    }

    #[test]
    fn whole_numbers_are_calculated_exactly(one in any::<i128>(), two in any::<i128>()) {
        let of = |it: i128| Number::from_integer(&BigInt::from(it)).with_precision(PRECISION);
        let text = |it: Option<Number>| it.unwrap().to_string();
        let (big, other) = (BigInt::from(one), BigInt::from(two));
        prop_assert_eq!(text(of(one).add(&of(two))), (&big + &other).to_string());
        prop_assert_eq!(text(of(one).subtract(&of(two))), (&big - &other).to_string());
        prop_assert_eq!(text(of(one).multiply(&of(two))), (&big * &other).to_string());
        prop_assert_eq!(of(one).cmp(&of(two)), one.cmp(&two));
        if two != 0 {
            prop_assert_eq!(text(of(one).modulo(&of(two))), (&big % &other).to_string());
        }
    }

    #[test]
    fn sums_of_doubles_are_those_of_hardware(one in -1e9f64..1e9, two in -1e9f64..1e9) {
        let of = |it: f64| Number::from_double(it).unwrap();
        prop_assert_eq!(of(one).add(&of(two)).unwrap().to_double(), one + two);
        prop_assert_eq!(of(one).divide(&of(two)).unwrap().to_double(), one / two);
    }
}
