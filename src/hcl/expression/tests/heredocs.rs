//! Random heredocs.

use super::generator::Generator;

/// A file with local values that are heredocs, and their names.
pub fn file(generator: &mut Generator, count: usize) -> (String, Vec<String>) {
    let names: Vec<String> = (0..count).map(|it| format!("h{it}")).collect();
    let values: Vec<String> = names
        .iter()
        .map(|it| format!("  {it} = {}\n", heredoc(generator)))
        .collect();
    (format!("locals {{\n{}}}\n", values.concat()), names)
}

/// The text of a template file.
pub fn template_file(generator: &mut Generator) -> String {
    let lines = (0..generator.below(5)).map(|_| {
        let indent = generator.choice(&["", "  ", "\t"]);
        let ending = generator.choice(&["\n", "\n", "\r\n", ""]);
        let part = match generator.below(4) {
            0 => "${a} \"${b}\" \\n".to_owned(),
            1 => "%{ for v in [a, b] ~}\n  ${v}\n  %{ endfor ~}".to_owned(),
            _ => generator.template_part(2),
        };
        format!("{indent}{part}{ending}")
    });
    lines.collect()
}

fn heredoc(generator: &mut Generator) -> String {
    let dash = generator.choice(&["", "-", "-"]);
    let mut lines = String::new();
    for _ in 0..generator.below(6) {
        let indent = generator.choice(&["", "  ", "    ", "\t", "      ", " "]);
        let line = match generator.below(9) {
            0 => String::new(),
            1 => "$${x} %%{y} \\n \"q\"".to_owned(),
            2 => "${1 + 1} and ${\"t\"}".to_owned(),
            3 => "%{ if true ~}".to_owned() + "\n    yes\n  %{~ else }\n no\n %{ endif ~}",
            4 => "%{ for v in [1, 2] ~}\n      item ${v}\n    %{ endfor ~}".to_owned(),
            5 => "  ${~ \"x\" ~}  ".to_owned(),
            6 => "EOT2".to_owned(),
            7 => "%{ for v in [\"a\"] }${v}%{ endfor }".to_owned(),
            _ => "plain é text".to_owned(),
        };
        lines += &format!("{indent}{line}\n");
    }
    let end = generator.choice(&["", "  ", "\t"]);
    format!("<<{dash}EOT\n{lines}{end}EOT")
}
