use super::*;

fn lock() -> LockFile {
    let package = LockedPackage {
        source: "hashicorp/random".parse().unwrap(),
        version: Version::new(3, 7, 2),
        range: "~> 3.7".parse().unwrap(),
        hashes: [
            format!("zh:{}", "0".repeat(64)),
            "h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=".to_owned(),
        ]
        .iter()
        .map(|it| it.parse().unwrap())
        .collect(),
        signed_by: Some("0c0af313e5fd9f80".to_owned()),
    };
    let library = LockedLibrary {
        source: PackSource::of("./web-1.2.0.lumipack").unwrap(),
        version: Version::new(1, 2, 0),
        range: "~> 1.2".parse().unwrap(),
        hash: PackHash::of_digits(&"1".repeat(64)).unwrap(),
        index: None,
    };
    let published = LockedLibrary {
        source: PackSource::of("hub:acme/zone").unwrap(),
        index: Some(LockedIndex {
            signed_by: "d75a98".to_owned(),
            revision: 7,
        }),
        ..library.clone()
    };
    let things = LockedParameters {
        parameters: vec!["acme/things".to_owned(), "2.0.0".to_owned()],
        version: "2.0.0".to_owned(),
        plugin: "adapter".to_owned(),
        plugin_version: "1.0.0".to_owned(),
        value: "aGVsbG8=".to_owned(),
    };
    LockFile {
        packages: BTreeMap::from([("random".to_owned(), package)]),
        libraries: BTreeMap::from([("web".to_owned(), library), ("zone".to_owned(), published)]),
        parameterized: BTreeMap::from([("things".to_owned(), things)]),
        modules: modules(),
    }
}

fn modules() -> BTreeMap<ModuleKey, LockedModule> {
    let key = |source: &str, range: &str| ModuleKey {
        source: source.to_owned(),
        range: range.to_owned(),
    };
    let registered = LockedModule {
        version: Some(Version::new(1, 4, 0)),
        commit: Some("0123456789".repeat(4)),
        folder: crate::modules::Subfolder::parse("modules/net").unwrap(),
        hash: "h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
            .parse()
            .unwrap(),
    };
    let archive = LockedModule {
        version: None,
        commit: None,
        folder: crate::modules::Subfolder::default(),
        ..registered.clone()
    };
    BTreeMap::from([
        (key("acme/net/aws", "~> 1.2"), registered),
        (key("https://example.com/net.zip", ""), archive),
    ])
}

#[test]
fn a_lock_is_read_as_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(LockFile::read(folder.path()).unwrap(), LockFile::default());
    lock().write(folder.path()).unwrap();
    assert_eq!(LockFile::read(folder.path()).unwrap(), lock());
    insta::assert_snapshot!(lock().to_text(), @r#"
    # The exact packages of the project. `lumi add`, `install` and `update` write this file: commit it.
    version: 1
    packages:
      random:
        source: terraform:hashicorp/random
        version: 3.7.2
        range: ~> 3.7
        signedBy: 0c0af313e5fd9f80
        hashes:
        - h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
        - zh:0000000000000000000000000000000000000000000000000000000000000000
      web:
        source: ./web-1.2.0.lumipack
        version: 1.2.0
        range: ~> 1.2
        hashes:
        - lumipack:1111111111111111111111111111111111111111111111111111111111111111
      zone:
        source: hub:acme/zone
        version: 1.2.0
        range: ~> 1.2
        signedBy: d75a98
        revision: 7
        hashes:
        - lumipack:1111111111111111111111111111111111111111111111111111111111111111
    parameterized:
      things:
        parameters:
        - acme/things
        - 2.0.0
        version: 2.0.0
        plugin: adapter
        pluginVersion: 1.0.0
        value: aGVsbG8=
    modules:
    - source: acme/net/aws
      range: ~> 1.2
      version: 1.4.0
      commit: '0123456789012345678901234567890123456789'
      folder: modules/net
      hash: h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
    - source: https://example.com/net.zip
      hash: h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
    "#);
    LockFile::default().write(folder.path()).unwrap();
    assert!(!folder.path().join(LockFile::FILE).exists());
}

