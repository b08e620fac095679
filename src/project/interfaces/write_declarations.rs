//! Writes the declarations of all packages of a project.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::io;
use std::path::Path;

use lumi_graph::{
    InterfaceError, LUMI_FOLDER, LibraryModule, PackageInterface, PackageInterfaces, sha256_hex,
};
use lumi_packages::make_readable;
use lumi_state::project_path;
use thiserror::Error;

use super::module_declarations::module_files;
use super::package_declarations::{Declaration, declarations, is_large, member_count};
use super::type_declarations::{TYPES, names_of};
use super::used_names::UsedNames;
use crate::files::read_limit;

/// The folder of all packages in the project folder.
const FOLDER: &str = ".lumi/types/packages";

/// The folder of the modules of all packages.
const MODULES_FOLDER: &str = ".lumi/types/modules";

/// The file that says what the declarations of a package were made of.
const STAMP: &str = "stamp";

/// The number of members from which on the modules of a package are written when a source imports them: all of them
/// would take tens of megabytes.
const HUGE: usize = 4000;

/// Changes with what is written.
const FORMAT: &str = concat!(env!("CARGO_PKG_VERSION"), " 5");

/// Why a package has no declarations.
#[derive(Debug, Error)]
pub enum DeclarationError {
    #[error("the package `{package}` cannot be described: {error}")]
    Undescribed {
        package: String,
        error: InterfaceError,
    },
    #[error("the declarations of `{package}` cannot be written: {error}")]
    Unwritable { package: String, error: io::Error },
}

/// Whether declarations of a package were written, by its name.
pub type Written = (String, Result<bool, DeclarationError>);

/// Writes outdated declarations of all packages, or of those that the project imports. `is_full` says
/// that the index of a large package names all of its classes.
pub fn write_declarations(
    folder: &Path,
    packages: &dyn PackageInterfaces,
    is_full: bool,
) -> Vec<Written> {
    let names = packages.names();
    remove_others(folder, FOLDER, &names);
    remove_others(folder, MODULES_FOLDER, &names);
    if names.is_empty() {
        return Vec::new();
    }
    let used = UsedNames::scan(folder);
    let all = used.packages.iter().filter(|it| !names.contains(it));
    let all = names.iter().chain(all);
    let write = |name: &String| {
        let written = write_package(folder, name, packages, &used, is_full);
        Some((name.clone(), written.transpose()?))
    };
    all.filter_map(write).collect()
}

/// Writes outdated declarations of the packages that the project imports. Failures are ignored: only
/// editors and compilers need declarations, and the program says what is wrong with a package.
pub fn refresh_declarations(folder: &Path, packages: &dyn PackageInterfaces) -> Vec<String> {
    let all = refresh_declarations_in(folder, folder, packages);
    let written = all.into_iter().filter(|it| matches!(it.1, Ok(true)));
    let mut names: Vec<String> = written.map(|it| it.0).collect();
    names.sort();
    names
}

/// Writes outdated declarations of the packages that the files in `sources` import, in `folder`.
pub fn refresh_declarations_in(
    folder: &Path,
    sources: &Path,
    packages: &dyn PackageInterfaces,
) -> Vec<Written> {
    if packages.names().is_empty() {
        return Vec::new();
    }
    let used = UsedNames::scan(sources);
    let write = |name: &String| {
        let written = write_package(folder, name, packages, &used, false);
        Some((name.clone(), written.transpose()?))
    };
    used.packages.iter().filter_map(write).collect()
}

