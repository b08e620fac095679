//! `lumi new`: creates a project.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use lumi_project::{Manifest, check_project_name, project_name_of_folder};

use super::error::CommandError;
use super::file_writer;
use super::template::{Template, TemplateName};
use super::types::write_types;
use lumi_terminal::exit::Exit;

/// Version control may be set up before the project.
const NOT_COUNTED: &str = ".git";
const GIT_IGNORE: (&str, &str) = (".gitignore", ".lumi/\n.data/\nnode_modules/\nout/\n");
const README: &str = "README.md";

/// Create a project
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Examples:
  lumi new hello && cd hello && lumi up
  lumi new --list                         the available templates
  lumi new hello --template rest
  lumi new infra --from terraform.tfstate continue with what Terraform or OpenTofu has made
  lumi new infra --from stack.json        the same for `pulumi stack export --file stack.json`")]
pub struct NewArgs {
    /// The project folder, which is created
    #[arg(value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
    /// The template to start from; `lumi new --list` lists the templates
    #[arg(long, value_enum, default_value_t, value_name = "NAME")]
    pub template: TemplateName,
    /// Take over a state of Terraform, OpenTofu or Pulumi: its providers as packages, its objects into the stack, and a
    /// program for them
    #[arg(
        long,
        value_name = "FILE",
        value_hint = clap::ValueHint::FilePath,
        conflicts_with_all = ["template", "force", "list"]
    )]
    pub from: Option<PathBuf>,
    /// The stack that the objects are taken over into [default: that of Pulumi, or dev]
    #[arg(short, long, value_name = "NAME", requires = "from")]
    pub stack: Option<String>,
    /// Accept that the providers run with your permissions, and take over the objects without a question
    #[arg(short, long, requires = "from")]
    pub yes: bool,
    /// The project's name [default: that of Pulumi's state, or the name of the folder]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Add files to a folder that is not empty; never replaces a file
    #[arg(long)]
    pub force: bool,
    /// List the templates and do nothing else
    #[arg(long)]
    pub list: bool,
}

/// Creates the project and lists the written files.
pub fn run(args: &NewArgs, cwd: &Path, out: &mut dyn Write) -> Result<Exit, CommandError> {
    if args.list {
        list(out)?;
        return Ok(Exit::Success);
    }
    if let Some(name) = &args.name {
        check_project_name(name)?;
    }
    let template = match &args.from {
        Some(_) => TemplateName::Empty.template(),
        None => args.template.template(),
    };
    let folder = cwd.join(&args.folder);
    check_folder(&folder, args, template)?;
    let folder = create(&folder)?;
    let name = args.name.clone();
    let name = name.unwrap_or_else(|| project_name_of_folder(&folder));
    let manifest = manifest_text(&name, template);
    let readme = format!("# {name}\n\n{}", template.readme);
    for (file, text) in files(template, &manifest, &readme) {
        file_writer::write_in(&folder, &folder.join(file), text)?;
        writeln!(out, "wrote {file}")?;
    }
    write_types(&folder, out)?;
    if args.from.is_none() {
        writeln!(out, "\nNext: {}", next_command(&args.folder, template))?;
    }
    Ok(Exit::Success)
}

/// A command in the folder of a project, for copying.
pub fn command_in(folder: &Path, command: &str) -> String {
    let shown = folder.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-".contains(c);
    match shown.as_str() {
        "." => command.to_owned(),
        plain if plain.chars().all(is_plain) => format!("cd {plain} && {command}"),
        other => format!("cd '{}' && {command}", other.replace('\'', r"'\''")),
    }
}

/// The command that deploys the new project, for copying.
fn next_command(folder: &Path, template: Template) -> String {
    let next = match template.packages {
        [] => "lumi up",
        // The README says what else is needed.
        _ => "lumi install && lumi up",
    };
    command_in(folder, next)
}

fn list(out: &mut dyn Write) -> io::Result<()> {
    for name in TemplateName::value_variants() {
        let value = name.to_possible_value();
        let shown = value.as_ref().map_or("", |value| value.get_name());
        writeln!(out, "{shown:12} {}", name.template().summary)?;
    }
    Ok(())
}

/// All files of the template, without type declarations.
fn files<'a>(
    template: Template,
    manifest: &'a str,
    readme: &'a str,
) -> impl Iterator<Item = (&'static str, &'a str)> {
    let settings = [(Manifest::FILE, manifest), GIT_IGNORE, (README, readme)];
    settings.into_iter().chain(template.files.iter().copied())
}

/// Refuses a folder whose files would be replaced, or that is not empty.
fn check_folder(folder: &Path, args: &NewArgs, template: Template) -> Result<(), CommandError> {
    let entries = match folder.read_dir() {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            return Err(CommandError::NotAFolder(args.folder.clone()));
        }
        Err(source) => {
            let path = args.folder.clone();
            return Err(CommandError::Read { path, source });
        }
    };
    let mut entries = entries.filter_map(Result::ok);
    let is_empty = entries.all(|entry| entry.file_name() == OsStr::new(NOT_COUNTED));
    if !args.force && !is_empty {
        return Err(CommandError::NotEmpty(args.folder.clone()));
    }
    let there = |name: &&str| folder.join(name).symlink_metadata().is_ok();
    let files: Vec<_> = files(template, "", "")
        .map(|(name, _)| name)
        .filter(there)
        .collect();
    match files.is_empty() {
        true => Ok(()),
        false => Err(CommandError::Conflicts {
            folder: args.folder.clone(),
            files,
        }),
    }
}

