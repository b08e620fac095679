//! Tests of installation.

use std::collections::BTreeSet;
use std::path::Path;

use parking_lot::Mutex;
use tempfile::TempDir;

use super::open_pgp::OpenPgpKey;
use super::release::{NAME, Release, zip};
use super::web_server::WebServer;
use crate::fetch::{Fetcher, Progress, Tokens};
use crate::install::{InstallError, Installed, Installer, PackageStore, Request};
use crate::mirror::{FolderMirror, NetworkMirror};
use crate::origin::{Origin, OriginPlace, Origins};
use crate::plugin::PluginPlaces;
use crate::{PackageHash, PackageSource, Platform, VersionRange};

/// A registry on loopback, and a store.
struct Fixture {
    server: WebServer,
    store: TempDir,
    origins: Origins,
    tokens: Tokens,
}

/// The numbers of a download.
#[derive(Default)]
struct Seen(Mutex<Vec<(u64, Option<u64>)>>);

impl Progress for Seen {
    fn received(&self, bytes: u64, total: Option<u64>) {
        self.0.lock().push((bytes, total));
    }
}

impl Fixture {
    async fn new() -> Self {
        Self {
            server: WebServer::start().await,
            store: tempfile::tempdir().unwrap(),
            origins: Origins::default_origins([]),
            tokens: Tokens::default(),
        }
    }

    async fn with(release: &Release) -> Self {
        let fixture = Self::new().await;
        release.publish(&fixture.server);
        fixture
    }

    fn source(&self) -> PackageSource {
        format!("{}/acme/dns", self.server.host()).parse().unwrap()
    }

    fn installer(&self) -> Installer {
        let store = PackageStore::new(self.store.path().to_owned());
        let fetcher = Fetcher::new(self.tokens.clone()).unwrap();
        Installer::new(
            fetcher,
            self.origins.clone(),
            PluginPlaces::default(),
            store,
        )
    }

    async fn install(&self, locked: &BTreeSet<PackageHash>) -> Result<Installed, InstallError> {
        self.install_for("linux_amd64", locked, &Seen::default())
            .await
    }

    async fn install_for(
        &self,
        platform: &str,
        locked: &BTreeSet<PackageHash>,
        progress: &dyn Progress,
    ) -> Result<Installed, InstallError> {
        let request = Request {
            source: &self.source(),
            version: &"1.2.0".parse().unwrap(),
            platform: &platform.parse().unwrap(),
            locked,
        };
        let installer = self.installer();
        let package = installer.find(request).await?;
        installer.install(request, &package, progress).await
    }

    /// An error without the port, which differs from run to run.
    async fn error(&self, locked: &BTreeSet<PackageHash>) -> String {
        let message = self.install(locked).await.unwrap_err().to_string();
        assert_eq!(stored(self.store.path()), Vec::<String>::new(), "{message}");
        message.replace(&self.server.port.to_string(), "PORT")
    }
}

/// The files of a store that are of packages.
fn stored(store: &Path) -> Vec<String> {
    let mut files = Vec::new();
    let mut folders = vec![store.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                // The file that tells downloads of one archive apart stays, and is empty.
                false if path.extension().is_some_and(|it| it == "lock") => {}
                false => files.push(path.file_name().unwrap().to_string_lossy().into_owned()),
            }
        }
    }
    files.sort();
    files
}

#[tokio::test]
async fn a_provider_of_a_registry_is_installed_with_all_hashes() {
    let fixture = Fixture::with(&Release::new()).await;
    let available = fixture
        .installer()
        .available(
            &fixture.source(),
            &VersionRange::any(),
            &"linux_amd64".parse().unwrap(),
        )
        .await
        .unwrap();
    // 1.0.0 is for another platform, 1.1.0 of another protocol.
    let versions: Vec<String> = available.versions.iter().map(ToString::to_string).collect();
    assert_eq!(versions, ["1.2.0"]);
    assert_eq!(
        available.warnings,
        ["the provider acme/dns has moved to acme/names"]
    );

    let installed = fixture.install(&BTreeSet::new()).await.unwrap();
    assert_eq!(
        std::fs::read_to_string(&installed.executable).unwrap(),
        "#!/bin/sh\n"
    );
    assert_eq!(installed.hashes.len(), 3);
    assert!(installed.signed_by.is_some());
    assert_eq!(
        stored(fixture.store.path()),
        [
            "LICENSE",
            "linux_amd64.json",
            "terraform-provider-dns_v1.2.0"
        ]
    );

    // The second time, nothing is asked for.
    let before = fixture.server.requests("").len();
    let again = fixture.install(&installed.hashes).await.unwrap();
    assert_eq!(again.executable, installed.executable);
    assert_eq!(fixture.server.requests("").len(), before);
}

