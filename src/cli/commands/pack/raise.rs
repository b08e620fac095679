//! `lumi pack raise`: the source of a package.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::super::deploy::write_assets;
use super::assets::plain;
use lumi_pack::Pack;
use lumi_packages::PackSource;
use lumi_project::read_pack;
use lumi_project::reports::source_report;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::Report;

/// Write the source of a package as TypeScript or Python
///
/// The source is made of the code in the package: formatted, and without the comments of the original. Packed again,
/// TypeScript has the same hash of code. Python has the same code, whose variables may have other names; packages of
/// programs that LumiPy cannot say are refused.
#[derive(Debug, Args)]
pub struct RaiseArgs {
    /// The package
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The folder to write to, which must be empty or new
    #[arg(long, short, value_name = "DIR")]
    pub out: PathBuf,
    /// The language of the source
    #[arg(long, value_name = "LANGUAGE", default_value = "typescript")]
    pub to: RaisedLanguage,
}

/// A language of raised source.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum RaisedLanguage {
    Typescript,
    Python,
}

/// The modules of a package as source, and the file of its entry.
fn sources(
    pack: &Pack,
    language: RaisedLanguage,
    terminal: Terminal,
) -> Result<(Vec<(String, String)>, String), Failure> {
    match language {
        RaisedLanguage::Typescript => Ok((pack.sources(), pack.raised_entry())),
        RaisedLanguage::Python => {
            let files = lumi_lumipy::raise(pack, &libraries(pack)).map_err(|problems| {
                for it in &problems {
                    terminal.report(&source_report(it, None));
                }
                let message =
                    "the package cannot be raised to Python: LumiPy cannot say all of its code";
                Failure::error(message).help("raise it to TypeScript, without `--to`")
            })?;
            let entry = pack.manifest.entry_file();
            let stem = entry.rsplit_once('.').map_or(entry, |it| it.0);
            Ok((files, format!("{stem}.py")))
        }
    }
}

/// The dependencies that are libraries: packages of LumiPack.
fn libraries(pack: &Pack) -> Vec<String> {
    let dependencies = pack.manifest.dependencies.iter();
    dependencies
        .filter(|it| PackSource::of_dependency(&it.1.wanted).is_some())
        .map(|it| it.0.clone())
        .collect()
}

pub fn run(args: &RaiseArgs, current: &Path, terminal: Terminal) -> Result<Exit, Failure> {
    let pack = read_pack(&args.file, current)?;
    let folder = current.join(&args.out);
    let is_used = fs::read_dir(&folder).is_ok_and(|mut it| it.next().is_some()) || folder.is_file();
    if is_used {
        let message = format!("{} is not an empty folder", args.out.display());
        return Err(Failure::new(Exit::Usage, Report::error(message)));
    }
    let files = files(&pack, sources(&pack, args.to, terminal)?)?;
    let mut count = pack.manifest.assets.len();
    check_assets(&pack, &files)?;
    let written = fs::create_dir_all(&folder).and_then(|()| write_assets(&pack, &folder));
    written.map_err(|error| Failure::unwritable(&args.out, &error))?;
    for (file, text) in files {
        let path = folder.join(&file);
        let written = match path.parent() {
            Some(parent) => fs::create_dir_all(parent).and_then(|()| fs::write(&path, &text)),
            None => fs::write(&path, &text),
        };
        written.map_err(|error| Failure::unwritable(&args.out.join(&file), &error))?;
        count += 1;
    }
    terminal.print_line(&format!("wrote {count} files to {}", args.out.display()));
    Ok(Exit::Success)
}

/// A file may be both an asset and data; a module that is raised has another text than its source.
fn check_assets(pack: &Pack, files: &[(String, String)]) -> Result<(), Failure> {
    let texts: HashMap<&str, &str> = files.iter().map(|(file, it)| (&**file, &**it)).collect();
    for (file, bytes, _) in pack.assets() {
        if texts.get(file).is_some_and(|it| it.as_bytes() != bytes) {
            let message = format!("{file} is an asset, and a file of the raised source");
            return Err(Failure::error(message));
        }
    }
    Ok(())
}

/// The assets that neither code nor `assets` of the settings names: `Lumi.yaml` has to, for the next package to have them.
fn unnamed_assets(pack: &Pack) -> Vec<String> {
    let manifest = &pack.manifest;
    let listed = manifest.settings.get("assets").and_then(Value::as_array);
    let listed = listed.into_iter().flatten().filter_map(Value::as_str);
    let named = pack.named_assets();
    let named = named.iter().map(String::as_str).chain(listed);
    let files = manifest.assets.iter().map(|it| it.file.as_str());
    unnamed(named, &manifest.folders, files)
}

/// The folders that no path names, and the files that are neither named nor in one of the folders.
fn unnamed<'a>(
    named: impl Iterator<Item = &'a str>,
    folders: &'a [String],
    files: impl Iterator<Item = &'a str>,
) -> Vec<String> {
    let named: HashSet<String> = named.filter_map(plain).collect();
    let is_in = |file: &str, folder: &String| {
        let rest = file.strip_prefix(folder.as_str());
        folder == "." || rest.is_some_and(|it| it.starts_with('/'))
    };
    let files = files.filter(|file| !folders.iter().any(|it| is_in(file, it)));
    let all = folders.iter().map(String::as_str).chain(files);
    all.filter(|it| !named.contains(*it))
        .map(str::to_owned)
        .collect()
}

/// The modules, the data and `Lumi.yaml`. The verifier has refused paths that lead elsewhere.
fn files(
    pack: &Pack,
    (mut files, main): (Vec<(String, String)>, String),
) -> Result<Vec<(String, String)>, Failure> {
    files.extend(
        pack.data()
            .map(|(file, text)| (file.to_owned(), text.to_owned())),
    );
    let mut settings = serde_json::Map::new();
    settings.insert("name".to_owned(), pack.manifest.name.clone().into());
    settings.insert("main".to_owned(), main.into());
    settings.extend(pack.manifest.settings.clone());
    let unnamed = unnamed_assets(pack);
    if !unnamed.is_empty() {
        let listed = settings.entry("assets").or_insert_with(|| json!([]));
        if let Some(listed) = listed.as_array_mut() {
            listed.extend(unnamed.into_iter().map(Value::from));
        }
    }
    let text = serde_yaml_ng::to_string(&settings);
    let text =
        text.map_err(|error| Failure::new(Exit::Failure, Report::error(error.to_string())))?;
    files.push(("Lumi.yaml".to_owned(), text));
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assets_that_nothing_names_are_listed() {
        let folders = ["site".to_owned(), "other".to_owned()];
        let files = ["a.txt", "b.txt", "site/index.html", "sites"];
        let found = unnamed(
            ["./a.txt", "site/"].into_iter(),
            &folders,
            files.into_iter(),
        );
        assert_eq!(found, ["other", "b.txt", "sites"]);
        let all = [".".to_owned()];
        assert!(unnamed(["."].into_iter(), &all, files.into_iter()).is_empty());
    }
}
