//! Descriptions without examples in other languages.

/// The marks before examples, or before the section on imports with other tools.
const ENDS: [&str; 5] = [
    "{{% examples %}}",
    "{{% example %}}",
    "## Example Usage",
    "<!--Start PulumiCodeChooser -->",
    "## Import\n",
];

/// The text before the examples.
pub fn shortened(description: &str) -> String {
    let ends = ENDS.iter().filter_map(|it| description.find(it));
    let end = ends.min().unwrap_or(description.len());
    let text = description.get(..end).unwrap_or(description);
    text.trim().to_owned()
}

/// Why something is not to be used any more.
pub fn deprecation(message: &str) -> Option<String> {
    (!message.is_empty()).then(|| message.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_left_out() {
        assert_eq!(
            shortened("A pet.\n\n## Example Usage\n\n```\nx\n```\n"),
            "A pet."
        );
        assert_eq!(shortened("A\n\n{{% examples %}}\n## Example\n"), "A");
        assert_eq!(shortened("An ## Importance"), "An ## Importance");
    }
}
