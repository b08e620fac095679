//! Tests of modules: registries, repositories and archives that the tests serve.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{Builder, EntryType, Header};
use tempfile::TempDir;

use super::release::zip;
use super::web_server::WebServer;
use crate::VersionRange;
use crate::fetch::{Fetcher, Progress, Tokens};
use crate::modules::{
    InstalledModule, LockedModule, ModuleInstaller, ModuleRequest, ModuleSource, ModuleStore,
};

struct NoProgress;

impl Progress for NoProgress {
    fn received(&self, _: u64, _: Option<u64>) {}
}

/// A store, and a server.
struct Trial {
    folder: TempDir,
    server: WebServer,
    installer: ModuleInstaller,
}

impl Trial {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = ModuleStore::new(folder.path().join("store"));
        let server = WebServer::start().await;
        let mut tokens = Tokens::default();
        tokens.add(&server.host(), "T");
        let fetcher = Fetcher::new(tokens).unwrap();
        Self {
            installer: ModuleInstaller::new(fetcher, store),
            folder,
            server,
        }
    }

    fn store(&self) -> PathBuf {
        self.folder.path().join("store")
    }

    /// A source with `HOST` for that of the server, and `FOLDER` for that of the test.
    fn text(&self, text: &str) -> String {
        let folder = self.folder.path().display().to_string();
        text.replace("HOST", &self.server.host())
            .replace("FOLDER", &folder)
    }

    async fn install(
        &self,
        source: &str,
        range: &str,
        locked: Option<&LockedModule>,
    ) -> Result<InstalledModule, String> {
        let source = ModuleSource::parse(&self.text(source)).unwrap();
        let request = ModuleRequest {
            package: &source.package,
            range: &range.parse::<VersionRange>().unwrap(),
            locked,
        };
        let installed = self.installer.install(request, &NoProgress).await;
        installed.map_err(|error| {
            let host = self.server.host();
            let folder = self.folder.path().display().to_string();
            error
                .to_string()
                .replace(&host, "HOST")
                .replace(&folder, "FOLDER")
        })
    }

    async fn files(&self, source: &str) -> Vec<String> {
        let installed = self.install(source, "", None).await.unwrap();
        self.files_of(&installed.locked)
    }

    fn files_of(&self, module: &LockedModule) -> Vec<String> {
        let store = ModuleStore::new(self.store());
        let folder = store.find(&module.hash).unwrap();
        names(&folder)
    }

    fn is_empty(&self) -> bool {
        fs::read_dir(self.store()).is_ok_and(|it| it.count() == 0)
    }
}

/// The paths of all files below a folder.
fn names(folder: &Path) -> Vec<String> {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => all.push(path.strip_prefix(folder).unwrap().display().to_string()),
            }
        }
    }
    all.sort();
    all
}

fn packed(members: &[(&str, EntryType)]) -> Vec<u8> {
    let mut builder = Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    for (name, kind) in members {
        let mut header = Header::new_gnu();
        header.as_gnu_mut().unwrap().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_size(if *kind == EntryType::Regular { 9 } else { 0 });
        header.set_mode(0o644);
        header.set_entry_type(*kind);
        if *kind == EntryType::Symlink {
            header.set_link_name("/etc/passwd").unwrap();
        }
        header.set_cksum();
        let content: &[u8] = match *kind {
            EntryType::Regular => b"locals {}",
            _ => b"",
        };
        builder.append(&header, content).unwrap();
    }
    builder.into_inner().unwrap().finish().unwrap()
}

/// A registry with `acme/net/aws` in three versions, the newest of which is a prerelease.
fn publish(server: &WebServer) {
    server.put(
        "/.well-known/terraform.json",
        r#"{"modules.v1":"/v1/modules"}"#,
    );
    let versions = r#"{"modules":[{"versions":[{"version":"1.2.0"},{"version":"1.10.0"},{"version":"2.0.0-rc1"},{"version":"x"}]}]}"#;
    server.put("/v1/modules/acme/net/aws/versions", versions);
    for version in ["1.2.0", "1.10.0"] {
        server.place(
            &format!("/v1/modules/acme/net/aws/{version}/download"),
            &format!("/files/{version}.tar.gz//*?archive=tar.gz"),
        );
        let file = format!("net-{version}/main.tf");
        let inner = format!("net-{version}/sub/main.tf");
        let archive = packed(&[(&file, EntryType::Regular), (&inner, EntryType::Regular)]);
        server.put(&format!("/files/{version}.tar.gz"), archive);
    }
}

