//! The known name that is nearest to a mistyped one.

/// Below this, names differ too much to be a slip.
const LEAST_LIKENESS: f64 = 0.85;

/// The name most like the one that was written, if any is.
pub fn nearest<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written = written.to_lowercase();
    names
        .into_iter()
        .map(|name| (strsim::jaro_winkler(&written, &name.to_lowercase()), name))
        .filter(|(likeness, _)| *likeness >= LEAST_LIKENESS)
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))
        .map(|(_, name)| name)
}

/// The end of a message about a name that is not known: the nearest name, else all of them.
pub fn advice<'a>(
    written: &str,
    names: impl IntoIterator<Item = &'a str, IntoIter: Clone>,
) -> String {
    let names = names.into_iter();
    if let Some(name) = nearest(written, names.clone()) {
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
    fn a_slip_is_recognised_and_else_all_names_are_told() {
        assert_eq!(
            advice("contnet", ["path", "content"]),
            "did you mean `content`?"
        );
        assert_eq!(advice("zzz", ["a", "b", "c"]), "there are `a`, `b` and `c`");
        assert_eq!(advice("zzz", ["a"]), "there is only `a`");
        assert_eq!(advice("zzz", []), "there are none");
    }
}
