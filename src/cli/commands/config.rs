//! `lumi config`: the configuration of a stack, in `Lumi.<stack>.yaml`.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde_json::{Map, Value, json};

use crate::cli::args::StackFlag;
use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::project::{
    ConfigCipher, ConfigDeclaration, ConfigEdit, NewValue, ProjectSettings, Setting, SettingValue,
};
use crate::cli::prompt::{Echo, ValueSource};
use crate::cli::ui::outputs::SECRET;
use crate::cli::ui::report::escaped;

use super::written_file;

/// Look after the configuration of a stack
#[derive(Debug, Args)]
pub struct ConfigArgs {
    #[command(subcommand)]
    pub command: ConfigCommand,
}

#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Show the value of a key, secret or not
    Get {
        /// Such as `size`, or `aws:region`
        key: String,
        /// Write JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        place: PlaceFlags,
    },
    /// Set a key
    Set {
        /// Such as `size`, or `aws:region`
        key: String,
        /// The value; `-`, or none, asks for it at a terminal and else reads standard input
        #[arg(allow_hyphen_values = true)]
        value: Option<String>,
        /// Encrypt the value
        #[arg(long)]
        secret: bool,
        #[command(flatten)]
        place: PlaceFlags,
    },
    /// Remove a key
    #[command(visible_aliases = ["remove", "unset"])]
    Rm {
        /// Such as `size`, or `aws:region`
        key: String,
        #[command(flatten)]
        place: PlaceFlags,
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
        place: PlaceFlags,
    },
}

/// Whose configuration it is.
#[derive(Clone, Debug, Args)]
pub struct PlaceFlags {
    #[command(flatten)]
    pub stack: StackFlag,
    /// A file or folder of the project
    #[arg(long, value_name = "PROGRAM", default_value = ".")]
    pub program: PathBuf,
}

impl ConfigCommand {
    fn place(&self) -> &PlaceFlags {
        match self {
            Self::Get { place, .. }
            | Self::Set { place, .. }
            | Self::Rm { place, .. }
            | Self::Ls { place, .. } => place,
        }
    }
}

/// What the command works with.
pub struct ConfigWork<'a> {
    /// What paths are relative to.
    pub current: &'a Path,
    /// Makes the cipher of a stack.
    pub cipher: &'a dyn Fn(&ProjectSettings, &str) -> Box<dyn ConfigCipher>,
    /// Where a value comes from that is no argument.
    pub input: &'a mut dyn ValueSource,
    /// Takes the answer.
    pub out: &'a mut dyn Write,
    /// Takes a line about what was done.
    pub say: &'a mut dyn FnMut(&str),
}

/// Does what the command says.
pub fn run(args: &ConfigArgs, work: ConfigWork<'_>) -> Result<Exit, Failure> {
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
        ConfigCommand::Get { key, json, .. } => config.get(key, *json),
        ConfigCommand::Set {
            key, value, secret, ..
        } => config.set(key, value.as_deref(), *secret),
        ConfigCommand::Rm { key, .. } => config.remove(key),
        ConfigCommand::Ls {
            json, show_secrets, ..
        } => config.list(*json, *show_secrets),
    }
}

struct Config<'a> {
    settings: ProjectSettings,
    stack: String,
    cipher: Box<dyn ConfigCipher>,
    work: ConfigWork<'a>,
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
            (None, None) => return Err(self.settings.not_set(&self.stack, &file, full).into()),
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
        // A wrong key is told before anybody types a value.
        let full = self.settings.full_key(key)?;
        let declared = self.settings.declared_config()?.get(&full).copied();
        // What is declared as a secret is one, whether the flag is given or not.
        let secret = secret || declared.is_some_and(|it| it.secret);
        let read;
        let text = match value {
            Some(value) if value != "-" => value,
            _ => {
                let name = format!("value of {}", self.settings.shortest(&full));
                let echo = match secret {
                    true => Echo::Hidden,
                    false => Echo::Shown,
                };
                read = self.work.input.value(&name, echo)?;
                &read
            }
        };
        let value = match secret {
            true => NewValue::Secret(text, &*self.cipher),
            false => NewValue::Open(text),
        };
        let edit = self.settings.set_config(&self.stack, key, &value)?;
        let done = format!("set {}", self.settings.shortest(&edit.key));
        self.write(&edit, &done)
    }

    fn remove(&mut self, key: &str) -> Result<Exit, Failure> {
        let edit = self.settings.remove_config(&self.stack, key)?;
        let done = format!("removed {}", self.settings.shortest(&edit.key));
        self.write(&edit, &done)
    }

    fn list(&mut self, as_json: bool, show_secrets: bool) -> Result<Exit, Failure> {
        let file = self.settings.stack_file(&self.stack)?;
        let declared = self.settings.declared_config()?;
        let mut members = Map::new();
        let mut lines = Vec::new();
        for (full, setting) in file.config {
            let is_secret = is_secret(&setting.value);
            let value = match is_secret && !show_secrets {
                true => None,
                false => Some(self.opened(&full, setting)?),
            };
            lines.push((
                escaped(&self.settings.shortest(&full)),
                value.as_deref().map_or(SECRET.to_owned(), escaped),
            ));
            members.insert(full, json!({ "value": value, "secret": is_secret }));
        }
        for (full, declaration) in declared {
            if let Some(Value::Object(member)) = members.get_mut(&full) {
                member.extend(described(declaration));
                continue;
            }
            let shown = match (&declaration.default, declaration.secret && !show_secrets) {
                (Some(_), true) => format!("{SECRET}  (default)"),
                (Some(text), false) => format!("{}  (default)", escaped(text)),
                (None, _) => not_set(declaration),
            };
            lines.push((escaped(&self.settings.shortest(&full)), shown));
            members.insert(full, not_set_member(declaration, show_secrets));
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
            .open(&self.stack, full, setting.value, &*self.cipher);
        Ok(opened?.value)
    }

    fn write(&mut self, edit: &ConfigEdit, done: &str) -> Result<Exit, Failure> {
        written_file::write(&edit.path, &edit.text)?;
        let name = edit.path.file_name().unwrap_or_default().to_string_lossy();
        (self.work.say)(&format!("{} in {name}", escaped(done)));
        Ok(Exit::Success)
    }
}

