//! Documents are packages: the archive of one is that of which it was made.

use lumi_closure::zip::ZipWriter;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::conformance::fixtures;
use super::*;
use crate::archive::{MANIFEST, MAX_DEPTH, manifest_text, read};
use crate::{AssetFile, DataFile, DocumentFormat, VerifyError, archive_of, document, verify};

const FORMATS: [DocumentFormat; 2] = [DocumentFormat::Json, DocumentFormat::Yaml];

fn assert_is_whole(bytes: &[u8]) {
    for format in FORMATS {
        let text = document(bytes, format).unwrap();
        let again = archive_of(text.as_bytes(), format);
        let again = again.unwrap_or_else(|error| panic!("{format:?}: {error}: {text}"));
        assert!(again == bytes, "{format:?}: {text}");
    }
}

#[test]
fn documents_of_programs_are_their_packages() {
    for name in ["language", "closures", "errors", "cluster"] {
        let built = built(&compiled(&mut Texts::read(name)).unwrap());
        assert_is_whole(&built.bytes);
    }
}

/// The archives of the fixtures are compressed by another implementation.
#[test]
fn documents_of_fixtures_have_their_hashes() {
    for (path, expected) in fixtures("lumipack/accepted") {
        let bytes = fs::read(path.with_extension("lumipack")).unwrap();
        for format in FORMATS {
            let text = document(&bytes, format).unwrap();
            let archive = archive_of(text.as_bytes(), format).unwrap();
            let pack = verify(&archive).unwrap();
            assert_eq!(json!(pack.manifest.hash), expected["hash"]);
        }
    }
}

/// The codes of the rules that an archive breaks.
fn broken(bytes: &[u8]) -> Vec<String> {
    match verify(bytes) {
        Ok(_) => Vec::new(),
        Err(VerifyError::Unreadable(error)) => vec![error.to_string()],
        Err(VerifyError::Broken(all)) => all.iter().map(|it| it.rule.code()).collect(),
    }
}

#[test]
fn documents_of_packages_that_are_refused_break_the_same_rules() {
    let mut count = 0;
    for (path, _) in fixtures("lumipack/refused") {
        let bytes = fs::read(path.with_extension("lumipack")).unwrap();
        for format in FORMATS {
            let Ok(text) = document(&bytes, format) else {
                continue;
            };
            // A document has no white space of the manifest.
            let archive = read(&bytes).unwrap();
            if archive.text != manifest_text(&archive.manifest) {
                continue;
            }
            let again = archive_of(text.as_bytes(), format).unwrap();
            assert_eq!(broken(&again), broken(&bytes), "{}", path.display());
            count += 1;
        }
    }
    assert!(count > 50, "{count}");
}

#[test]
fn code_that_is_deeper_than_yaml_is_a_text() {
    let text = format!(
        "export const sum = {}1{};",
        "1 + (".repeat(300),
        ")".repeat(300)
    );
    assert_is_whole(&built_text(&text).bytes);
    // A text with characters that are not seen is base64.
    let text = format!("export const line = \"\u{2028}\";\n{text}");
    assert_is_whole(&built_text(&text).bytes);
}

/// The archive with other text in the files whose names begin with `folder`.
fn with_text(bytes: &[u8], folder: &str, change: impl Fn(&str) -> String) -> Vec<u8> {
    let mut archive = read(bytes).unwrap();
    let mut files = archive.files.iter_mut();
    let (_, text) = files.find(|it| it.0.starts_with(folder)).unwrap();
    *text = change(text);
    let mut files = archive.files;
    files.insert(MANIFEST.to_owned(), archive.text);
    ZipWriter::default().zip(&files)
}

#[test]
fn files_of_json_that_are_not_canonical_are_whole() {
    let bytes = built_text("export const a = 1;").bytes;
    for folder in ["il/", "debug/"] {
        assert_is_whole(&with_text(&bytes, folder, |it| it.replace(',', ",\r\n")));
        assert_is_whole(&with_text(&bytes, folder, |it| format!("{it}\u{7f}")));
        // Such an object is one with bytes in a document.
        assert_is_whole(&with_text(&bytes, folder, |_| {
            r#"{"base64":"YQ=="}"#.to_owned()
        }));
    }
}

