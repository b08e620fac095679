//! Resources and counts in sentences.

use lumi_graph::Urn;

use super::report::escaped;

/// A count with a noun: `1 resource`, `2 resources`.
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Things in a sentence: `a`, `a and b`, `a, b and c`.
pub fn listed(things: &[String]) -> String {
    match things {
        [first @ .., before, last] => {
            let commas: String = first.iter().map(|it| format!("{it}, ")).collect();
            format!("{commas}{before} and {last}")
        }
        _ => things.concat(),
    }
}

/// The type and the name of a resource: `std:fs:File "page"`.
pub fn resource_label(urn: &Urn) -> String {
    format!("{} \"{}\"", urn.resource_type(), escaped(urn.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_have_commas_but_for_the_last() {
        let of = |text: &str| {
            let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            listed(&words)
        };
        let texts = ["", "a", "a b", "a b c", "a b c d"].map(of);
        assert_eq!(texts, ["", "a", "a and b", "a, b and c", "a, b, c and d"]);
    }
}
