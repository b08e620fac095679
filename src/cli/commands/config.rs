//! `lumi config`: the configuration of a stack, in `Lumi.<stack>.yaml`.
//!
//! | module | |
//! |---|---|
//! | `parts` | `lumi config --path`: parts of values |

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use clap_complete::engine::ArgValueCandidates;
use serde_json::{Map, Value, json};
use zeroize::Zeroizing;

use crate::args::{CreateFlag, StackFlag};
use lumi_graph::{EscapedText, SECRET_MASK, Secrets};
use lumi_project::{
    ConfigCipher, ConfigDeclaration, ConfigEdit, NewValue, ProjectError, ProjectSettings, Setting,
    SettingValue,
};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::completion;
use lumi_terminal::input::prompt::{Echo, ValueSource};
use lumi_terminal::ui::report::{Report, escaped};
use lumi_terminal::ui::{secret_like, undeclared_key};

use super::file_writer;

/// Manage the configuration of a stack
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lumi config set size 3
  lumi config set token --secret          asks for the value, and encrypts it
  lumi config set -s prod size 9          of another stack
  lumi config set --path 'tags.team' web  a part of a value
  lumi config ls")]
pub struct ConfigArgs {
    #[command(subcommand)]
    pub command: ConfigCommand,
}

#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Show the value of a key, secret or not
    Get {
        /// Such as `size`, or `aws:region`
        #[arg(add = ArgValueCandidates::new(completion::config_keys))]
        key: String,
        #[command(flatten)]
        part: PathFlag,
        /// Write JSON
        #[arg(long)]
        json: bool,
        /// Accepted for scripts: the value is shown without it, too
        #[arg(long, hide = true)]
        show_secrets: bool,
        #[command(flatten)]
        place: StackConfigFlags,
    },
    /// Set a key
    Set {
        /// Such as `size`, or `aws:region`
        #[arg(add = ArgValueCandidates::new(completion::config_keys))]
        key: String,
        /// The value; without it, or with `-`, it is asked for at a terminal or read from standard input
        #[arg(allow_hyphen_values = true)]
        value: Option<String>,
        #[command(flatten)]
        part: PathFlag,
        /// Encrypt the value
        #[arg(long)]
        secret: bool,
        #[command(flatten)]
        create: CreateFlag,
        #[command(flatten)]
        place: StackConfigFlags,
    },
    /// Remove a key
    #[command(visible_aliases = ["remove", "unset"])]
    Rm {
        /// Such as `size`, or `aws:region`
        #[arg(add = ArgValueCandidates::new(completion::config_keys))]
        key: String,
        #[command(flatten)]
        part: PathFlag,
        #[command(flatten)]
        place: StackConfigFlags,
    },
    /// List all keys and values
    #[command(visible_alias = "list")]
    Ls {
        /// Write JSON
        #[arg(long)]
        json: bool,
        /// Show the values of secrets
        #[arg(long)]
        show_secrets: bool,
        #[command(flatten)]
        place: StackConfigFlags,
    },
}

/// Whether a key is a path.
#[derive(Clone, Copy, Debug, Args)]
pub struct PathFlag {
    /// KEY is the path of a part of a value: `tags.team`, `names[0]`, `["a.b"].c`
    #[arg(long)]
    pub path: bool,
}

/// Whose configuration it is.
#[derive(Clone, Debug, Args)]
pub struct StackConfigFlags {
    #[command(flatten)]
    pub stack: StackFlag,
    /// A file or folder of the project
    #[arg(long, value_name = "PROGRAM", default_value = ".")]
    pub program: PathBuf,
}

impl ConfigCommand {
    fn place(&self) -> &StackConfigFlags {
        match self {
            Self::Get { place, .. }
            | Self::Set { place, .. }
            | Self::Rm { place, .. }
            | Self::Ls { place, .. } => place,
        }
    }
}

/// Inputs and outputs of the command.
pub struct ConfigContext<'a> {
    /// The folder that paths are relative to.
    pub current: &'a Path,
    /// Creates the cipher of a stack.
    pub cipher: &'a dyn Fn(&ProjectSettings, &str) -> Box<dyn ConfigCipher>,
    /// Fails if the stack does not exist.
    pub find_stack: &'a dyn Fn(&ProjectSettings, &str) -> Result<(), Failure>,
    /// The source of a value that is not an argument.
    pub input: &'a mut dyn ValueSource,
    /// Receives the result.
    pub out: &'a mut dyn Write,
    /// Receives messages about changes.
    pub say: &'a mut dyn FnMut(&str),
    pub warn: &'a mut dyn FnMut(&Report),
}