/// A document with `files` in JSON.
fn with_files(files: &str) -> Vec<u8> {
    let bytes = built_text("export const a = 1;").bytes;
    let text = document(&bytes, DocumentFormat::Json).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    format!(
        r#"{{"manifest": {}, "files": {files}}}"#,
        document["manifest"]
    )
    .into_bytes()
}

fn refused(text: &[u8], format: DocumentFormat) -> String {
    match archive_of(text, format) {
        Err(error) => error.to_string(),
        Ok(bytes) => verify(&bytes).unwrap_err().first(),
    }
}

#[test]
fn documents_that_are_none_are_refused() {
    let deep = format!("{{\"il/index.json\": {}1", "[".repeat(MAX_DEPTH + 1));
    for (files, reason) in [
        (r#"{"a": "1", "a": "2"}"#, "the member \"a\" is in it twice"),
        (
            r#"{"il/a.json": {"b": 1, "b": 2}}"#,
            "the member \"b\" is in it twice",
        ),
        (r#"{"manifest.json": "{}"}"#, "a file is in it twice"),
        (r#"{"../a": ""}"#, "a name that no package has"),
        (r#"{"assets/../../a": ""}"#, "a name that no package has"),
        (r#"{"/etc/a": ""}"#, "a name that no package has"),
        (r#"{"assets/a": {"base64": "*"}}"#, "invalid length at 0"),
        (
            r#"{"assets/a": {"base64": "", "b": 1}}"#,
            "neither a text nor",
        ),
        (r#"{"data/a": [1]}"#, "neither a text nor"),
        (&deep, "nested more than 4000 levels deep"),
        ("{}}", "trailing characters"),
        ("{}, \"more\": 1", "unknown field `more`"),
        ("{}, \"files\": {}", "the member \"files\" is in it twice"),
        ("[]", "an object with the files by their names"),
        ("{}", "does not match its hash"),
    ] {
        let found = refused(&with_files(files), DocumentFormat::Json);
        assert!(found.contains(reason), "{files:.60}: {found}");
    }
}

#[test]
fn documents_in_yaml_have_no_more_than_json() {
    let lines: Vec<String> = (1..12)
        .map(|it| {
            format!(
                "l{it}: &l{it} [{}]",
                vec![format!("*l{}", it - 1); 9].join(", ")
            )
        })
        .collect();
    let bomb = format!(
        "manifest:\n  l0: &l0 [a]\n  {}\nfiles: {{}}\n",
        lines.join("\n  ")
    );
    let copies = format!(
        "manifest:\n  a: &a {}\n  b: [{}]\nfiles: {{}}\n",
        "x".repeat(100_000),
        "*a, ".repeat(50)
    );
    let brackets = format!("manifest: {}\n", "[".repeat(100_000));
    let blocks = format!("manifest:\n  {}a\n", "- ".repeat(100_000));
    for (text, reason) in [
        (bomb.as_str(), "its aliases"),
        (copies.as_str(), "its aliases"),
        (brackets.as_str(), "nested too deeply"),
        (blocks.as_str(), "recursion limit exceeded"),
        (
            "manifest: {}\nfiles:\n  a: x\n  a: y\n",
            "the member \"a\" is in it twice",
        ),
        ("manifest: {1: a}\n", "a text as the name of a member"),
        ("manifest: {a: .inf}\n", "not finite"),
        ("manifest: {a: !tag b}\n", "it has a tag of YAML"),
        ("manifest: {!tag a: b}\n", "it has a tag of YAML"),
        ("manifest: {}\nfiles: !tag {}\n", "it has a tag of YAML"),
        ("!tag {}\n", "it has a tag of YAML"),
        // A text, so that the manifest is what is wrong.
        (
            "manifest: {}\nfiles: {\"assets/a\": yes}\n",
            "`lumipack` must be the version of the format",
        ),
        (
            "manifest: {}\n---\nmanifest: {}\n",
            "more than one document",
        ),
        ("", "expected an object with `manifest` and `files`"),
    ] {
        let found = refused(text.as_bytes(), DocumentFormat::Yaml);
        assert!(found.contains(reason), "{text:.60}: {found}");
    }
}

/// Values of JSON without numbers that are equal to others.
fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>()
            .prop_filter("finite", |it| it.is_finite())
            .prop_map(Value::from),
        texts().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((texts(), inner), 0..4)
                .prop_map(|it| Value::from(it.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// Texts that readers of YAML take for something else, and any others.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "[-?:,\\[\\]{}#&*!|>'\"%@` \n\t\r0-9a~=<.eExo+_\u{85}\u{2028}\u{feff}]{0,12}",
        proptest::sample::select(vec![
            "null",
            "~",
            "yes",
            "no",
            "on",
            "off",
            "y",
            "true",
            "0x10",
            "0o7",
            "010",
            "1e3",
            ".5",
            "1_000",
            ".inf",
            "-.nan",
            "2001-01-01",
            "1:30",
            "<<",
            "=",
            "---",
            "...",
            "- a",
            "? a",
            " a",
            "a ",
            "\n",
            "a\n",
            "\na",
            "a\n\n",
            " \n a",
            "+1",
            "-0",
            "0b1",
            "!!str a",
            "&a",
            "*a",
        ])
        .prop_map(str::to_owned),
        ".{0,20}",
    ]
}

/// Texts with more brackets than a graph may have levels. The names of files that have them here are so long that the
/// writer of YAML has them behind a question mark.
fn texts_in_brackets() -> impl Strategy<Value = String> {
    let parts = vec!["[", "['", "[\n", "[#", "{\"", "[]"];
    proptest::sample::select(parts).prop_map(|it| it.repeat(2_500))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn documents_of_any_files_are_their_packages(
        settings in proptest::collection::vec((texts(), values()), 0..4),
        data in proptest::collection::btree_map("[a-z~]{1,5}", texts(), 0..4),
        assets in proptest::collection::btree_map("(null|[0-9a-z. #'-]{1,9})", proptest::collection::vec(any::<u8>(), 0..20), 0..4),
        text_assets in proptest::collection::btree_map("[A-Z]{1,3}", texts(), 0..4),
        long_assets in proptest::collection::btree_map("[a-z\\[{#']{130}", texts_in_brackets(), 0..2),
        description in texts(),
        code in texts(),
    ) {
        thread_local! {
            static COMPILED: Compiled = compiled(&mut Texts::of(&[("index.ts", "export const a = [1, null, \"b\"];")])).unwrap();
        }
        let mut compiled = COMPILED.with(Clone::clone);
        compiled.data = data
            .into_iter()
            .map(|(name, text)| (name, DataFile { text, is_text: true }))
            .collect();
        let text_assets = text_assets.into_iter().chain(long_assets);
        let bytes = assets.into_iter().chain(text_assets.map(|(name, it)| (name, it.into_bytes())));
        compiled.assets = bytes
            .filter(|it| crate::is_asset_name(&it.0))
            .map(|(name, bytes)| (name, AssetFile { is_executable: bytes.len() % 2 == 1, bytes }))
            .collect();
        for it in &mut compiled.modules {
            for local in &mut it.module.locals {
                local.name.clone_from(&code);
            }
        }
        let about = PackDescription {
            name: code.clone(),
            version: "1.0.0".to_owned(),
            description: Some(description),
            license: None,
            kind: PackKind::Library,
            dependencies: BTreeMap::new(),
            settings: settings.into_iter().collect(),
        };
        assert_is_whole(&build(&compiled, about).unwrap().bytes);
    }
}