/// What a user is told about a key that is declared and has no value.
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

fn not_set_member(declaration: &ConfigDeclaration, show_secrets: bool) -> Value {
    let is_hidden = declaration.secret && !show_secrets;
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

/// What is declared, where it says anything.
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
        SettingValue::Sealed(_) | SettingValue::Foreign => true,
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use zeroize::Zeroizing;

    use super::*;
    use crate::cli::project::CipherError;
    use crate::cli::prompt;

    #[derive(Debug, Parser)]
    struct Lumi {
        #[command(flatten)]
        config: ConfigArgs,
    }

    /// Hides nothing; enough to see who encrypts and decrypts.
    struct Reverse;

    impl ConfigCipher for Reverse {
        fn seal(&self, text: &str) -> Result<String, CipherError> {
            Ok(format!("v1:{}", text.chars().rev().collect::<String>()))
        }

        fn unseal(&self, sealed: &str) -> Result<String, CipherError> {
            let text = sealed.strip_prefix("v1:");
            let text = text.ok_or_else(|| CipherError("it is broken".to_owned()))?;
            Ok(text.chars().rev().collect())
        }
    }

    /// Standard input that is no terminal.
    struct Pipe<'a>(&'a str);

    impl ValueSource for Pipe<'_> {
        fn value(&mut self, _: &str, _: Echo) -> Result<Zeroizing<String>, Failure> {
            prompt::whole(&mut self.0.as_bytes())
        }
    }

    struct Disk(tempfile::TempDir);

    impl Disk {
        fn new() -> Self {
            let disk = Self(tempfile::tempdir().unwrap());
            std::fs::write(disk.0.path().join("Lumi.yaml"), "name: web\n").unwrap();
            disk
        }

        fn file(&self) -> String {
            std::fs::read_to_string(self.0.path().join("Lumi.dev.yaml")).unwrap()
        }

        fn lumi(&self, line: &[&str], input: &str) -> String {
            let args = Lumi::parse_from(["config"].iter().chain(line)).config;
            let (mut out, mut said) = (Vec::new(), String::new());
            let work = ConfigWork {
                current: self.0.path(),
                cipher: &|_, _| Box::new(Reverse),
                input: &mut Pipe(input),
                out: &mut out,
                say: &mut |line| said.push_str(line),
            };
            let error = run(&args, work).err().and_then(|it| it.report);
            let error = error.map(|it| it.render(false)).unwrap_or_default();
            let text = format!("{}{said}{error}", String::from_utf8(out).unwrap());
            let path = self.0.path().canonicalize().unwrap();
            text.replace(path.to_str().unwrap(), "~")
        }
    }

    #[test]
    fn values_are_set_shown_and_removed() {
        let disk = Disk::new();
        let mut log = String::new();
        for (line, input) in [
            (&["set", "size", "3"][..], ""),
            (&["set", "aws:region"], "eu-central-1\n"),
            (&["set", "greeting", "-"], "a: b\r\n"),
            (&["set", "tags", r#"{"team":"web"}"#], ""),
            (&["set", "token", "--secret"], "hunter2\n"),
            (&["set", "offset", "-5"], ""),
            (&["ls"], ""),
            (&["ls", "--show-secrets"], ""),
            (&["get", "token"], ""),
            (&["get", "web:size"], ""),
            (&["rm", "web:size"], ""),
            (&["get", "size"], ""),
            (&["get", "tokn"], ""),
            (&["rm", "size"], ""),
            (&["set", "a:b:c", "1"], ""),
            (&["get", "x", "-s", "prod"], ""),
        ] {
            let text = disk.lumi(line, input);
            log.push_str(&format!("$ {}\n{}\n", line.join(" "), text.trim_end()));
        }
        insta::assert_snapshot!(log, @r#"
        $ set size 3
        set size in Lumi.dev.yaml
        $ set aws:region
        set aws:region in Lumi.dev.yaml
        $ set greeting -
        set greeting in Lumi.dev.yaml
        $ set tags {"team":"web"}
        set tags in Lumi.dev.yaml
        $ set token --secret
        set token in Lumi.dev.yaml
        $ set offset -5
        set offset in Lumi.dev.yaml
        $ ls
        size        3
        aws:region  eu-central-1
        greeting    a: b
        tags        {"team":"web"}
        token       [secret]
        offset      -5
        $ ls --show-secrets
        size        3
        aws:region  eu-central-1
        greeting    a: b
        tags        {"team":"web"}
        token       hunter2
        offset      -5
        $ get token
        hunter2
        $ get web:size
        3
        $ rm web:size
        removed size in Lumi.dev.yaml
        $ get size
        error: ~/Lumi.dev.yaml does not set `size`; `lumi config ls` shows what is set
        $ get tokn
        error: ~/Lumi.dev.yaml does not set `tokn`; did you mean `token`?
        $ rm size
        error: ~/Lumi.dev.yaml does not set `size`; `lumi config ls` shows what is set
        $ set a:b:c 1
        error: the configuration key cannot be used: the configuration key `a:b:c` has more than one colon; a key is a namespace, a colon and a name, such as `aws:region`
        $ get x -s prod
        error: ~/Lumi.prod.yaml does not set `x`; `lumi config ls` shows what is set
        "#);
        insta::assert_snapshot!(disk.file(), @r#"
        config:
          aws:region: eu-central-1
          greeting: "a: b"
          tags: {"team":"web"}
          token: { secure: "v1:2retnuh" }
          offset: -5
        "#);
    }

    #[test]
    fn json_has_full_keys() {
        let disk = Disk::new();
        disk.lumi(&["set", "size", "3"], "");
        disk.lumi(&["set", "token", "hunter2", "--secret"], "");
        insta::assert_snapshot!(disk.lumi(&["ls", "--json"], ""), @r#"
        {
          "web:size": {
            "value": "3",
            "secret": false
          },
          "web:token": {
            "value": null,
            "secret": true
          }
        }
        "#);
        let shown = disk.lumi(&["ls", "--json", "--show-secrets"], "");
        assert!(shown.contains(r#""value": "hunter2""#), "{shown}");
    }

    #[test]
    fn declared_keys_have_types_and_defaults() {
        let disk = Disk::new();
        let manifest = "name: web\nconfig:\n  size: { type: integer, default: 3 }\n  \
                        token: { secret: true, description: Opens the API }\n  zone:\n";
        std::fs::write(disk.0.path().join("Lumi.yaml"), manifest).unwrap();
        assert_eq!(
            disk.lumi(&["ls"], ""),
            "size   3  (default)\ntoken  (not set, secret: Opens the API)\nzone   (not set)\n"
        );
        assert_eq!(disk.lumi(&["get", "size"], ""), "3\n");
        assert!(
            disk.lumi(&["get", "zone"], "")
                .contains("does not set `zone`")
        );
        let refused = disk.lumi(&["set", "size", "many"], "");
        assert!(
            refused.contains("`web:size` must be a whole number"),
            "{refused}"
        );
        assert!(!refused.contains("many"), "{refused}");
        disk.lumi(&["set", "size", "5"], "");
        disk.lumi(&["set", "token"], "hunter2\n");
        assert_eq!(
            disk.lumi(&["ls"], ""),
            "size   5\ntoken  [secret]\nzone   (not set)\n"
        );
        let json: Value = serde_json::from_str(&disk.lumi(&["ls", "--json"], "")).unwrap();
        assert_eq!(
            json["web:size"],
            json!({ "value": "5", "secret": false, "type": "integer" })
        );
        assert_eq!(
            json["web:zone"],
            json!({ "value": null, "secret": false, "missing": true })
        );
        let json: Value =
            serde_json::from_str(&disk.lumi(&["get", "token", "--json"], "")).unwrap();
        assert_eq!(
            json,
            json!({ "key": "web:token", "value": "hunter2", "secret": true })
        );
        assert!(disk.file().contains("token: { secure:"), "{}", disk.file());
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]
        #[test]
        fn what_is_set_is_what_one_gets(value in "\\PC{0,20}|[{}\"a:, 0-9]{0,8}") {
            let disk = Disk::new();
            disk.lumi(&["set", "key", "-"], &value);
            proptest::prop_assert_eq!(disk.lumi(&["get", "key"], ""), format!("{value}\n"));
        }
    }
}
