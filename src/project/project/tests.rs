//! Tests with projects on disk.

use std::fs;

use tempfile::TempDir;

use lumi_graph::{SealError, Sealer};

use super::*;
use crate::ConfigCipher;

/// A sealer for contexts without a key; always fails.
struct NoKey;

impl Sealer for NoKey {
    fn seal(&self, _plain: &str) -> Result<String, SealError> {
        Err(SealError("there is no key".to_owned()))
    }

    fn unseal(&self, _ciphertext: &str) -> Result<String, SealError> {
        Err(SealError("there is no key".to_owned()))
    }
}

impl ConfigCipher for NoKey {}

struct TestFolder(TempDir);

impl TestFolder {
    fn new(files: &[(&str, &str)]) -> Self {
        let disk = Self(tempfile::tempdir().unwrap());
        for (name, text) in files {
            let path = disk.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        disk
    }

    fn path(&self) -> PathBuf {
        self.0.path().canonicalize().unwrap()
    }

    fn find(&self, program: &str) -> Result<Project, ProjectError> {
        Project::find_below(Path::new(program), &self.path(), Some(&self.path()))
    }

    /// Entry, folder and name, with the temporary folder as `~`.
    fn found(&self, program: &str) -> String {
        let project = self.find(program).unwrap();
        let (entry, folder) = (project.entry.display(), project.settings.folder.display());
        self.short(&format!("{entry} in {folder} is {}", project.settings.name))
    }

    fn error(&self, program: &str) -> String {
        self.short(&self.find(program).unwrap_err().to_string())
    }

    fn short(&self, text: &str) -> String {
        text.replace(self.path().to_str().unwrap(), "~")
    }
}

#[test]
fn a_file_or_a_folder() {
    let disk = TestFolder::new(&[
        ("my app/index.ts", ""),
        ("my app/main.js", ""),
        ("my app/x.ts", ""),
    ]);
    assert_eq!(
        disk.found("my app"),
        "~/my app/index.ts in ~/my app is my app"
    );
    assert_eq!(
        disk.found("my app/x.ts"),
        "~/my app/x.ts in ~/my app is my app"
    );
    assert_eq!(
        disk.found("./my app/../my app/"),
        "~/my app/index.ts in ~/my app is my app"
    );
}

#[test]
fn the_manifest_comes_first() {
    let disk = TestFolder::new(&[
        ("a/Lumi.yaml", "name: web\nmain: src/app.ts\n"),
        (
            "a/package.json",
            "{\"name\": \"other\", \"main\": \"lib.js\"}",
        ),
        ("a/index.ts", ""),
        ("a/src/app.ts", ""),
        ("a/src/index.ts", ""),
        (
            "b/package.json",
            "\u{feff}{\"name\": \"@acme/b\", \"main\": \"lib\"}",
        ),
        ("b/lib.js", ""),
    ]);
    assert_eq!(disk.found("a"), "~/a/src/app.ts in ~/a is web");
    assert_eq!(disk.found("a/src"), "~/a/src/index.ts in ~/a is web");
    assert_eq!(disk.found("a/index.ts"), "~/a/index.ts in ~/a is web");
    assert_eq!(disk.found("b"), "~/b/lib.js in ~/b is @acme/b");
}

#[test]
fn looks_upward_but_not_into_the_home_folder() {
    let disk = TestFolder::new(&[
        ("Lumi.yaml", "name: home"),
        ("index.ts", ""),
        ("a/b/c/index.ts", ""),
        ("p/Lumi.yaml", ""),
        ("p/q/r/index.ts", ""),
    ]);
    assert_eq!(disk.found("a/b/c"), "~/a/b/c/index.ts in ~/a/b/c is c");
    assert_eq!(disk.found("p/q/r"), "~/p/q/r/index.ts in ~/p is p");
    assert_eq!(disk.found("."), "~/index.ts in ~ is home");
}

#[test]
fn says_what_is_missing() {
    let disk = TestFolder::new(&[
        ("a/indexx.ts", ""),
        ("b/package.json", "{\"main\": \"lib.js\"}"),
        ("b/libs.js", ""),
        ("c/Lumi.yaml", "main: ap.ts"),
        ("c/app.ts", ""),
        ("d/Lumi.yaml", "main: ../c/app.ts"),
        ("e/Lumi.yml", ""),
        ("e/index.ts", ""),
        ("f/package.json", "{}"),
        ("g/Lumi.yaml", "name: x\nmian: y\n"),
        ("g/index.ts", ""),
        ("h/Lumi.yaml/x", ""),
        ("h/index.ts", ""),
        ("i/Lumi.yaml", ""),
        ("i/main.tf", ""),
        ("j/cdktf.json", ""),
        ("j/Lumi.yaml", ""),
    ]);
    let programs = [
        "a/index.ts",
        "zzz",
        "-",
        "https://example.com/app.ts",
        "a/indexx.ts/x",
        "a",
        "b",
        "c",
        "d",
        "e",
        "f",
        "g",
        "h",
        "i",
        "j",
    ];
    insta::assert_snapshot!(programs.map(|it| disk.error(it)).join("\n"), @r"
            there is no program a/index.ts; did you mean a/indexx.ts?
            there is no program zzz; check the path
            - is not a path: a program is a file or a folder of this machine; write what comes from standard input to a file first
            https://example.com/app.ts is not a path: a program is a file or a folder of this machine; download it first
            there is no program a/indexx.ts/x; check the path
            there is no program in the folder ~/a: looked for index.ts, index.js, main.ts, main.js; create one with `lumi new`, or name the file
            `main` of ~/b/package.json is ~/b/lib.js, which is not a file; did you mean libs.js?
            `main` of ~/c/Lumi.yaml is ~/c/ap.ts, which is not a file; did you mean app.ts?
            `main` of ~/d/Lumi.yaml leads outside its folder, to ~/c/app.ts; programs read files below their project folder only
            lumi does not read settings from ~/e/Lumi.yml; rename it to Lumi.yaml
            there is no program in the folder ~/f: looked for index.ts, index.js, main.ts, main.js and `main` of package.json; create one with `lumi new`, or name the file
            cannot use ~/g/Lumi.yaml:2:1: unknown key `mian`; did you mean `main`?
            cannot read ~/h/Lumi.yaml: it is a folder; check that it exists and its permissions
            there is no program in the folder ~/i: looked for index.ts, index.js, main.ts, main.js; it has a configuration of Terraform: `runtime: hcl` in Lumi.yaml runs it as it is, and `lumi import --from` brings its objects into a program, see docs/migrating.md
            there is no program in the folder ~/j: looked for index.ts, index.js, main.ts, main.js; it has a program of CDKTF: `runtime: cdktf` in Lumi.yaml runs it as it is, see docs/cdktf.md
            ");
}

#[test]
fn positions_are_for_code_frames() {
    let disk = TestFolder::new(&[("Lumi.yaml", "name: x\nmian: y\n"), ("index.ts", "")]);
    let error = disk.find(".").unwrap_err();
    assert_eq!(
        error.position(),
        Some((disk.path().join("Lumi.yaml"), 2, 1))
    );
    fs::write(disk.path().join("Lumi.yaml"), b"name: x\nmain: \xff").unwrap();
    let error = disk.find(".").unwrap_err();
    assert_eq!(
        error.position(),
        Some((disk.path().join("Lumi.yaml"), 2, 7))
    );
    assert_eq!(
        error.fault(),
        Some(&super::super::yaml_files::fault::Fault::NotUtf8)
    );
}

#[test]
fn only_files_and_folders_are_programs() {
    let disk = TestFolder::new(&[("real/index.ts", "")]);
    let _socket = std::os::unix::net::UnixListener::bind(disk.path().join("s")).unwrap();
    assert!(matches!(disk.find("s"), Err(ProjectError::NotAFile { .. })));
    assert!(matches!(
        disk.find("/dev/null"),
        Err(ProjectError::NotAFile { .. })
    ));
    std::os::unix::fs::symlink(disk.path().join("real"), disk.path().join("link")).unwrap();
    assert_eq!(disk.found("link"), "~/real/index.ts in ~/real is real");
    std::os::unix::fs::symlink("loop", disk.path().join("loop")).unwrap();
    assert!(disk.find("loop").is_err());
}

#[test]
fn flags_replace_what_the_file_says() {
    let disk = TestFolder::new(&[
        ("web/index.ts", ""),
        (
            "web/Lumi.dev.yaml",
            "config:\n  size: 1\n  token: {secret: hunter2}\n",
        ),
        ("web/Lumi.old.yml", ""),
    ]);
    let project = disk.find("web").unwrap();
    let flags = ["token=hunter3", "aws:region=eu"].map(str::to_owned);
    let config = project
        .settings
        .config("dev", &flags, Some(&NoKey))
        .unwrap();
    insta::assert_debug_snapshot!(config, @r#"
            [
                (
                    "web:size",
                    "1",
                ),
                (
                    "web:token",
                    [secret],
                ),
                (
                    "aws:region",
                    "eu",
                ),
            ]
            "#);
    assert_eq!(
        project.settings.config("prod", &[], Some(&NoKey)).unwrap(),
        []
    );
    let error = |stack| {
        disk.short(
            &project
                .settings
                .config(stack, &[], Some(&NoKey))
                .unwrap_err()
                .to_string(),
        )
    };
    assert_eq!(
        error("old"),
        "lumi does not read settings from ~/web/Lumi.old.yml; rename it to Lumi.old.yaml"
    );
    assert!(error("../x").contains("cannot name a stack"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_path_that_is_not_utf8_is_refused() {
    use std::os::unix::ffi::OsStrExt as _;

    let disk = TestFolder::new(&[("index.ts", "")]);
    let folder = disk.path().join(std::ffi::OsStr::from_bytes(b"a\xffb"));
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("index.ts"), "").unwrap();
    let error = Project::find(&folder, &folder).unwrap_err();
    assert!(matches!(&error, ProjectError::NotUtf8 { .. }), "{error}");
    assert!(error.to_string().contains("rename the folder"), "{error}");
}

#[test]
fn root_modules_belong_to_the_project_that_names_them() {
    let disk = TestFolder::new(&[
        ("a/Lumi.yaml", "name: web\nruntime: hcl\nmain: infra\n"),
        ("a/infra/main.tf", ""),
        ("a/other/main.tf", ""),
        ("b/Lumi.yaml", "name: scripts\n"),
        ("b/index.ts", ""),
        ("b/infra/main.tf", ""),
        ("c/main.tf", ""),
    ]);
    assert_eq!(disk.found("a"), "~/a/infra in ~/a is web");
    assert_eq!(disk.found("a/infra"), "~/a/infra in ~/a is web");
    assert_eq!(
        disk.found("a/infra/main.tf"),
        "~/a/infra/main.tf in ~/a is web"
    );
    assert_eq!(disk.found("a/other"), "~/a/other in ~/a/other is other");
    assert_eq!(disk.found("b/infra"), "~/b/infra in ~/b/infra is infra");
    assert_eq!(disk.found("c"), "~/c in ~/c is c");
}