/// Runs the command.
pub fn run(args: &ConfigArgs, work: ConfigContext<'_>) -> Result<Exit, Failure> {
    let place = args.command.place();
    let settings = ProjectSettings::find(&place.program, work.current)?;
    let stack = settings.stack(place.stack.stack.as_deref())?;
    let mut config = Config {
        cipher: (work.cipher)(&settings, &stack),
        settings,
        stack,
        work,
    };
    match &args.command {
        ConfigCommand::Get {
            key, part, json, ..
        } => match part.path {
            true => config.get_part(key, *json),
            false => config.get(key, *json),
        },
        ConfigCommand::Set {
            key,
            value,
            part,
            secret,
            create,
            ..
        } => {
            if !create.create {
                (config.work.find_stack)(&config.settings, &config.stack)?;
            }
            match part.path {
                true => config.set_part(key, value.as_deref(), *secret),
                false => config.set(key, value.as_deref(), *secret),
            }
        }
        ConfigCommand::Rm { key, part, .. } => match part.path {
            true => config.remove_part(key),
            false => config.remove(key),
        },
        ConfigCommand::Ls {
            json, show_secrets, ..
        } => config.list(*json, Secrets::shown_if(*show_secrets)),
    }
}

struct Config<'a> {
    settings: ProjectSettings,
    stack: String,
    cipher: Box<dyn ConfigCipher>,
    work: ConfigContext<'a>,
}

impl Config<'_> {
    fn get(&mut self, key: &str, as_json: bool) -> Result<Exit, Failure> {
        let mut file = self.settings.stack_file(&self.stack)?;
        let full = self.settings.full_key(key)?;
        let declared = self.settings.declared_config()?.get(&full).copied();
        let declared = declared.cloned().unwrap_or_default();
        let setting = file.config.shift_remove(&full);
        let is_secret = declared.secret || setting.as_ref().is_some_and(|it| is_secret(&it.value));
        let value = match (setting, declared.default) {
            (Some(setting), _) => self.opened(&full, setting)?,
            (None, Some(default)) => default,
            (None, None) => {
                let missing = self.settings.key_not_set(&self.stack, &file, &full);
                return Err(missing.into());
            }
        };
        match as_json {
            true => {
                let answer = json!({ "key": full, "value": value, "secret": is_secret });
                writeln!(self.work.out, "{answer:#}")?;
            }
            false => writeln!(self.work.out, "{value}")?,
        }
        Ok(Exit::Success)
    }

    fn set(&mut self, key: &str, value: Option<&str>, secret: bool) -> Result<Exit, Failure> {
        // Report a wrong key before the value is typed.
        let full = self.settings.full_key(key)?;
        let declared = self.settings.declared_config()?.get(&full).copied();
        // A key that is declared as secret is secret without the flag, too.
        let secret = secret || declared.is_some_and(|it| it.secret);
        let read;
        let text = match value {
            Some(value) if value != "-" => value,
            _ => {
                let name = self.settings.shortest(&full);
                read = self.asked(&name, secret)?;
                &read
            }
        };
        let value = match secret {
            true => NewValue::Secret(text, &*self.cipher),
            false => NewValue::Open(text),
        };
        let edit = self.settings.set_config(&self.stack, key, &value);
        let edit = edit.map_err(|error| match error {
            ProjectError::ConfigType { key, expected } if !secret => {
                let text = EscapedText::short(text);
                let key = escaped(&self.settings.shortest(&key));
                let message =
                    format!("`{text}` cannot be the value of `{key}`: it must be {expected}");
                Failure::new(Exit::Usage, Report::error(message))
            }
            error => error.into(),
        })?;
        let done = format!("set {}", self.settings.shortest(&edit.key));
        let exit = self.write(&edit, &done)?;
        let set = self.settings.shortest(&edit.key);
        if let Some(warning) = secret_like(&self.stack, &set, text).filter(|_| !secret) {
            (self.work.warn)(&warning);
        }
        self.warn_of_undeclared(&set)?;
        Ok(exit)
    }

    /// Warns of a key that was set, if it is probably misspelt.
    fn warn_of_undeclared(&mut self, set: &str) -> Result<(), Failure> {
        for (key, similar) in self.settings.undeclared_config(&self.stack)? {
            if key == set {
                let warning = undeclared_key(&self.stack, &key, similar.as_deref());
                (self.work.warn)(&warning);
            }
        }
        Ok(())
    }

    /// The value of a key, from a terminal or standard input.
    fn asked(&mut self, key: &str, secret: bool) -> Result<Zeroizing<String>, Failure> {
        let echo = match secret {
            true => Echo::Hidden,
            false => Echo::Shown,
        };
        self.work.input.value(&format!("value of {key}"), echo)
    }

    fn remove(&mut self, key: &str) -> Result<Exit, Failure> {
        let edit = self.settings.remove_config(&self.stack, key)?;
        let done = format!("removed {}", self.settings.shortest(&edit.key));
        self.write(&edit, &done)
    }

    fn list(&mut self, as_json: bool, secrets: Secrets<'_>) -> Result<Exit, Failure> {
        let file = self.settings.stack_file(&self.stack)?;
        let declared = self.settings.declared_config()?;
        let mut members = Map::new();
        let mut lines = Vec::new();
        for (full, setting) in file.config {
            let is_declared = declared.get(&full).is_some_and(|it| it.secret);
            let is_secret = is_declared || is_secret(&setting.value);
            let value = match is_secret && !secrets.are_shown() {
                true => None,
                false => Some(self.opened(&full, setting)?),
            };
            lines.push((
                escaped(&self.settings.shortest(&full)),
                value.as_deref().map_or(SECRET_MASK.to_owned(), escaped),
            ));
            members.insert(full, json!({ "value": value, "secret": is_secret }));
        }
        for (full, declaration) in declared {
            if let Some(Value::Object(member)) = members.get_mut(&full) {
                member.extend(described(declaration));
                continue;
            }
            let shown = match (
                &declaration.default,
                declaration.secret && !secrets.are_shown(),
            ) {
                (Some(_), true) => format!("{SECRET_MASK}  (default)"),
                (Some(text), false) => format!("{}  (default)", escaped(text)),
                (None, _) => not_set(declaration),
            };
            lines.push((escaped(&self.settings.shortest(&full)), shown));
            members.insert(full, not_set_member(declaration, secrets));
        }
        if as_json {
            writeln!(self.work.out, "{:#}", Value::Object(members))?;
            return Ok(Exit::Success);
        }
        let width = lines.iter().map(|(key, _)| key.chars().count()).max();
        let width = width.unwrap_or(0);
        for (key, value) in lines {
            writeln!(self.work.out, "{key:width$}  {value}")?;
        }
        Ok(Exit::Success)
    }

    fn opened(&self, full: &str, setting: Setting) -> Result<String, Failure> {
        let opened = self
            .settings
            .open(&self.stack, full, setting, &*self.cipher);
        Ok(opened?.value)
    }

    fn write(&mut self, edit: &ConfigEdit, done: &str) -> Result<Exit, Failure> {
        file_writer::write_in(&self.settings.folder, &edit.path, &edit.text)?;
        let name = edit.path.file_name().unwrap_or_default().to_string_lossy();
        (self.work.say)(&format!("{} in {name}", escaped(done)));
        Ok(Exit::Success)
    }
}

