//! What the README shows of the everyday loop is what one sees.

use crate::lumi::{Lumi, without_times};

const README: &str = include_str!("../../README.md");

/// The blocks of a language in a chapter.
fn blocks<'a>(chapter: &'a str, language: &'a str) -> impl Iterator<Item = &'a str> {
    let mut parts = chapter.split("```");
    parts.next();
    // Text between two blocks comes after each of them.
    let blocks = parts.step_by(2);
    blocks.filter_map(move |it| it.strip_prefix(language)?.strip_prefix('\n'))
}

#[test]
fn the_everyday_loop_goes_as_the_readme_says() {
    let (_, chapter) = README.split_once("## The everyday loop\n").unwrap();
    let (chapter, _) = chapter.split_once("\n## ").unwrap();
    let lumi = Lumi::program(blocks(chapter, "ts").next().unwrap());
    let mut commands = 0;
    for session in blocks(chapter, "console") {
        for command in session.split("$ lumi ").skip(1) {
            let (line, shown) = command.split_once('\n').unwrap();
            let (words, _) = line.split_once('#').unwrap_or((line, ""));
            let mut args: Vec<&str> = words.split_whitespace().collect();
            if args[0] != "preview" {
                // Nobody is there to be asked.
                args.push("-y");
            }
            let answer = lumi.run(&args);
            assert_eq!(answer.code, 0, "{}", answer.transcript());
            let text = without_times(&answer.stdout);
            let mut rest = text.as_str();
            for part in without_times(shown).split("…\n").map(str::trim_end) {
                let at = rest.find(part);
                let at =
                    at.unwrap_or_else(|| panic!("the README shows\n{part}\nbut it is\n{text}"));
                rest = &rest[at + part.len()..];
            }
            commands += 1;
        }
    }
    assert!(commands > 1);
}
