//! Errors are at the same place.

use super::{folders, trial};

/// Errors that name no line in OpenTofu, or another one.
const ELSEWHERE: [(&str, &str); 8] = [
    ("alias_missing", "main.tf:2"),
    ("cycle", "main.tf:"),
    ("module_cycle", "main.tf:"),
    ("module_missing", "main.tf:2"),
    ("module_type", "main.tf:3"),
    ("required_version", "main.tofu:2"),
    ("variable_missing", "main.tf:1"),
    ("variable_type", "main.tf:1"),
];

#[test]
fn errors_are_at_the_line_that_opentofu_names() {
    let mut wrong = Vec::new();
    for folder in folders("invalid") {
        let Some((tofu, lumi)) = trial(&folder) else {
            return;
        };
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let answer = lumi.run(&["preview"]);
        let text = answer.transcript();
        if answer.code == 0 {
            wrong.push(format!("{name} is accepted"));
            continue;
        }
        let other = ELSEWHERE.iter().find(|it| it.0 == name);
        let places: Vec<String> = match other {
            Some((_, place)) => vec![(*place).to_owned()],
            None => tofu
                .errors()
                .iter()
                .map(|(file, line)| format!("{file}:{line}:"))
                .collect(),
        };
        for place in places {
            if !text.contains(&place) {
                wrong.push(format!("{name} is not refused at {place}\n{text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
