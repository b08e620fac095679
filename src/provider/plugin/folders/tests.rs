//! Finding plugins.

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
fn missing_files_are_explained() {
    let (folder, folders) = folders(&["1.2.3", "2.0.0"]);
    let error = |package: &str, source: &PluginSource| {
        folders
            .find(&name(package), source)
            .unwrap_err()
            .to_string()
            .replace(&folder.path().display().to_string(), "[folder]")
    };
    let path = PluginSource::Path(PathBuf::from("/nowhere/plugin"));
    let messages = [
        error("gcp", &ANY),
        error("aws", &wanted("3")),
        error("aws", &path),
    ];
    insta::assert_snapshot!(messages.join("\n"), @r"
            there is no plugin `gcp`; run `lumi add NAMESPACE/gcp` (Terraform) or `lumi add pulumi:gcp` (Pulumi), or put `lumi-resource-gcp` or `pulumi-resource-gcp` on PATH (searched: PATH, [folder]/plugins, [folder]/pulumi)
            there is no plugin `aws` of version 3, which the project requires (installed: 1.2.3, 2.0.0); run `lumi add NAMESPACE/aws` (Terraform) or `lumi add pulumi:aws` (Pulumi), or put `lumi-resource-aws` or `pulumi-resource-aws` on PATH (searched: PATH, [folder]/plugins, [folder]/pulumi)
            `plugins` of the project says that the plugin `aws` is at /nowhere/plugin, but there is no executable file
            ");
}

#[test]
fn a_plugin_that_may_not_be_executed_is_named() {
    use std::os::unix::fs::PermissionsExt as _;
    let (folder, folders) = folders(&["1.2.3"]);
    let program = folder.path().join("plugins/aws-v1.2.3/lumi-resource-aws");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o644)).unwrap();
    for source in [ANY, PluginSource::Path(program.clone())] {
        let error = folders.find(&name("aws"), &source).unwrap_err().to_string();
        let path = program.display();
        let expected = format!(
            "the plugin `aws` at {path} is not executable; allow it with `chmod +x {path}`"
        );
        assert_eq!(error, expected);
    }
}

fn pulumi(folder: &tempfile::TempDir, version: &str) -> PathBuf {
    let store = folder.path().join("pulumi");
    let program = store.join(format!("resource-aws-v{version}/pulumi-resource-aws"));
    executable(&program);
    program
}

#[test]
fn stores_of_pulumi_are_looked_at() {
    let (folder, folders) = folders(&[]);
    let find = |source: &PluginSource| folders.find(&name("aws"), source);
    pulumi(&folder, "6.9.0");
    let best = pulumi(&folder, "6.10.0+build");
    let later = pulumi(&folder, "6.11.0");
    let partial = folder.path().join("pulumi/resource-aws-v6.11.0.partial");
    fs::write(&partial, "").unwrap();
    let found = find(&ANY).unwrap();
    assert_eq!((found.kind, found.program), (PluginKind::Pulumi, best));
    // The folder's name has the version.
    assert!(found.wanted.is_any());
    assert_eq!(folders.installed().len(), 2);
    fs::remove_file(partial).unwrap();
    assert_eq!(find(&ANY).unwrap().program, later);
    assert!(
        find(&wanted("6.9"))
            .unwrap()
            .program
            .ends_with("resource-aws-v6.9.0/pulumi-resource-aws")
    );
    assert!(find(&wanted("7")).is_err());
    let source = folder.path().join("pulumi/resource-gcp-v1.0.0");
    fs::create_dir_all(&source).unwrap();
    fs::write(source.join("PulumiPlugin.yaml"), "runtime: nodejs\n").unwrap();
    let found = folders.find(&name("gcp"), &ANY).unwrap();
    assert_eq!(found.program, source.join("PulumiPlugin.yaml"));
    // The folder of a program can be named by its path, and an executable in it comes first.
    let by_path = PluginSource::Path(source.clone());
    let found = folders.find(&name("gcp"), &by_path).unwrap();
    assert_eq!(
        (found.kind, found.program),
        (PluginKind::Pulumi, source.join("PulumiPlugin.yaml"))
    );
    let program = source.join("pulumi-resource-gcp");
    executable(&program);
    for place in [&ANY, &by_path] {
        assert_eq!(folders.find(&name("gcp"), place).unwrap().program, program);
    }
}

#[test]
fn plugins_of_pulumi_come_after_those_for_lumi() {
    let (folder, mut folders) = folders(&["1.2.3"]);
    let program = folder.path().join("bin/pulumi-resource-aws");
    executable(&program);
    pulumi(&folder, "6.9.0");
    let kind = |folders: &PluginFolders, wanted: &PluginSource| {
        let found = folders.find(&name("aws"), wanted).unwrap();
        (found.kind, found.program)
    };
    assert_eq!(kind(&folders, &ANY).0, PluginKind::Lumi);
    assert_eq!(
        kind(&folders, &wanted("6")),
        (PluginKind::Pulumi, program.clone())
    );
    assert_eq!(
        folders.on_path(),
        [(name("aws"), PluginKind::Pulumi, program.clone())]
    );
    let path = PluginSource::Path(program.clone());
    assert_eq!(kind(&folders, &path), (PluginKind::Pulumi, program));
    let path = PluginSource::Path(folder.path().join("bin"));
    assert_eq!(kind(&folders, &path).0, PluginKind::Pulumi);
    // The user excludes plugins on PATH.
    folders.pulumi_path.clear();
    assert!(
        kind(&folders, &wanted("6"))
            .1
            .starts_with(folder.path().join("pulumi"))
    );
    assert!(folders.on_path().is_empty());
}