#[tokio::test]
async fn a_package_that_was_changed_in_the_store_is_fetched_again() {
    let fixture = Fixture::with(&Release::new()).await;
    let installed = fixture.install(&BTreeSet::new()).await.unwrap();
    std::fs::write(&installed.executable, "something else").unwrap();
    let again = fixture.install(&installed.hashes).await.unwrap();
    assert_eq!(
        std::fs::read_to_string(&again.executable).unwrap(),
        "#!/bin/sh\n"
    );
    assert_eq!(fixture.server.requests(NAME).len(), 2);
}

#[tokio::test]
async fn untrusted_packages_are_not_installed() {
    let mut messages = Vec::new();
    let none = BTreeSet::new();
    let releases: [fn() -> Release; 6] = [
        || Release {
            shasum: Some("0".repeat(64)),
            ..Release::new()
        },
        || Release {
            shasum: Some("short".to_owned()),
            ..Release::new()
        },
        || Release {
            named_key: Some(OpenPgpKey::new()),
            ..Release::new()
        },
        || Release {
            is_signed: false,
            ..Release::new()
        },
        || Release {
            archive: zip(&[("../terraform-provider-dns", "")]),
            ..Release::new()
        },
        || Release {
            archive: zip(&[("terraform-provider-web", "")]),
            ..Release::new()
        },
    ];
    for release in releases {
        messages.push(Fixture::with(&release()).await.error(&none).await);
    }
    insta::assert_snapshot!(messages.join("\n"), @r#"
    the registry contradicts itself about localhost:PORT/acme/dns 1.2.0: the hash of terraform-provider-dns_1.2.0_linux_amd64.zip differs from the one in its checksums
    the registry contradicts itself about localhost:PORT/acme/dns 1.2.0: `short` is not the SHA-256 of an archive
    the checksums of localhost:PORT/acme/dns 1.2.0 cannot be trusted: no key that the registry names has signed the checksums
    the registry has no signature for localhost:PORT/acme/dns 1.2.0, and only packages of registry.opentofu.org may be without
    the archive of localhost:PORT/acme/dns 1.2.0 is not usable: its member `../terraform-provider-dns` leads out of its folder
    the archive of localhost:PORT/acme/dns 1.2.0 is not usable: it has no executable `terraform-provider-dns` at its top
    "#);
}

#[tokio::test]
async fn packages_changed_after_signing_are_not_installed() {
    let mut messages = Vec::new();
    let none = BTreeSet::new();
    // The archive is another one than was signed: a whole one, and half of it.
    let release = Release::new();
    for archive in [
        zip(&[("terraform-provider-dns", "evil")]),
        release.archive[..100].to_vec(),
    ] {
        let fixture = Fixture::with(&release).await;
        fixture.server.put(&format!("/files/{NAME}"), archive);
        messages.push(
            fixture
                .error(&none)
                .await
                .split(" zh:")
                .next()
                .unwrap()
                .to_owned(),
        );
    }
    // The list of hashes was changed after it was signed.
    let fixture = Fixture::with(&release).await;
    fixture.server.put(
        "/files/SHA256SUMS",
        format!("{}  {NAME}\n", super::release::sha256(&release.archive)),
    );
    messages.push(fixture.error(&none).await);
    fixture.server.put("/files/SHA256SUMS.sig", "no signature");
    messages.push(fixture.error(&none).await);
    insta::assert_snapshot!(messages.join("\n"), @r"
    the archive of localhost:PORT/acme/dns 1.2.0 does not match the registry: its hash is
    the archive of localhost:PORT/acme/dns 1.2.0 does not match the registry: its hash is
    the checksums of localhost:PORT/acme/dns 1.2.0 cannot be trusted: no key that the registry names has signed the checksums
    the checksums of localhost:PORT/acme/dns 1.2.0 cannot be trusted: the signature of the checksums is not an OpenPGP signature: it is cut
    ");
}

#[tokio::test]
async fn missing_packages_are_reported() {
    let none = BTreeSet::new();
    let fixture = Fixture::new().await;
    let mut messages = vec![fixture.error(&none).await];
    fixture.server.put("/.well-known/terraform.json", "{}");
    messages.push(fixture.error(&none).await);
    fixture.server.put("/.well-known/terraform.json", "[");
    messages.push(fixture.error(&none).await);
    Release::new().publish(&fixture.server);
    let other = fixture
        .install_for("plan9_arm", &none, &Seen::default())
        .await;
    messages.push(other.unwrap_err().to_string());
    let linux: Platform = "linux_amd64".parse().unwrap();
    let unknown = format!("{}/acme/web", fixture.server.host())
        .parse()
        .unwrap();
    messages.push(
        fixture
            .installer()
            .available(&unknown, &VersionRange::any(), &linux)
            .await
            .unwrap_err()
            .to_string(),
    );
    fixture.server.require_token("secret");
    messages.push(fixture.error(&none).await);
    let messages = messages
        .join("\n")
        .replace(&fixture.server.port.to_string(), "PORT");
    insta::assert_snapshot!(messages, @r#"
    localhost:PORT has no registry of providers: its `/.well-known/terraform.json` does not name `providers.v1`
    localhost:PORT has no registry of providers: its `/.well-known/terraform.json` does not name `providers.v1`
    unexpected response from http://localhost:PORT/.well-known/terraform.json: EOF while parsing a list at line 1 column 1
    localhost:PORT/acme/dns 1.2.0 is not available for plan9_arm
    its registry has no provider localhost:PORT/acme/web
    http://localhost:PORT/.well-known/terraform.json requires a token: set `TF_TOKEN_localhost:PORT`, or `credentials` in the configuration file of OpenTofu or Terraform
    "#);
}

#[tokio::test]
async fn a_lock_is_held() {
    let fixture = Fixture::with(&Release::new()).await;
    let installed = fixture.install(&BTreeSet::new()).await.unwrap();

    // The lock was made on another machine: it has hashes of the signed list, or those of one platform.
    let elsewhere = Fixture::with(&Release::new()).await;
    elsewhere.install(&installed.hashes).await.unwrap();
    let of_other: BTreeSet<PackageHash> =
        [PackageHash::of_archive(&mut Release::new().other.as_slice()).unwrap()].into();
    let signed = Fixture::with(&Release::new()).await;
    signed.install(&of_other).await.unwrap();

    let other = Release {
        archive: zip(&[("terraform-provider-dns", "evil")]),
        other: Vec::new(),
        ..Release::new()
    };
    let changed = Fixture::with(&other).await;
    let message = changed.error(&installed.hashes).await;
    assert!(
        message.contains("does not match Lumi.lock: its hash is h1:"),
        "{message}"
    );
}

#[tokio::test]
async fn a_download_goes_on_where_it_was_interrupted() {
    let fixture = Fixture::with(&Release::new()).await;
    let path = format!("/files/{NAME}");
    let length = Release::new().archive.len() as u64;
    fixture.server.cut(&path, &[70_000]);
    let seen = Seen::default();
    fixture
        .install_for("linux_amd64", &BTreeSet::new(), &seen)
        .await
        .unwrap();
    let requests = fixture.server.requests(NAME);
    assert_eq!(requests[0], path);
    assert!(
        requests[1].starts_with(&format!("{path} bytes=")),
        "{requests:?}"
    );
    let seen = seen.0.into_inner();
    assert_eq!(seen.last(), Some(&(length, Some(length))));
}

#[tokio::test]
async fn a_download_of_something_else_does_not_stand_in_the_way() {
    let fixture = Fixture::with(&Release::new()).await;
    let store = PackageStore::new(fixture.store.path().to_owned());
    let url = format!("http://localhost:{}/files/{NAME}", fixture.server.port);
    let length = Release::new().archive.len();
    for present in [1_000, length - 1, length, length + 10] {
        std::fs::write(store.download_place(&url).unwrap(), vec![0; present]).unwrap();
        let installed = fixture.install(&BTreeSet::new()).await.unwrap();
        std::fs::remove_dir_all(installed.folder).unwrap();
    }
}

#[tokio::test]
async fn two_downloads_of_one_archive_do_not_mix() {
    let fixture = Fixture::with(&Release::new()).await;
    let none = BTreeSet::new();
    let (one, other, third) = tokio::join!(
        fixture.install(&none),
        fixture.install(&none),
        fixture.install(&none)
    );
    for installed in [one.unwrap(), other.unwrap(), third.unwrap()] {
        assert_eq!(installed.hashes.len(), 3);
        assert!(installed.executable.exists());
    }
    let requests = fixture.server.requests(NAME);
    assert!(
        requests.iter().all(|it| !it.contains("bytes=")),
        "{requests:?}"
    );
}

#[tokio::test]
async fn tokens_go_to_their_host_alone() {
    let mut fixture = Fixture::with(&Release::new()).await;
    fixture.server.require_token("secret");
    fixture.tokens.add(&fixture.server.host(), "secret");
    fixture.install(&BTreeSet::new()).await.unwrap();
    let mut other = Fixture::with(&Release::new()).await;
    other.server.require_token("secret");
    other.tokens.add(&fixture.server.host(), "secret");
    assert!(other.install(&BTreeSet::new()).await.is_err());
}

#[tokio::test]
async fn a_folder_mirror_has_packed_and_unpacked_packages() {
    let mut fixture = Fixture::new().await;
    let mirror = tempfile::tempdir().unwrap();
    fixture.origins = Origins {
        places: vec![Origin::of(OriginPlace::Folder(FolderMirror::new(
            mirror.path().to_owned(),
        )))],
    };
    let place = mirror.path().join(fixture.server.host()).join("acme/dns");
    std::fs::create_dir_all(&place).unwrap();
    assert!(matches!(
        fixture.install(&BTreeSet::new()).await,
        Err(InstallError::NoPackage { .. })
    ));
    std::fs::write(place.join(NAME), Release::new().archive).unwrap();
    let packed = fixture.install(&BTreeSet::new()).await.unwrap();
    assert_eq!(packed.hashes.len(), 2);

    let unpacked = place.join("1.2.0/linux_amd64");
    std::fs::create_dir_all(&unpacked).unwrap();
    for entry in std::fs::read_dir(&packed.folder).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, unpacked.join(path.file_name().unwrap())).unwrap();
    }
    std::fs::remove_dir_all(&packed.folder).unwrap();
    let copied = fixture.install(&packed.hashes).await.unwrap();
    assert_eq!(copied.hashes.len(), 1);
    assert!(copied.hashes.is_subset(&packed.hashes));
    assert_eq!(fixture.server.requests("").len(), 0);
}

#[tokio::test]
async fn a_network_mirror_may_have_hashes() {
    let mut fixture = Fixture::new().await;
    let base = format!("http://localhost:{}/mirror", fixture.server.port);
    fixture.origins = Origins {
        places: vec![Origin::of(OriginPlace::Network(NetworkMirror::new(
            base.parse().unwrap(),
        )))],
    };
    let folder = format!("/mirror/{}/acme/dns", fixture.server.host());
    let none = BTreeSet::new();
    let linux = "linux_amd64".parse().unwrap();
    let missing = fixture
        .installer()
        .available(&fixture.source(), &VersionRange::any(), &linux)
        .await;
    assert!(matches!(missing, Err(InstallError::NotFound(_))));
    fixture.server.put(
        &format!("{folder}/index.json"),
        r#"{"versions": {"1.2.0": {}, "1.0.0": {}}}"#,
    );
    let available = fixture
        .installer()
        .available(&fixture.source(), &VersionRange::any(), &linux)
        .await
        .unwrap();
    let chosen = available.choose(&fixture.source(), &VersionRange::any());
    assert_eq!(chosen.unwrap().to_string(), "1.2.0");

    let release = Release::new();
    let hash = PackageHash::of_archive(&mut release.archive.as_slice()).unwrap();
    fixture
        .server
        .put(&format!("{folder}/{NAME}"), release.archive);
    let document = |hashes: &[String]| {
        serde_json::json!({"archives": {"linux_amd64": {"url": NAME, "hashes": hashes}}})
            .to_string()
    };
    fixture.server.put(
        &format!("{folder}/1.2.0.json"),
        document(&[format!("zh:{}", "0".repeat(64))]),
    );
    let message = fixture.error(&none).await;
    assert!(message.contains("does not match the mirror"), "{message}");
    for hashes in [vec![hash.to_string(), "h9:later".to_owned()], vec![]] {
        fixture
            .server
            .put(&format!("{folder}/1.2.0.json"), document(&hashes));
        let installed = fixture.install(&none).await.unwrap();
        std::fs::remove_dir_all(installed.folder).unwrap();
    }
}