/// The message for a declared key without a value.
fn not_set(declaration: &ConfigDeclaration) -> String {
    let mut words = vec!["not set"];
    words.extend(declaration.secret.then_some("secret"));
    words.extend(declaration.value_type.map(|it| it.name()));
    let words = words.join(", ");
    match &declaration.description {
        Some(text) => format!("({words}: {})", escaped(text)),
        None => format!("({words})"),
    }
}

fn not_set_member(declaration: &ConfigDeclaration, secrets: Secrets<'_>) -> Value {
    let is_hidden = declaration.secret && !secrets.are_shown();
    let value = declaration.default.as_ref().filter(|_| !is_hidden);
    let source = match declaration.default {
        Some(_) => "default",
        None => "missing",
    };
    let mut member = described(declaration);
    member.insert("value".to_owned(), json!(value));
    member.insert("secret".to_owned(), declaration.secret.into());
    member.insert(source.to_owned(), true.into());
    Value::Object(member)
}

/// The parts of a declaration that are set.
fn described(declaration: &ConfigDeclaration) -> Map<String, Value> {
    let mut members = Map::new();
    if let Some(value_type) = declaration.value_type {
        members.insert("type".to_owned(), value_type.name().into());
    }
    if let Some(text) = &declaration.description {
        members.insert("description".to_owned(), text.as_str().into());
    }
    members
}

fn is_secret(value: &SettingValue) -> bool {
    match value {
        SettingValue::Open(value) => value.secret,
        SettingValue::Sealed(_) | SettingValue::Foreign(_) => true,
    }
}

mod parts;
#[cfg(test)]
mod tests;
