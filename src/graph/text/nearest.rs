//! Finds the known name that is closest to a mistyped one.

/// The most similar known name, if its similarity is at least `least_likeness`: 1 is equal up to
/// case, 0 has nothing in common. Ties go to the first in the alphabet.
pub fn nearest<'a>(
    written: &str,
    names: impl IntoIterator<Item = &'a str>,
    least_likeness: f64,
) -> Option<&'a str> {
    let written = written.to_lowercase();
    names
        .into_iter()
        .map(|name| (strsim::jaro_winkler(&written, &name.to_lowercase()), name))
        .filter(|(likeness, _)| *likeness >= least_likeness)
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_slips_only() {
        let names = ["name", "main", "runtime"];
        assert_eq!(nearest("nmae", names, 0.8), Some("name"));
        assert_eq!(nearest("Runtme", names, 0.8), Some("runtime"));
        assert_eq!(nearest("Runtme", names, 0.99), None);
        assert_eq!(nearest("zzz", names, 0.8), None);
        assert_eq!(nearest("", names, 0.8), None);
        assert_eq!(nearest("ax", ["ac", "ab"], 0.5), Some("ab"));
    }
}
