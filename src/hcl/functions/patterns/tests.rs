use proptest::prelude::*;

use super::Pattern;

#[test]
fn classes_are_those_of_ascii() {
    let pattern = Pattern::new(r"^\w+$").unwrap();
    assert!(pattern.first("abc_1").is_some());
    assert!(pattern.first("é").is_none());
}

#[test]
fn braces_without_bounds_are_literals() {
    let pattern = Pattern::new("a{,2}").unwrap();
    assert!(pattern.first("a{,2}").is_some());
    assert!(pattern.first("aa").is_none());
}

#[test]
fn boundaries_do_not_split_characters() {
    let pattern = Pattern::new(r"\B").unwrap();
    assert_eq!(pattern.replace_all("éa", "-"), "-éa");
}

#[test]
fn templates_name_the_longest_word() {
    let pattern = Pattern::new("(?P<x>a)(b)?").unwrap();
    assert_eq!(
        pattern.replace_all("ab a", "<$x|$x_|${x}_|$2|$$|$>"),
        "<a||a_|b|$|$> <a||a_||$|$>"
    );
}

#[test]
fn patterns_that_go_refuses_are_refused() {
    let refused = [
        "(",
        ")",
        "[",
        "a**",
        "a{2}{3}",
        "a{1001}",
        "(a{40}){40}",
        r"\1",
        r"\Z",
        "(?=a)",
        "[z-a]",
        r"\pX",
    ];
    assert!(refused.iter().all(|pattern| Pattern::new(pattern).is_err()));
}

proptest! {
    #[test]
    fn patterns_do_not_panic(pattern in r"[a(|)\[\]{}?*+^$.\\dbQEpLxPU:,2<>é=-]{0,24}", text in "[aé\n ]{0,8}") {
        if let Ok(pattern) = Pattern::new(&pattern) {
            let _ = pattern.first(&text);
            let _ = pattern.all(&text).count();
            let _ = pattern.replace_all(&text, "$0${1}");
        }
    }
}
