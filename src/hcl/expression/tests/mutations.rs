//! Files that are wrong in places.

use super::generator::Generator;

const PIECES: [&str; 58] = [
    "\n", "\n\n", " ", "\"", "${", "%{", "}", "{", "(", ")", "[", "]", "[*]", ".*", ".", "..",
    "...", ",", "=", "==", "=>", ":", "::", "?", "!", "-", "+", "*", "/", "%", "&&", "||", "&",
    "|", "<", ">=", "<<EOT\n", "<<-EOT\n", "\nEOT\n", "EOT", "\\", "\\u00", "#", "//", "/*", "*/",
    "~", "0", "1.5", "1e", "x.0.1", "for", "in", "if", "null", "$${", "é", ";",
];

/// A file with some attributes and blocks, of which parts are changed.
pub fn file(generator: &mut Generator) -> String {
    let mut text = String::new();
    for index in 0..1 + generator.below(3) {
        let value = generator.any(2);
        text += &match generator.below(6) {
            0 => format!("b \"l\" m {{\n  a = {value}\n}}\n"),
            1 => format!("b {{ a = {value} }}\n"),
            2 => format!(
                "a{index} = <<-EOT\n  x ${{{value}}}\n  %{{ if true ~}}\n y\n %{{ endif }}\n  EOT\n"
            ),
            3 => format!("a{index} = [\n  {value}, # c\n  {value}\n]\n"),
            4 => format!("a{index} = {{\n  k = {value}\n  (\"l\") = {value}, m = 1\n}}\n"),
            _ => format!("a{index} = {value} // c\n"),
        };
    }
    for _ in 0..generator.below(4) {
        text = changed(generator, &text);
    }
    text
}

fn changed(generator: &mut Generator, text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let at = generator.below(characters.len().max(1));
    let end = (at + 1 + generator.below(3)).min(characters.len());
    let (before, after): (String, String) = match generator.below(3) {
        // Removes some.
        0 => (
            characters[..at].iter().collect(),
            characters[end..].iter().collect(),
        ),
        // Repeats some.
        1 => (
            characters[..end].iter().collect(),
            characters[at..].iter().collect(),
        ),
        _ => {
            let (before, after): (String, String) = (
                characters[..at].iter().collect(),
                characters[at..].iter().collect(),
            );
            (before + generator.choice(&PIECES), after)
        }
    };
    before + &after
}