#[test]
fn untrusted_modules_are_refused() {
    let text = lock().to_text();
    for (from, to, reason) in [
        (
            "folder: modules/net",
            "folder: ../net",
            "leads out of the package",
        ),
        ("commit: '01", "commit: '--", "is not a commit"),
        (
            "range: ~> 1.2\n  version: 1.4.0\n  commit",
            "range: ''\n  version: x\n  commit",
            "version",
        ),
        (
            "https://example.com/net.zip",
            "acme/net/aws\n  range: ~> 1.2",
            "is there twice",
        ),
    ] {
        let changed = text.replace(from, to);
        assert_ne!(changed, text, "{from}");
        let message = LockFile::parse(&changed).unwrap_err().to_string();
        assert!(message.contains(reason), "{message}");
    }
}

#[test]
fn untrusted_entries_are_refused() {
    let text = lock().to_text();
    let message = |text: String| LockFile::parse(&text).unwrap_err().to_string();
    insta::assert_snapshot!(
        [
            text.replace("version: 1\n", "version: 2\nkind: x\n"),
            text.replace("zh:0", "zh:x"),
            text.replace("3.7.2", "latest"),
            text.replace("source", "sauce"),
            text.replace("hashicorp/random", "random"),
            text.replace("lumipack:11", "lumipack:"),
            text.replace("./web-1.2.0.lumipack", "hashicorp/web"),
            text.replace("terraform:hashicorp/random", "./random.lumipack"),
            text[..text.find("/TImW").unwrap_or_default()].to_owned(),
            "hello".to_owned(),
            String::new(),
            "[".repeat(300_000),
        ]
        .map(message)
        .join("\n"),
        @r#"
        Lumi.lock has version 2, which needs a newer lumi
        Lumi.lock is not valid: packages.random.hashes: `zh:x000000000000000000000000000000000000000000000000000000000000000` is not a hash; one begins with `h1:` or `zh:`, and is that of SHA-256 at line 10 column 5; take it from version control, or delete it and run `lumi install`
        Lumi.lock is not valid: random: `latest` is not a version: unexpected character 'l' while parsing major version number; take it from version control, or delete it and run `lumi install`
        Lumi.lock is not valid: packages.random: unknown field `sauce`, expected one of `source`, `version`, `range`, `signedBy`, `revision`, `hashes` at line 5 column 5; take it from version control, or delete it and run `lumi install`
        Lumi.lock is not valid: random: `random` is not a provider; one looks like `hashicorp/random` or `registry.example.com/acme/dns`; take it from version control, or delete it and run `lumi install`
        Lumi.lock is not valid: packages.web.hashes: `lumipack:11111111111111111111111111111111111111111111111111111111111111` is not the hash of a library; one is `lumipack:` and 64 hexadecimal digits at line 17 column 5; take it from version control, or delete it and run `lumi install`
        Lumi.lock is not valid: web: `lumipack:1111111111111111111111111111111111111111111111111111111111111111` is the hash of a library; take it from version control, or delete it and run `lumi install`
        Lumi.lock is not valid: random: a library has one hash, which begins with `lumipack:`; take it from version control, or delete it and run `lumi install`
        Lumi.lock is not valid: packages.random.hashes: `h1:47DEQpj8HBSa+` is not a hash; one begins with `h1:` or `zh:`, and is that of SHA-256 at line 10 column 5; take it from version control, or delete it and run `lumi install`
        Lumi.lock is not valid: invalid type: string "hello", expected struct VersionDocument; take it from version control, or delete it and run `lumi install`
        Lumi.lock is not valid: missing field `version`; take it from version control, or delete it and run `lumi install`
        Lumi.lock is not valid: it has too many brackets; take it from version control, or delete it and run `lumi install`
        "#
    );
}
