//! `lumi plugin install`: installs a plugin from a file.

use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};

use lumi_project::stacks::backend::wait;
use lumi_provider::{PackageName, PluginInfo, PluginKind, PluginSettings, inspect};
use lumi_runs::plugins;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::Report;

use super::usage;

/// Installs a plugin from an executable or an archive. Starts it once to ask for its version.
pub fn install(file: &Path, terminal: Terminal) -> Result<Exit, Failure> {
    let store = plugins::store()
        .ok_or_else(|| usage("there is no home folder to install plugins in".to_owned()))?;
    fs::create_dir_all(&store).map_err(|error| Failure::unwritable(&store, &error))?;
    // In the same folder as the destination, so that a rename moves it atomically.
    let folder = tempfile::Builder::new()
        .prefix(".installing-")
        .tempdir_in(&store)
        .map_err(|error| Failure::unwritable(&store, &error))?;
    let package = unpack(file, folder.path())?;
    let program = folder.path().join(package.executable(PluginKind::Lumi));
    let inspected = wait(inspect(
        &program,
        &package,
        PluginSettings::STARTUP_TIMEOUT,
        plugins::aside(&package, terminal),
    ))?;
    let info = inspected.map_err(|error| {
        let message = format!("{} cannot be installed: {error}", file.display());
        Failure::new(Exit::Failure, Report::error(message))
    })?;
    let place = store.join(folder_name(&info));
    if place.exists() {
        // Reinstalling a version replaces it.
        fs::remove_dir_all(&place).map_err(|error| Failure::unwritable(&place, &error))?;
    }
    let moved = fs::rename(folder.keep(), &place);
    moved.map_err(|error| Failure::unwritable(&place, &error))?;
    let PluginInfo {
        package, version, ..
    } = info;
    terminal.print_line(&format!(
        "installed {package} {version} in {}",
        place.display()
    ));
    Ok(Exit::Success)
}

fn folder_name(info: &PluginInfo) -> String {
    format!("{}-v{}", info.package, info.version)
}

/// Unpacks a file into a folder, and returns the package of the plugin.
fn unpack(file: &Path, folder: &Path) -> Result<PackageName, Failure> {
    let name = file.file_name().and_then(|it| it.to_str());
    let name = name.unwrap_or_default();
    let unreadable = |error: io::Error| usage(format!("cannot read {}: {error}", file.display()));
    let content = File::open(file).map_err(unreadable)?;
    if name.ends_with(".tar.gz") || name.ends_with(".tgz") {
        unpack_tar(content, file, folder)?;
    } else if name.ends_with(".zip") {
        unpack_zip(content, file, folder)?;
    } else {
        let package = package_of(name).ok_or_else(|| {
            usage(format!(
                "`{name}` is not a plugin: it is neither called `{}PACKAGE` nor a .tar.gz or .zip",
                PluginKind::Lumi.prefix()
            ))
        })?;
        let place = folder.join(package.executable(PluginKind::Lumi));
        fs::copy(file, &place).map_err(unreadable)?;
        return make_executable(&place).map(|()| package);
    }
    let package = single_package(packed(folder).map_err(unreadable)?, file)?;
    make_executable(&folder.join(package.executable(PluginKind::Lumi))).map(|()| package)
}

fn unpack_tar(content: File, file: &Path, folder: &Path) -> Result<(), Failure> {
    let unreadable = |error: io::Error| usage(format!("cannot read {}: {error}", file.display()));
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(content));
    for entry in archive.entries().map_err(unreadable)? {
        let mut entry = entry.map_err(unreadable)?;
        let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        if leads_out(Path::new(&path)) || !entry.unpack_in(folder).map_err(unreadable)? {
            return Err(outside(file, &path));
        }
    }
    Ok(())
}

fn unpack_zip(content: File, file: &Path, folder: &Path) -> Result<(), Failure> {
    let broken =
        |error: zip::result::ZipError| usage(format!("cannot read {}: {error}", file.display()));
    let mut archive = zip::ZipArchive::new(content).map_err(broken)?;
    for path in archive.file_names() {
        let path = path.map_err(broken)?;
        if leads_out(Path::new(&*path)) {
            return Err(outside(file, &path));
        }
    }
    archive.extract(folder).map_err(broken)
}

fn outside(file: &Path, member: &str) -> Failure {
    usage(format!(
        "{} cannot be installed: its member `{member}` leads out of its folder",
        file.display()
    ))
}

fn single_package(mut packages: Vec<PackageName>, file: &Path) -> Result<PackageName, Failure> {
    if packages.len() > 1 {
        let names: Vec<String> = packages
            .iter()
            .map(|it| format!("`{}`", it.executable(PluginKind::Lumi)))
            .collect();
        return Err(usage(format!(
            "{} has {} plugins at its top level: {}; make a separate archive for each",
            file.display(),
            names.len(),
            names.join(", ")
        )));
    }
    packages.pop().ok_or_else(|| {
        usage(format!(
            "{} has no `{}PACKAGE` at its top level",
            file.display(),
            PluginKind::Lumi.prefix()
        ))
    })
}

