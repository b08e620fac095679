//! The command that words of a command line name, also where other words are wrong.

use clap::{Arg, ArgAction, Command, CommandFactory as _};

use super::arguments::Arguments;

/// The names of a command and of those above it: `["stack", "ls"]` for `lumi -C web stack ls --json`. Values of flags are
/// passed over, and the first word that names no command ends the path.
pub fn command_path<'a>(words: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut root = Arguments::command();
    root.build();
    let mut path = Vec::new();
    let mut commands = vec![&root];
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let Some(command) = commands.last().filter(|it| it.has_subcommands()) else {
            break;
        };
        if word == "--" {
            break;
        }
        if word.starts_with('-') {
            if takes_next(word, &commands) {
                words.next();
            }
            continue;
        }
        let Some(found) = command.find_subcommand(word) else {
            break;
        };
        path.push(found.get_name().to_owned());
        commands.push(found);
    }
    path
}

/// Whether the word after a flag is its value.
fn takes_next(word: &str, commands: &[&Command]) -> bool {
    let find = |is_it: &dyn Fn(&Arg) -> bool| {
        let mut all = commands.iter().flat_map(|it| it.get_arguments());
        all.find(|it| is_it(it)).is_some_and(takes_value)
    };
    if let Some(name) = word.strip_prefix("--") {
        return !name.contains('=') && find(&|it| it.get_long() == Some(name));
    }
    // Of several letters in one word, the first that takes a value takes the rest of the word.
    let letters: Vec<char> = word.chars().skip(1).collect();
    let at = letters
        .iter()
        .position(|&letter| find(&|it| it.get_short() == Some(letter)));
    at.is_some_and(|at| at + 1 == letters.len())
}

fn takes_value(flag: &Arg) -> bool {
    matches!(flag.get_action(), ArgAction::Set | ArgAction::Append) && !flag.is_require_equals_set()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_flags_are_no_commands() {
        for (line, expected) in [
            ("up --json", "up"),
            ("-C web up --json", "up"),
            ("-C up stack ls", "stack ls"),
            ("-qC web preview", "preview"),
            ("-Cweb preview", "preview"),
            ("--color never run", "run"),
            ("--color=never run", "run"),
            ("state -s up ls --json", "state ls"),
            ("stack rollback 3", "stack rollback"),
            ("engine up x.ts", "engine up"),
            ("state show up", "state show"),
            ("stack create prod", "stack"),
            ("prevew up", ""),
            ("-- up", ""),
            ("--wrong up", "up"),
            ("", ""),
        ] {
            let words = line.split(' ').filter(|it| !it.is_empty());
            assert_eq!(command_path(words).join(" "), expected, "{line}");
        }
    }
}
