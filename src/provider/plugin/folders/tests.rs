//! Where plugins are found.

use std::os::unix::fs::PermissionsExt as _;

use super::*;

fn executable(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, "").unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn name(text: &str) -> PackageName {
    PackageName::parse(text).unwrap()
}

fn wanted(text: &str) -> PluginSource {
    PluginSource::Version(WantedVersion::parse(text).unwrap())
}

const ANY: PluginSource = PluginSource::Version(WantedVersion::ANY);

/// A store with some versions.
fn folders(versions: &[&str]) -> (tempfile::TempDir, PluginFolders) {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("plugins");
    for version in versions {
        executable(&store.join(format!("aws-v{version}/lumi-resource-aws")));
    }
    let folders = PluginFolders {
        path: vec![folder.path().join("nowhere"), folder.path().join("bin")],
        store: Some(store),
        pulumi_path: vec![folder.path().join("bin")],
        pulumi_store: Some(folder.path().join("pulumi")),
    };
    (folder, folders)
}

#[test]
fn the_best_version_is_taken() {
    let (_folder, folders) = folders(&["1.2.3", "1.10.0", "2.0.0-rc.1", "nonsense"]);
    let found = |source: &PluginSource| {
        let found = folders.find(&name("aws"), source).unwrap();
        let folder = found.program.parent().unwrap();
        folder.file_name().unwrap().to_str().unwrap().to_owned()
    };
    assert_eq!(found(&ANY), "aws-v1.10.0");
    assert_eq!(found(&wanted("1.2")), "aws-v1.2.3");
    assert_eq!(found(&wanted("1.2.3")), "aws-v1.2.3");
    assert_eq!(found(&wanted("2.0.0-rc.1")), "aws-v2.0.0-rc.1");
    assert_eq!(folders.installed().len(), 3);
}

#[test]
fn path_comes_before_the_store() {
    let (folder, folders) = folders(&["1.2.3"]);
    let program = folder.path().join("bin/lumi-resource-aws");
    executable(&program);
    fs::write(folder.path().join("bin/lumi-resource-text"), "").unwrap();
    let found = folders.find(&name("aws"), &wanted("7")).unwrap();
    assert_eq!(found.program, program);
    assert_eq!(found.wanted, WantedVersion::parse("7").unwrap());
    assert_eq!(
        folders.on_path(),
        [(name("aws"), PluginKind::Lumi, program)]
    );
}

#[test]
fn an_explicit_path_is_that_of_the_executable_or_its_folder() {
    let (folder, folders) = folders(&[]);
    let program = folder.path().join("own/lumi-resource-aws");
    executable(&program);
    for path in [program.clone(), folder.path().join("own")] {
        let found = folders.find(&name("aws"), &PluginSource::Path(path));
        assert_eq!(found.unwrap().program, program);
    }
}

#[test]
fn what_is_not_there_is_explained() {
    let (_folder, folders) = folders(&["1.2.3", "2.0.0"]);
    let error = |package: &str, source: &PluginSource| {
        folders
            .find(&name(package), source)
            .unwrap_err()
            .to_string()
    };
    let path = PluginSource::Path(PathBuf::from("/nowhere/plugin"));
    let messages = [
        error("gcp", &ANY),
        error("aws", &wanted("3")),
        error("aws", &path),
    ];
    insta::assert_snapshot!(messages.join("\n"), @r"
            there is no plugin `gcp`; put `lumi-resource-gcp` on PATH, or install it with `lumi plugin install FILE`
            there is no plugin `aws` of version 3, which Lumi.yaml asks for (installed: 1.2.3, 2.0.0); put `lumi-resource-aws` on PATH, or install it with `lumi plugin install FILE`
            the plugin `aws` is to be at /nowhere/plugin, as `plugins` of Lumi.yaml says, but there is no executable file
            ");
}