#[tokio::test]
async fn a_module_of_a_registry_is_installed_once() {
    let trial = Trial::start().await;
    publish(&trial.server);
    let source = "HOST/acme/net/aws//sub";
    let first = trial.install(source, "~> 1.2", None).await.unwrap();
    assert!(first.is_new);
    assert_eq!(first.locked.version.as_ref().unwrap().to_string(), "1.10.0");
    assert_eq!(first.locked.folder.as_str(), "net-1.10.0");
    assert_eq!(
        trial.files_of(&first.locked),
        ["net-1.10.0/main.tf", "net-1.10.0/sub/main.tf"]
    );
    let requests = trial.server.asked();
    let with_token = requests
        .iter()
        .filter(|it| it.1.as_deref() == Some("Bearer T"));
    assert_eq!((requests.len(), with_token.count()), (4, 4), "{requests:?}");
    let again = trial.install(source, "~> 1.2", Some(&first.locked)).await;
    assert!(!again.unwrap().is_new);
    assert_eq!(trial.server.asked(), []);
    fs::remove_dir_all(trial.store()).unwrap();
    let again = trial.install(source, "~> 1.2", Some(&first.locked)).await;
    assert!(again.unwrap().is_new);
    let older = trial.install(source, "1.2", None).await.unwrap();
    assert_eq!(older.locked.folder.as_str(), "net-1.2.0");
}

#[tokio::test]
async fn registries_fail_with_a_reason() {
    let trial = Trial::start().await;
    let mut messages = Vec::new();
    messages.push(
        trial
            .install("HOST/acme/net/aws", "", None)
            .await
            .unwrap_err(),
    );
    publish(&trial.server);
    for (source, range) in [("acme/net/aws", "~> 3.0"), ("acme/net/gcp", "")] {
        let source = format!("HOST/{source}");
        messages.push(trial.install(&source, range, None).await.unwrap_err());
    }
    let document = "/v1/modules/acme/net/aws/1.10.0/download";
    for place in ["git::file:///etc", "/none.zip", "/page", "acme/net/aws"] {
        trial.server.place(document, place);
        let source = "HOST/acme/net/aws";
        messages.push(trial.install(source, "", None).await.unwrap_err());
    }
    trial.server.place(document, "/page");
    trial.server.place("/page", "/page");
    messages.push(
        trial
            .install("HOST/acme/net/aws", "", None)
            .await
            .unwrap_err(),
    );
    insta::assert_snapshot!(messages.join("\n"));
    assert!(trial.is_empty());
}

#[tokio::test]
async fn another_archive_than_was_locked_is_refused() {
    let trial = Trial::start().await;
    publish(&trial.server);
    let source = "http://HOST/files/1.2.0.tar.gz";
    let first = trial.install(source, "", None).await.unwrap();
    fs::remove_dir_all(trial.store()).unwrap();
    let other = packed(&[("main.tf", EntryType::Regular)]);
    trial.server.put("/files/1.2.0.tar.gz", other);
    let message = trial.install(source, "", Some(&first.locked)).await;
    let message = message.unwrap_err();
    assert!(
        message.starts_with("the module does not match Lumi.lock"),
        "{message}"
    );
    assert!(trial.is_empty());
}

#[tokio::test]
async fn archives_stay_in_their_folder() {
    let trial = Trial::start().await;
    for (name, archive) in [
        ("slip.zip", zip(&[("../main.tf", "")])),
        (
            "slip.tgz",
            packed(&[("a/../../main.tf", EntryType::Regular)]),
        ),
        (
            "rooted.tgz",
            packed(&[("/etc/main.tf", EntryType::Regular)]),
        ),
        ("link.tgz", packed(&[("main.tf", EntryType::Symlink)])),
        ("pipe.tgz", packed(&[("main.tf", EntryType::Fifo)])),
        ("none.zip", zip(&[])),
        ("text.zip", b"hello".to_vec()),
        (
            "half.tgz",
            packed(&[("main.tf", EntryType::Regular)])[..40].to_vec(),
        ),
    ] {
        trial.server.put(&format!("/{name}"), archive);
        let result = trial
            .install(&format!("http://HOST/{name}"), "", None)
            .await;
        assert!(result.is_err(), "{name} is refused");
        assert!(trial.is_empty(), "{name} leaves nothing");
    }
}

#[tokio::test]
async fn a_checksum_is_that_of_the_archive() {
    let trial = Trial::start().await;
    trial.server.put("/a.zip", zip(&[("main.tf", "")]));
    let wrong = format!("http://HOST/a.zip?checksum=sha256:{}", "0".repeat(64));
    let message = trial.install(&wrong, "", None).await.unwrap_err();
    let digest = message.rsplit(' ').next().unwrap();
    let right = format!("http://HOST/a.zip?checksum={digest}");
    assert_eq!(trial.files(&right).await, ["main.tf"]);
}

/// A repository that tests write.
struct Repository(PathBuf);

impl Repository {
    fn new(trial: &Trial) -> Self {
        let folder = trial.folder.path().join("net");
        fs::create_dir(&folder).unwrap();
        let repository = Self(folder);
        repository.git(&["init", "--quiet", "--initial-branch=trunk"]);
        repository
    }

