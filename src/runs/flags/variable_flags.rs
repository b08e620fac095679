//! `--var` and `--var-file`: values of the variables of a configuration in HCL.

use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueHint, value_parser};

use lumi_hcl::config::VariableFlag;

const VALUE: &str = "var";
const FILE: &str = "var_file";

/// The flags in the order in which they were given, as the last value of a variable counts.
#[derive(Clone, Debug, Default)]
pub struct VariableFlags(Vec<VariableFlag>);

impl VariableFlags {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The flags with the paths of their files, which are relative to a folder.
    pub fn below(&self, folder: &Path) -> Vec<VariableFlag> {
        let mut flags = self.0.clone();
        for flag in &mut flags {
            if let VariableFlag::File { path, .. } = flag {
                *path = folder.join(&*path);
            }
        }
        flags
    }
}

/// The name and the text of `NAME=VALUE`.
fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.to_owned()))
        }
        _ => Err("it must be NAME=VALUE".to_owned()),
    }
}

impl FromArgMatches for VariableFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let places = |id: &str| matches.indices_of(id).into_iter().flatten();
        let pairs = matches.get_many::<(String, String)>(VALUE);
        let values = pairs.into_iter().flatten().cloned();
        let values = values.map(|(name, text)| VariableFlag::Value { name, text });
        let files = matches.get_many::<PathBuf>(FILE).into_iter().flatten();
        let files = files.map(|it| VariableFlag::File {
            shown: it.display().to_string(),
            path: it.clone(),
        });
        let mut all: Vec<(usize, VariableFlag)> = places(VALUE).zip(values).collect();
        all.extend(places(FILE).zip(files));
        all.sort_by_key(|(place, _)| *place);
        Ok(Self(all.into_iter().map(|(_, flag)| flag).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for VariableFlags {
    fn augment_args(command: Command) -> Command {
        let value = Arg::new(VALUE)
            .long("var")
            .value_name("NAME=VALUE")
            .action(ArgAction::Append)
            .value_parser(pair)
            .help("Set a variable of a configuration in HCL for this run");
        let file = Arg::new(FILE)
            .long("var-file")
            .value_name("FILE")
            .action(ArgAction::Append)
            .value_parser(value_parser!(PathBuf))
            .value_hint(ValueHint::FilePath)
            .help("Set the variables that a file in the form of terraform.tfvars has");
        command.arg(value).arg(file)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_the_flags_is_kept() {
        let command = VariableFlags::augment_args(Command::new("lumi"));
        let words = ["lumi", "--var", "a=1=2", "--var-file", "f", "--var=b="];
        let matches = command.clone().get_matches_from(words);
        let flags = VariableFlags::from_arg_matches(&matches).unwrap();
        let value = |name: &str, text: &str| VariableFlag::Value {
            name: name.to_owned(),
            text: text.to_owned(),
        };
        let file = VariableFlag::File {
            path: PathBuf::from("/x/f"),
            shown: "f".to_owned(),
        };
        assert_eq!(
            flags.below(Path::new("/x")),
            [value("a", "1=2"), file, value("b", "")]
        );
        for wrong in ["a", "=1"] {
            assert!(
                command
                    .clone()
                    .try_get_matches_from(["lumi", "--var", wrong])
                    .is_err()
            );
        }
    }
}