/// Removes the folders in `parent` of packages that the project does not have any more.
pub fn remove_others(folder: &Path, parent: &str, names: &[String]) {
    let all = folder.join(parent);
    if project_path::check_without_links(folder, &folder.join(LUMI_FOLDER), &all).is_err() {
        return;
    }
    for entry in fs::read_dir(all).into_iter().flatten().flatten() {
        let is_other = !names.iter().any(|it| entry.file_name() == it.as_str());
        if is_other && entry.file_type().is_ok_and(|it| it.is_dir()) {
            // A folder that cannot be removed does no harm.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Returns whether anything was outdated; `None` if the project has no such package.
fn write_package(
    folder: &Path,
    name: &str,
    packages: &dyn PackageInterfaces,
    names: &UsedNames,
    is_full: bool,
) -> Result<Option<bool>, DeclarationError> {
    let undescribed = |error| DeclarationError::Undescribed {
        package: name.to_owned(),
        error,
    };
    let Some(package) = packages.open(name) else {
        return Ok(None);
    };
    let package = package.map_err(undescribed)?;
    let used =
        (is_large(&*package) && !is_full).then(|| used_members(&*package, &names.identifiers));
    let stamp = stamp(&*package, used.as_ref());
    let place = folder.join(FOLDER).join(name);
    let files = || match package.library() {
        Some(modules) => Ok(modules.iter().map(of_library).collect()),
        None => declarations(&*package, used.as_ref()).map_err(undescribed),
    };
    let is_written = write_stamped(folder, &place, name, HEADER, stamp, files)?;
    if package.library().is_none() {
        write_modules(folder, name, &*package, &names.modules)?;
    }
    Ok(Some(is_written))
}

/// Writes the modules of a package, with all of their classes; of a huge package those that sources import.
fn write_modules(
    folder: &Path,
    name: &str,
    package: &dyn PackageInterface,
    imported: &HashSet<String>,
) -> Result<bool, DeclarationError> {
    let place = folder.join(MODULES_FOLDER).join(name);
    let own = |it: &String| Some(it.strip_prefix(name)?.strip_prefix('/')?.to_owned());
    let is_huge = member_count(package) >= HUGE;
    let wanted: Option<BTreeSet<String>> =
        is_huge.then(|| imported.iter().filter_map(own).collect());
    let which = match &wanted {
        None => "all".to_owned(),
        Some(names) => names.iter().cloned().collect::<Vec<_>>().join(" "),
    };
    let stamp = format!("{FORMAT} {} {which}\n", package.fingerprint());
    let files = || {
        module_files(package, wanted.as_ref()).map_err(|error| DeclarationError::Undescribed {
            package: name.to_owned(),
            error,
        })
    };
    write_stamped(folder, &place, name, HEADER, stamp, files)
}

/// Replaces the files for a package in `place`, each with a header, unless they have this stamp. Returns whether they were
/// outdated. `folder` is that of the project.
pub fn write_stamped(
    folder: &Path,
    place: &Path,
    package: &str,
    header: &str,
    stamp: String,
    files: impl FnOnce() -> Result<Vec<Declaration>, DeclarationError>,
) -> Result<bool, DeclarationError> {
    if read_limit::source(&place.join(STAMP)).is_ok_and(|it| it == stamp) {
        return Ok(false);
    }
    let mut files = files()?;
    for file in &mut files {
        file.text.insert_str(0, header);
    }
    files.push(Declaration {
        path: STAMP.to_owned(),
        text: stamp,
    });
    let unwritable = |error| DeclarationError::Unwritable {
        package: package.to_owned(),
        error,
    };
    let own = folder.join(LUMI_FOLDER);
    project_path::check_without_links(folder, &own, place).map_err(unwritable)?;
    replace_folder(place, &files).map_err(unwritable)?;
    Ok(true)
}

/// A module is a folder, as `paths` of `tsconfig.json` say.
fn of_library(module: &LibraryModule) -> Declaration {
    let folder = module.behind.trim_start_matches('/');
    Declaration {
        path: Path::new(folder)
            .join("index.d.ts")
            .to_string_lossy()
            .into_owned(),
        text: module.declarations.clone(),
    }
}

const HEADER: &str =
    "// Generated by lumi from the description of the package; `lumi types` regenerates it.\n";

fn used_members(package: &dyn PackageInterface, identifiers: &HashSet<String>) -> HashSet<String> {
    let members = package.members();
    let all = [
        &members.resources,
        &members.data,
        &members.ephemeral,
        &members.functions,
        &members.enums,
    ];
    let names = all.into_iter().flatten().map(|it| it.parts().1);
    let used = names.filter(|it| identifiers.contains(*it));
    let mut used: HashSet<String> = used.map(str::to_owned).collect();
    // A large package has thousands of types, which few programs name.
    if identifiers.contains(TYPES) {
        let types = package.nested_types();
        let names = types.iter().map(|it| it.parts().1);
        let is_used = |it: &&str| names_of(it).iter().any(|it| identifiers.contains(it));
        used.extend(names.filter(is_used).map(str::to_owned));
    }
    used
}

fn stamp(package: &dyn PackageInterface, used: Option<&HashSet<String>>) -> String {
    let mut names: Vec<&str> = used.into_iter().flatten().map(String::as_str).collect();
    names.sort_unstable();
    let which = match used {
        None => "all".to_owned(),
        Some(_) => sha256_hex(names.join(" ")),
    };
    format!("{FORMAT} {} {which}\n", package.fingerprint())
}

/// Writes a folder beside its place, and moves it there at once: readers see the old files or the new
/// ones.
fn replace_folder(place: &Path, files: &[Declaration]) -> io::Result<()> {
    let above = place.parent().unwrap_or(place);
    fs::create_dir_all(above)?;
    let beside = |prefix: &str| tempfile::Builder::new().prefix(prefix).tempdir_in(above);
    let new = beside(".new-")?;
    for file in files {
        let path = new.path().join(&file.path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, &file.text)?;
    }
    let old = beside(".old-")?;
    if place.exists() {
        fs::rename(place, old.path().join("files"))?;
    }
    fs::rename(new.path(), place)?;
    // The folder has gone to its place.
    let _ = new.keep();
    make_readable(place)
}
