//! Suggestions for an unknown name.

use lumi_graph::nearest;

/// The minimum similarity of a typing mistake.
const MIN_LIKENESS: f64 = 0.85;

/// The end of a message about an unknown name: the nearest name, otherwise all of them.
pub fn advice<'a>(
    written: &str,
    names: impl IntoIterator<Item = &'a str, IntoIter: Clone>,
) -> String {
    let names = names.into_iter();
    if let Some(name) = nearest(written, names.clone(), MIN_LIKENESS) {
        return format!("did you mean `{name}`?");
    }
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => "there are none".to_owned(),
        [name] => format!("there is only {name}"),
        [names @ .., last] => format!("there are {} and {last}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typing_error_is_recognised_and_otherwise_all_names_are_listed() {
        assert_eq!(
            advice("contnet", ["path", "content"]),
            "did you mean `content`?"
        );
        assert_eq!(advice("zzz", ["a", "b", "c"]), "there are `a`, `b` and `c`");
        assert_eq!(advice("zzz", ["a"]), "there is only `a`");
        assert_eq!(advice("zzz", []), "there are none");
    }
}
