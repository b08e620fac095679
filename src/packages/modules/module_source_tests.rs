use proptest::prelude::*;

use super::*;

/// The package of a source, and its folder behind a space, or the error.
fn read(text: &str) -> String {
    match ModuleSource::parse(text) {
        Ok(it) if it.folder.is_package() => it.package.to_string(),
        Ok(it) => format!("{} {}", it.package, it.folder),
        Err(error) => format!("error: {error}"),
    }
}

#[test]
fn sources_are_those_of_the_language() {
    for (text, expected) in [
        ("acme/net/aws", "acme/net/aws"),
        ("registry.opentofu.org/acme/net/aws", "acme/net/aws"),
        ("acme/net/aws//examples/foo", "acme/net/aws examples/foo"),
        (
            "example.com/acme/net/aws//a/../b",
            "example.com/acme/net/aws b",
        ),
        ("127.0.0.1:8080/acme/net/aws", "127.0.0.1:8080/acme/net/aws"),
        (
            "github.com/acme/net",
            "git::https://github.com/acme/net.git",
        ),
        (
            "github.com/acme/net.git",
            "git::https://github.com/acme/net.git",
        ),
        (
            "github.com/acme/net/a/b",
            "git::https://github.com/acme/net.git a/b",
        ),
        (
            "github.com/acme/net/a//b",
            "git::https://github.com/acme/net.git a/b",
        ),
        (
            "github.com/acme/net//a?ref=v1/x",
            "git::https://github.com/acme/net.git?ref=v1%2Fx a",
        ),
        (
            "bitbucket.org/acme/net",
            "git::https://bitbucket.org/acme/net.git",
        ),
        (
            "git@example.com:acme/net.git",
            "git::ssh://git@example.com/acme/net.git",
        ),
        (
            "git::git@example.com:acme/net.git//a?ref=v1&depth=1",
            "git::ssh://git@example.com/acme/net.git?ref=v1 a",
        ),
        (
            "git::https://example.com/net.git//a/b?ref=main&x=y",
            "git::https://example.com/net.git?x=y&ref=main a/b",
        ),
        (
            "git::ssh://me@example.com:22/net.git",
            "git::ssh://me@example.com:22/net.git",
        ),
        ("git::file:///srv/net", "git::file:///srv/net"),
        (
            "https://example.com/net.zip//a",
            "https://example.com/net.zip a",
        ),
        ("https://example.com/net.tgz", "https://example.com/net.tgz"),
        (
            "https://example.com/net?archive=tar.gz&sig=a%20b",
            "https://example.com/net?sig=a+b&archive=tar.gz",
        ),
        (
            "https://example.com/net?sig=a%20b",
            "https://example.com/net?sig=a%20b",
        ),
        ("https::https://example.com/net", "https://example.com/net"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn checksums_are_parts_of_a_package() {
    let digest = "AB".repeat(32);
    for prefix in ["sha256:", ""] {
        let text = format!("https://example.com/net.zip?checksum={prefix}{digest}");
        let expected = format!(
            "https://example.com/net.zip?checksum=sha256%3A{}",
            digest.to_lowercase()
        );
        assert_eq!(read(&text), expected);
    }
    for checksum in ["md5:00", "sha256:00", "x", "file:https://example.com/sums"] {
        let message = read(&format!("https://example.com/net.zip?checksum={checksum}"));
        assert!(message.starts_with("error: `checksum`"), "{message}");
    }
}

#[test]
fn other_sources_are_refused_with_advice() {
    insta::assert_snapshot!(
        [
            "boop/bloop",
            "acme/net/aws//../nope",
            "github.com/acme",
            "s3::https://s3-eu-west-1.amazonaws.com/modules/vpc.zip",
            "s3-eu-west-1.amazonaws.com/modules/vpc.zip",
            "www.googleapis.com/storage/v1/modules/vpc.zip",
            "hg::https://example.com/vpc",
            "oci://example.com/vpc",
            "ssh://git@example.com/net.git",
            "/srv/net",
            "C:\\net",
            "file:///srv/net",
            "https://example.com/net.tar.xz",
            "https://example.com/net?archive=rar",
            "http://example.com/net.zip",
            "git::http://example.com/net",
            "git://example.com/net",
            "git::https://user:secret@example.com/net",
            "https://user:secret@example.com/net.zip",
            "git::ssh://git@example.com:acme/net",
            "git::https://example.com/net?depth=x",
            "git::https://example.com/net?archive=zip",
            "git::https://example.com/net?sshkey=AAAA",
            "https://example.com/net?checksum=sha256:00",
            "a\nb/c/d",
        ]
        .map(read)
        .join("\n")
    );
}

#[test]
fn nothing_in_a_source_is_an_option() {
    for text in [
        "git::--upload-pack=touch /tmp/x",
        "git::-u:x",
        "git::ext::sh -c touch% /tmp/x",
        "ext::sh -c touch% /tmp/x",
        "git::fd::3",
        "git::ssh://-oProxyCommand=x/net",
        "git::ssh://%2DoProxyCommand=x/net",
        "git::ssh://-oProxyCommand=x@example.com/net",
        "git@-oProxyCommand=x:net",
        "git::https://example.com/net?ref=--upload-pack=x",
        "git::https://example.com/net?ref=-x",
        "git::https://example.com/net?ref=a:b",
        "git::https://example.com/net?ref=%2Ba",
        "git::https://example.com/net?ref=a%0Ab",
        "git::https://example.com/net?ref=a..b",
        "git::file://example.com/net",
        "git::../net",
    ] {
        assert!(read(text).starts_with("error: "), "{text}: {}", read(text));
    }
}

#[test]
fn places_of_servers_are_not_on_this_machine() {
    let place = |text: &str, document: &str| {
        let place = ModuleSource::parse_place(text, &Url::parse(document).unwrap());
        place.map(|(package, folder)| format!("{} {folder}", ModulePackage::Remote(package)))
    };
    let document = "https://example.com/v1/acme/net/aws/1.0.0/download";
    for (text, expected) in [
        (
            "./net.zip//a",
            "https://example.com/v1/acme/net/aws/1.0.0/net.zip a",
        ),
        ("/net.zip", "https://example.com/net.zip "),
        (
            "git::https://x.example/a?ref=1",
            "git::https://x.example/a?ref=1 ",
        ),
        (
            "github.com/acme/net",
            "git::https://github.com/acme/net.git ",
        ),
    ] {
        assert_eq!(place(text, document).unwrap(), expected);
    }
    for text in [
        "git::file:///etc",
        "http://127.0.0.1/a.zip",
        "git::http://localhost/a",
        "acme/net/aws",
        "../../../../../../a.zip//../b",
    ] {
        assert!(place(text, document).is_err(), "{text}");
    }
    assert!(place("git::http://localhost/a", "http://localhost:1/x").is_ok());
}

proptest! {
    #[test]
    fn a_package_is_read_as_it_is_written(
        text in "(git::|https://|git@|github\\.com/|[a-z]{1,3}::)?[-a-z0-9./:@%?=&#*~ ]{0,40}(\\?(ref|archive|depth|checksum)=[-a-z0-9./%+]{0,12})?"
    ) {
        if let Ok(source) = ModuleSource::parse(&text) {
            let written = source.package.to_string();
            let again = ModuleSource::parse(&written);
            let again = again.map_err(|error| TestCaseError::fail(format!("{written}: {error}")))?;
            prop_assert_eq!(&again.package, &source.package, "{}", written);
            prop_assert!(!source.folder.as_str().split('/').any(|it| it == ".."));
            if let ModulePackage::Remote(RemotePackage::Git(it)) = &source.package {
                prop_assert!(!it.url().as_str().starts_with('-'));
                prop_assert!(!it.reference().unwrap_or_default().starts_with('-'));
            }
        }
    }

    #[test]
    fn no_source_is_a_panic(text in ".{0,60}") {
        if let Err(error) = ModuleSource::parse(&text) {
            drop(error.to_string());
        }
    }
}