fn create(folder: &Path) -> Result<PathBuf, CommandError> {
    let created = std::fs::create_dir_all(folder).and_then(|()| folder.canonicalize());
    created.map_err(|source| CommandError::Write {
        path: folder.to_owned(),
        source,
    })
}

/// JSON strings are valid YAML, and keep names such as `on` or `1.0` as text.
fn manifest_text(name: &str, template: Template) -> String {
    let name = serde_json::Value::from(name);
    let mut text = format!("name: {name}\nmain: index.ts\n");
    if !template.packages.is_empty() {
        text.push_str("packages:\n");
    }
    for (name, source, range) in template.packages {
        let package = format!("  {name}: {{ source: {source}, version: \"{range}\" }}\n");
        text.push_str(&package);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(folder: &str) -> NewArgs {
        NewArgs {
            folder: folder.into(),
            template: TemplateName::default(),
            from: None,
            stack: None,
            yes: false,
            name: None,
            force: false,
            list: false,
        }
    }

    fn create(cwd: &Path, args: &NewArgs) -> Result<String, String> {
        let mut out = Vec::new();
        run(args, cwd, &mut out).map_err(|error| error.to_string())?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn every_template_is_a_project() {
        let cwd = tempfile::tempdir().unwrap();
        for &template in TemplateName::value_variants() {
            let folder = format!("on {template:?}/1.0");
            let args = NewArgs {
                template,
                ..args(&folder)
            };
            assert!(
                create(cwd.path(), &args)
                    .unwrap()
                    .contains("wrote Lumi.yaml\n")
            );
            let project = lumi_project::Project::find(Path::new(&folder), cwd.path());
            let project = project.unwrap();
            assert_eq!(project.settings.name, "1.0");
            assert!(project.entry.ends_with("index.ts"));
            assert!(project.settings.folder.join("tsconfig.json").is_file());
        }
    }

    #[test]
    fn replaces_nothing() {
        let cwd = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(cwd.path().join("a/.git")).unwrap();
        assert!(create(cwd.path(), &args("a")).is_ok());
        let forced = NewArgs {
            force: true,
            ..args("a")
        };
        let bad_name = NewArgs {
            name: Some("a:b".into()),
            ..args("b")
        };
        std::fs::write(cwd.path().join("file"), "").unwrap();
        let error = |args: &NewArgs| create(cwd.path(), args).unwrap_err();
        insta::assert_snapshot!(
            [error(&args("a")), error(&forced), error(&bad_name), error(&args("file"))].join("\n"),
            @r"
            the folder a is not empty; choose another, or use --force to add files beside what is there
            nothing was written, because these files exist in a: Lumi.yaml, .gitignore, README.md, index.ts, www/style.css; move them away first
            the project name `a:b` contains a colon, which names of resources must not contain; use a name such as `web` or `@acme/web`
            file is not a folder; give one that is new or empty
            ");
        assert!(!cwd.path().join("b").exists());
    }

    #[test]
    fn force_adds_beside_what_is_there() {
        let cwd = tempfile::tempdir().unwrap();
        std::fs::write(cwd.path().join("notes.txt"), "mine").unwrap();
        let forced = NewArgs {
            force: true,
            name: Some("web".into()),
            ..args(".")
        };
        let said = create(cwd.path(), &forced).unwrap();
        // The number is irrelevant here.
        insta::with_settings!({filters => vec![(r"\d+ of \d+", "all")]}, {
            insta::assert_snapshot!(said, @r"
            wrote Lumi.yaml
            wrote .gitignore
            wrote README.md
            wrote index.ts
            wrote www/style.css
            wrote .lumi/types (all files)
            wrote tsconfig.json

            Next: lumi up
            ");
        });
    }

    #[test]
    fn the_next_command_can_be_copied() {
        for (folder, expected) in [
            (".", "lumi up"),
            ("hello", "cd hello && lumi up"),
            ("my app", "cd 'my app' && lumi up"),
            ("it's", r"cd 'it'\''s' && lumi up"),
        ] {
            let site = TemplateName::Site.template();
            assert_eq!(next_command(Path::new(folder), site), expected);
        }
        let template = TemplateName::Terraform.template();
        let next = next_command(Path::new("a"), template);
        assert_eq!(next, "cd a && lumi install && lumi up");
    }

    #[test]
    fn lists_templates() {
        let list = NewArgs {
            list: true,
            ..args("/nowhere")
        };
        insta::assert_snapshot!(create(Path::new("/"), &list).unwrap(), @r"
            site         a site on this machine: files, and a page made of the configuration
            component    a class that groups resources: accounts with passwords and files
            rest         a client of a REST API, and a server to try it with on this machine
            terraform    providers of Terraform: generated values, and files with them
            aws          a bucket in AWS; needs an account, its credentials and a region
            empty        a program without resources, which `lumi import --from` may replace
            ");
    }
}
