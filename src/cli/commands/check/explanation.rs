//! `lumi check --explain`: a rule with its reason and examples.

use std::fmt::Write as _;

use lumi_lumijs::Rule;

/// The text about a rule, without the last line end.
pub fn text(rule: Rule) -> String {
    let rule = rule.text();
    let mut text = format!("{}: {}\n\n{}\n", rule.code, rule.title, rule.reason);
    for (title, program) in [("Not LumiJS", rule.wrong), ("Instead", rule.right)] {
        let _ = writeln!(text, "\n{title}:\n");
        for line in program.lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
    let _ = write!(text, "\nhelp: {}", rule.help);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_explained_with_its_examples() {
        insta::assert_snapshot!(text(Rule::Random), @r#"
        LJ004: random numbers

        Each evaluation would plan other values, so each deployment would change the resources that have them.

        Not LumiJS:

            export const suffix = Math.random().toString(36);

        Instead:

            import { random } from "lumi/std";
            export const suffix = new random.Id("suffix", { byteLength: 4 }).hex;

        help: use a resource of `random` in "lumi/std", which keeps its value in the state
        "#);
    }
}