/// The package of an executable, without version and platform in its name.
fn package_of(name: &str) -> Option<PackageName> {
    let name = name.strip_suffix(std::env::consts::EXE_SUFFIX)?;
    let name = name.strip_prefix(PluginKind::Lumi.prefix())?;
    let is_version = |rest: &str| rest.starts_with(|it: char| it.is_ascii_digit());
    let end = name
        .match_indices("-v")
        .find(|(at, mark)| is_version(&name[at + mark.len()..]))
        .map_or(name.len(), |it| it.0);
    PackageName::parse(&name[..end])
}

/// Whether the path of an archive member leads out of the destination.
fn leads_out(path: &Path) -> bool {
    let is_below = |it: Component<'_>| matches!(it, Component::Normal(_) | Component::CurDir);
    !path.components().all(is_below)
}

/// The packages of the executables at the top level of an unpacked archive.
fn packed(folder: &Path) -> io::Result<Vec<PackageName>> {
    let mut found: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder)? {
        found.push(entry?.path());
    }
    found.sort();
    let exact = |path: &PathBuf| {
        let name = path.file_name()?.to_str()?;
        let name = name.strip_suffix(std::env::consts::EXE_SUFFIX)?;
        PackageName::parse(name.strip_prefix(PluginKind::Lumi.prefix())?)
    };
    let files = found.iter().filter(|it| it.is_file());
    Ok(files.filter_map(exact).collect())
}

fn make_executable(file: &Path) -> Result<(), Failure> {
    use std::os::unix::fs::PermissionsExt as _;
    let permissions = fs::Permissions::from_mode(0o755);
    fs::set_permissions(file, permissions).map_err(|error| Failure::unwritable(file, &error))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn names_of_files_tell_the_package() {
        let package = |name| package_of(name).map(|it| it.to_string());
        assert_eq!(package("lumi-resource-aws").as_deref(), Some("aws"));
        let long = "lumi-resource-azure-v-native-v1.2.3-linux-amd64";
        assert_eq!(package(long).as_deref(), Some("azure-v-native"));
        assert_eq!(package("lumi-resource-"), None);
        assert_eq!(package("resource-aws"), None);
    }

    const FORMATS: [&str; 2] = ["plugin.tar.gz", "plugin.zip"];

    /// An archive with members of one byte and this mode.
    fn archive(name: &str, members: &[&str], mode: u32) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(name);
        let content = File::create(&file).unwrap();
        match name.ends_with(".zip") {
            true => write_zip(content, members, mode),
            false => write_tar(content, members, mode),
        }
        (folder, file)
    }

    fn write_tar(content: File, members: &[&str], mode: u32) {
        let encoder = flate2::write::GzEncoder::new(content, flate2::Compression::default());
        let mut archive = tar::Builder::new(encoder);
        for member in members {
            let mut header = tar::Header::new_gnu();
            // Bypasses the library, which refuses to write such names.
            let name = &mut header.as_old_mut().name;
            name[..member.len()].copy_from_slice(member.as_bytes());
            header.set_size(1);
            header.set_mode(mode);
            header.set_cksum();
            archive.append(&header, &b"x"[..]).unwrap();
        }
        archive.into_inner().unwrap().finish().unwrap();
    }

    fn write_zip(content: File, members: &[&str], mode: u32) {
        let mut archive = zip::ZipWriter::new(content);
        let options = zip::write::SimpleFileOptions::default().unix_permissions(mode);
        for member in members {
            archive.start_file(*member, options).unwrap();
            archive.write_all(b"x").unwrap();
        }
        archive.finish().unwrap();
    }

    fn refused(name: &str, members: &[&str]) -> String {
        let (folder, file) = archive(name, members, 0o755);
        let target = folder.path().join("target");
        fs::create_dir(&target).unwrap();
        let failure = unpack(&file, &target).err().unwrap();
        assert!(!folder.path().join("evil").exists());
        format!("{failure:?}")
    }

    #[test]
    fn members_that_lead_out_are_refused() {
        for name in FORMATS {
            for member in ["../evil", "a/../../evil", "/evil"] {
                let error = refused(name, &["lumi-resource-aws", member]);
                let expected = format!("its member `{member}` leads out of its folder");
                assert!(error.contains(&expected), "{name}: {error}");
            }
        }
    }

    #[test]
    fn an_archive_has_one_plugin() {
        for name in FORMATS {
            let error = refused(name, &["lumi-resource-aws", "lumi-resource-gcp"]);
            let expected =
                "has 2 plugins at its top level: `lumi-resource-aws`, `lumi-resource-gcp`";
            assert!(error.contains(expected), "{name}: {error}");
        }
    }

    /// Archives from systems without such permissions.
    #[cfg(unix)]
    #[test]
    fn a_plugin_that_is_not_executable_in_its_archive_becomes_so() {
        use std::os::unix::fs::PermissionsExt as _;
        for name in FORMATS {
            let (folder, file) = archive(name, &["lumi-resource-aws", "data/words"], 0o644);
            let target = folder.path().join("target");
            fs::create_dir(&target).unwrap();
            let package = unpack(&file, &target).ok().unwrap();
            assert_eq!(package.to_string(), "aws", "{name}");
            let mode = |path: &str| {
                fs::metadata(target.join(path))
                    .unwrap()
                    .permissions()
                    .mode()
            };
            assert_eq!(mode("lumi-resource-aws") & 0o777, 0o755, "{name}");
            assert_eq!(mode("data/words") & 0o111, 0, "{name}");
        }
    }
}
