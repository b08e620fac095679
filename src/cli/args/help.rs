//! The help of the whole program: commands by what they are for.

use std::fmt::Write as _;

use clap::Command;

const GROUPS: &[(&str, &[&str])] = &[
    (
        "Deploy",
        &[
            "new",
            "convert",
            "preview",
            "up",
            "destroy",
            "refresh",
            "reconcile",
            "watch",
            "deploy",
            "import",
        ],
    ),
    (
        "Inspect and test",
        &[
            "run", "test", "check", "graph", "diff", "infer", "snapshot", "closure", "logs",
            "trace", "platform", "pack",
        ],
    ),
    (
        "Providers",
        &[
            "add", "install", "update", "remove", "packages", "plugin", "doc", "search",
        ],
    ),
    ("Manage", &["stack", "state", "config"]),
    (
        "More",
        &[
            "types",
            "engine",
            "language-host",
            "man",
            "completions",
            "version",
            "upgrade",
            "help",
        ],
    ),
];

const FIRST_STEPS: &str = "\
Start with:
  lumi new hello && cd hello
  lumi up

`lumi help COMMAND` says more about a command.";

/// Gives `command` a help with groups.
pub fn grouped(command: Command) -> Command {
    let mut text = String::new();
    for (title, names) in GROUPS {
        let _ = writeln!(text, "{title}:");
        for name in *names {
            let found = command.find_subcommand(name);
            let about = found.and_then(|it| it.get_about().map(ToString::to_string));
            let about = about.unwrap_or_else(|| "Print this, or the help of a command".to_owned());
            let aliases: Vec<&str> =
                found.map_or_else(Vec::new, |it| it.get_visible_aliases().collect());
            let aliases = match aliases.is_empty() {
                true => String::new(),
                false => format!(" [also: {}]", aliases.join(", ")),
            };
            let _ = writeln!(text, "  {name:14} {about}{aliases}");
        }
        text.push('\n');
    }
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{text}Options:\n{{options}}\n\n{FIRST_STEPS}\n"
    );
    command.help_template(template)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::super::arguments::Arguments;
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        let command = Arguments::command();
        let mut missing = command.get_subcommands().map(Command::get_name);
        assert_eq!(missing.find(|it| !grouped.contains(it)), None);
        for name in &grouped {
            let is_there = *name == "help" || command.find_subcommand(name).is_some();
            assert!(is_there, "{name}");
            assert_eq!(grouped.iter().filter(|it| *it == name).count(), 1, "{name}");
        }
    }
}