    fn git(&self, arguments: &[&str]) -> String {
        let output = Command::new("git")
            .args(["-c", "user.name=a", "-c", "user.email=a@example.com"])
            .args([
                "-c",
                "commit.gpgsign=false",
                "-c",
                "protocol.file.allow=always",
            ])
            .args(arguments)
            .current_dir(&self.0)
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {arguments:?}: {errors}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// Commits a file, and returns the commit.
    fn commit(&self, file: &str) -> String {
        fs::write(self.0.join(file), "locals {}").unwrap();
        self.git(&["add", "."]);
        self.git(&["commit", "--quiet", "-m", file]);
        self.git(&["rev-parse", "HEAD"])
    }
}

#[tokio::test]
async fn a_repository_has_branches_tags_and_commits() {
    let trial = Trial::start().await;
    let repository = Repository::new(&trial);
    let first = repository.commit("a.tf");
    repository.git(&["tag", "-a", "-m", "one", "v1"]);
    repository.git(&["branch", "other"]);
    let second = repository.commit("b.tf");
    let source = "git::file://FOLDER/net";
    for (reference, expected) in [
        ("", &second),
        ("?ref=trunk&depth=1", &second),
        ("?ref=v1", &first),
        ("?ref=other", &first),
        ("?ref=refs/heads/other", &first),
        (&format!("?ref={first}"), &first),
        (&format!("?ref={}", &first[..8]), &first),
        ("?ref=origin/other", &first),
    ] {
        let installed = trial
            .install(&format!("{source}{reference}"), "", None)
            .await;
        let installed = installed.unwrap();
        assert_eq!(
            installed.locked.commit.as_ref(),
            Some(expected),
            "{reference}"
        );
        let files = trial.files_of(&installed.locked);
        assert_eq!(
            files.len(),
            if *expected == second { 2 } else { 1 },
            "{files:?}"
        );
    }
    let message = trial.install(&format!("{source}?ref=none"), "", None).await;
    assert_eq!(
        message.unwrap_err(),
        "git cannot fetch git::file://FOLDER/net: fatal: couldn't find remote ref none"
    );
}

#[tokio::test]
async fn a_locked_commit_stays_when_a_branch_moves() {
    let trial = Trial::start().await;
    let repository = Repository::new(&trial);
    let first = repository.commit("a.tf");
    let source = "git::file://FOLDER/net?ref=trunk";
    let locked = trial.install(source, "", None).await.unwrap().locked;
    repository.commit("b.tf");
    fs::remove_dir_all(trial.store()).unwrap();
    let again = trial.install(source, "", Some(&locked)).await.unwrap();
    assert_eq!(again.locked, locked);
    assert_eq!(locked.commit, Some(first));
    let newer = trial.install(source, "", None).await.unwrap();
    assert_eq!(trial.files_of(&newer.locked), ["a.tf", "b.tf"]);
}

#[tokio::test]
async fn a_server_of_plain_files_is_a_repository() {
    let trial = Trial::start().await;
    let repository = Repository::new(&trial);
    repository.commit("a.tf");
    repository.git(&["gc", "--quiet"]);
    repository.git(&["update-server-info"]);
    let folder = repository.0.join(".git");
    for name in names(&folder) {
        let bytes = fs::read(folder.join(&name)).unwrap();
        trial.server.put(&format!("/net.git/{name}"), bytes);
    }
    assert_eq!(trial.files("git::http://HOST/net.git").await, ["a.tf"]);
    let tokens = trial.server.asked();
    assert!(tokens.iter().all(|it| it.1.is_none()), "git gets no token");
}

#[tokio::test]
async fn links_of_a_repository_stay_in_it() {
    let trial = Trial::start().await;
    let repository = Repository::new(&trial);
    std::os::unix::fs::symlink("a.tf", repository.0.join("b.tf")).unwrap();
    repository.commit("a.tf");
    let source = "git::file://FOLDER/net";
    assert_eq!(trial.files(source).await, ["a.tf", "b.tf"]);
    fs::remove_dir_all(trial.store()).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", repository.0.join("c.tf")).unwrap();
    repository.commit("d.tf");
    let message = trial.install(source, "", None).await.unwrap_err();
    assert_eq!(message, "the link `c.tf` leads out of the package");
    assert!(trial.is_empty());
}

#[tokio::test]
async fn hooks_and_filters_of_a_repository_do_not_run() {
    let trial = Trial::start().await;
    let repository = Repository::new(&trial);
    let mark = trial.folder.path().join("mark");
    let program = format!("touch {}", mark.display());
    fs::write(repository.0.join(".gitattributes"), "* filter=x\n").unwrap();
    let modules =
        format!("[submodule \"x\"]\npath = x\nurl = ext::sh -c {program:?}\nupdate = !{program}\n");
    fs::write(repository.0.join(".gitmodules"), modules).unwrap();
    let commit = repository.commit("a.tf");
    let entry = format!("160000,{commit},x");
    repository.git(&["update-index", "--add", "--cacheinfo", &entry]);
    repository.git(&["commit", "--quiet", "-m", "x"]);
    let message = trial.install("git::file://FOLDER/net", "", None).await;
    assert!(message.is_err());
    assert!(!mark.exists());
    assert!(trial.is_empty());
}
