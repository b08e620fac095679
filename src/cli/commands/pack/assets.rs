//! The assets of a program: files that go into its package as they are.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, Metadata};
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use lumi_graph::{LUMI_FOLDER, asset_name, is_archive_file};
use lumi_host::{PermissionFlags, Permissions};
use lumi_pack::{
    AssetFile, AssetUses, Compiled, MAX_ASSET, MAX_TOTAL, SourceProblem, asset_uses, is_asset_name,
};

use lumi_project::ProjectSettings;
use lumi_terminal::failure::Failure;

/// The kind of file that a path must name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    File,
    /// A folder, or a file that is unpacked.
    Archive,
    Any,
}

/// Adds the files that code names, and those that `assets` of `Lumi.yaml` lists. Answers the places that name none. Paths
/// that a library computes, and those of `assets`, are of the program that imports it.
pub fn add_assets(
    compiled: &mut Compiled,
    settings: &ProjectSettings,
    is_library: bool,
) -> Result<Vec<SourceProblem>, Failure> {
    let AssetUses {
        named,
        mut computed,
    } = asset_uses(compiled);
    let mut collector = Collector::new(&settings.folder);
    let listed = settings.manifest.assets.as_ref();
    let listed = listed.filter(|_| !is_library);
    if is_library || listed.is_some() {
        computed.clear();
    }
    let mut problems = computed;
    for it in named {
        let kind = match it.is_archive {
            true => Kind::Archive,
            false => Kind::File,
        };
        if let Err((message, help)) = collector.add(&it.path, kind) {
            problems.push(SourceProblem {
                file: it.file,
                line: it.line,
                column: it.column,
                message,
                help: help.map(str::to_owned),
            });
        }
    }
    for path in listed.into_iter().flatten() {
        collector.add(path, Kind::Any).map_err(|(message, help)| {
            let failure = Failure::error(format!("`assets` of Lumi.yaml: {message}"));
            match help {
                Some(help) => failure.help(help),
                None => failure,
            }
        })?;
    }
    compiled.assets = collector.files;
    compiled.folders = collector.folders;
    Ok(problems)
}

/// A message, and what to do about it.
type Problem = (String, Option<&'static str>);

struct Collector<'a> {
    folder: &'a Path,
    permissions: Permissions,
    files: BTreeMap<String, AssetFile>,
    folders: BTreeSet<String>,
    /// The size of all files in bytes.
    total: usize,
}

impl<'a> Collector<'a> {
    /// `folder` is canonical.
    fn new(folder: &'a Path) -> Self {
        Self {
            folder,
            permissions: Permissions::new(&PermissionFlags::default(), folder, folder),
            files: BTreeMap::new(),
            folders: BTreeSet::new(),
            total: 0,
        }
    }

    fn add(&mut self, path: &str, kind: Kind) -> Result<(), Problem> {
        let name = plain(path).ok_or_else(|| {
            let help =
                "assets of a package are files below the project folder: name them from there";
            (format!("{path:?} is not a path of an asset"), Some(help))
        })?;
        let place = self.folder.join(&name);
        let real = self.real(&place, &name)?;
        let metadata = fs::metadata(&real).map_err(|error| unreadable(&name, &error))?;
        if metadata.is_dir() {
            if kind == Kind::File {
                return Err((
                    format!("{path:?} is a folder"),
                    Some("use FileArchive for folders"),
                ));
            }
            self.folders.insert(name.clone());
            let prefix = match name.as_str() {
                "." => String::new(),
                name => format!("{name}/"),
            };
            return self.add_folder(&place, &prefix, &mut vec![real]);
        }
        if kind == Kind::Archive && !is_archive_file(&name) {
            let message =
                format!("{path:?} is neither a folder nor a .zip, .tar, .tar.gz or .tgz file");
            return Err((message, None));
        }
        self.add_file(name, &real, &metadata)
    }

    /// Adds each file below a folder. Links are followed within the project folder, except to the folders in `around`,
    /// which contain this one.
    fn add_folder(
        &mut self,
        folder: &Path,
        prefix: &str,
        around: &mut Vec<PathBuf>,
    ) -> Result<(), Problem> {
        let failed = |error: std::io::Error| unreadable(prefix, &error);
        for entry in folder.read_dir().map_err(failed)? {
            let entry = entry.map_err(failed)?;
            if entry.file_name() == LUMI_FOLDER {
                continue;
            }
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_name().to_str().is_none() || !is_asset_name(&name) {
                let message = format!("the file {name:?} has a name that no package can have");
                let help = match entry.file_name().eq_ignore_ascii_case(".git") {
                    true => {
                        "name the files and folders that belong into the package, instead of all"
                    }
                    false => "give it another name",
                };
                return Err((message, Some(help)));
            }
            let real = self.real(&entry.path(), &name)?;
            let metadata = fs::metadata(&real).map_err(|error| unreadable(&name, &error))?;
            if !metadata.is_dir() {
                self.add_file(name, &real, &metadata)?;
            } else if !around.contains(&real) {
                around.push(real);
                self.add_folder(&entry.path(), &format!("{name}/"), around)?;
                around.pop();
            }
        }
        Ok(())
    }

    fn add_file(&mut self, name: String, real: &Path, metadata: &Metadata) -> Result<(), Problem> {
        if self.files.contains_key(&name) {
            return Ok(());
        }
        if !metadata.is_file() {
            return Err((format!("{name:?} is neither a file nor a folder"), None));
        }
        let too_large = || {
            let message = format!(
                "{name:?} is too large for a package: files have at most {} MiB, and all together {} MiB",
                MAX_ASSET >> 20,
                MAX_TOTAL >> 20
            );
            (
                message,
                Some("put it where the resource can fetch it, and name it with a RemoteAsset"),
            )
        };
        if metadata.len() > MAX_ASSET as u64 {
            return Err(too_large());
        }
        let mut bytes = Vec::new();
        let read = File::open(real).and_then(|it| {
            let limit = MAX_ASSET as u64 + 1;
            it.take(limit).read_to_end(&mut bytes)
        });
        read.map_err(|error| unreadable(&name, &error))?;
        self.total += bytes.len();
        if bytes.len() > MAX_ASSET || self.total > MAX_TOTAL {
            return Err(too_large());
        }
        let is_executable = metadata.permissions().mode() & 0o100 != 0;
        let file = AssetFile {
            bytes,
            is_executable,
        };
        self.files.insert(name, file);
        Ok(())
    }

    /// The place without links, which must be below the project folder.
    fn real(&self, place: &Path, name: &str) -> Result<PathBuf, Problem> {
        if let Err(error) = fs::metadata(place) {
            return Err(unreadable(name, &error));
        }
        self.permissions.check_read(place).map_err(|_| {
            let help = "a package takes files below the project folder alone: copy it there";
            (
                format!("{name:?} leads out of the project folder"),
                Some(help),
            )
        })
    }
}

fn unreadable(name: &str, error: &std::io::Error) -> Problem {
    let help = "asset paths are relative to the project folder";
    (format!("cannot read {name:?}: {error}"), Some(help))
}

/// A path without parts that mean nothing; `None` if no asset can have it.
pub fn plain(path: &str) -> Option<String> {
    let name = asset_name(path).filter(|_| !path.is_empty())?;
    (name == "." || is_asset_name(&name)).then_some(name)
}
