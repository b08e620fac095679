//! Assets: which code names, and what the verifier refuses.

use lumi_closure::zip::ZipWriter;

use super::*;
use crate::archive::{
    Assets, Files, MANIFEST, Manifest, code_hash, hash, manifest_text, read, whole_hash,
};
use crate::{AssetFile, AssetUses, Rule, VerifyError, asset_uses, verify};

fn uses(text: &str) -> AssetUses {
    asset_uses(&compiled(&mut Texts::of(&[("index.ts", text)])).unwrap())
}

fn paths(text: &str) -> Vec<(String, bool)> {
    let named = uses(text).named.into_iter();
    named.map(|it| (it.path, it.is_archive)).collect()
}

#[test]
fn code_names_assets_by_texts_and_constants() {
    let import =
        "import { FileArchive, FileAsset } from \"lumi\"; import * as lumi from \"lumi\";\n";
    let cases = [
        ("export const a = new FileAsset(\"a\");", vec![("a", false)]),
        (
            "export const a = new lumi.FileArchive(`a`);",
            vec![("a", true)],
        ),
        (
            "const d = \"x\"; const e = d + \"/y\"; export const a = () => new FileAsset(`${e}/z`);",
            vec![("x/y/z", false)],
        ),
        (
            "export function f(b: boolean) { return new FileArchive(b ? \"p\" : \"q\"); }",
            vec![("p", true), ("q", true)],
        ),
    ];
    for (text, expected) in cases {
        let found = paths(&format!("{import}{text}"));
        let found: Vec<_> = found.iter().map(|it| (it.0.as_str(), it.1)).collect();
        assert_eq!(found, expected, "{text}");
    }
    let computed = uses(&format!(
        "{import}let b = \"x\"; b += \"y\"; export const a = new FileAsset(b);"
    ));
    assert_eq!(computed.named, []);
    assert_eq!(
        (computed.computed[0].line, computed.computed[0].column),
        (2, 55)
    );
}

/// Constants of constants would take forever.
#[test]
fn texts_that_double_have_an_end() {
    let mut text = "import { FileAsset } from \"lumi\"; const a0 = \"x\";".to_owned();
    for at in 1..60 {
        text.push_str(&format!("const a{at} = a{} + a{};", at - 1, at - 1));
    }
    text.push_str("export const a = new FileAsset(a59);");
    assert_eq!(uses(&text).computed.len(), 1);
}

fn pack() -> (Manifest, Files, Assets) {
    let mut program = compiled(&mut Texts::of(&[("index.ts", "export const a = 1;")])).unwrap();
    for (name, bytes) in [("a.bin", vec![0, 255]), ("code/b.js", b"b".to_vec())] {
        let file = AssetFile {
            bytes,
            is_executable: name == "a.bin",
        };
        program.assets.insert(name.to_owned(), file);
    }
    program.folders.insert("code".to_owned());
    let archive = read(&built(&program).bytes).unwrap();
    (archive.manifest, archive.files, archive.assets)
}

/// The package of these files, with the hashes that they have now.
fn sealed(mut manifest: Manifest, mut files: Files, assets: &Assets) -> Vec<u8> {
    manifest.code = code_hash(&manifest);
    manifest.hash = whole_hash(&manifest, &files);
    files.insert(MANIFEST.to_owned(), manifest_text(&manifest));
    let texts = files.iter().map(|(name, it)| (name.clone(), it.as_bytes()));
    let assets = assets
        .iter()
        .map(|(name, it)| (name.clone(), it.as_slice()));
    ZipWriter::default().zip(&texts.chain(assets).collect::<BTreeMap<String, &[u8]>>())
}

fn rules(bytes: &[u8]) -> Vec<Rule> {
    match verify(bytes) {
        Ok(_) => Vec::new(),
        Err(VerifyError::Broken(violations)) => violations.into_iter().map(|it| it.rule).collect(),
        Err(VerifyError::Unreadable(_)) => vec![Rule::Archive],
    }
}

#[test]
fn a_package_has_its_assets() {
    let (manifest, files, assets) = pack();
    let bytes = sealed(manifest, files, &assets);
    let pack = verify(&bytes).unwrap();
    let found: Vec<_> = pack.assets().collect();
    assert_eq!(
        found,
        [("a.bin", &[0, 255][..], true), ("code/b.js", b"b", false)]
    );
    assert_eq!(pack.manifest.folders, ["code"]);
}

#[test]
fn assets_that_are_not_what_the_manifest_says_are_refused() {
    type Edit = fn(&mut Manifest, &mut Assets);
    let cases: [(&str, Rule, Edit); 10] = [
        ("swapped", Rule::Hash, |_, assets| {
            assets.insert("assets/a.bin".to_owned(), b"other".to_vec());
        }),
        ("missing", Rule::Files, |_, assets| {
            assets.remove("assets/a.bin");
        }),
        ("not named", Rule::Files, |_, assets| {
            assets.insert("assets/c".to_owned(), Vec::new());
        }),
        ("traversal", Rule::Archive, |manifest, assets| {
            manifest.assets[0].file = "../a.bin".to_owned();
            let bytes = assets.remove("assets/a.bin").unwrap();
            assets.insert("assets/../a.bin".to_owned(), bytes);
        }),
        ("absolute", Rule::Archive, |manifest, assets| {
            manifest.assets[0].file = "/a.bin".to_owned();
            let bytes = assets.remove("assets/a.bin").unwrap();
            assets.insert("assets//a.bin".to_owned(), bytes);
        }),
        ("keys", Rule::Files, |manifest, assets| {
            manifest.assets[0].file = ".Lumi/a".to_owned();
            let bytes = assets.remove("assets/a.bin").unwrap();
            assets.insert("assets/.Lumi/a".to_owned(), bytes);
        }),
        ("order", Rule::Files, |manifest, _| {
            manifest.assets.reverse()
        }),
        ("twice", Rule::Files, |manifest, _| {
            let first = manifest.assets[0].clone();
            manifest.assets.insert(0, first);
        }),
        ("file and folder", Rule::Files, |manifest, assets| {
            manifest.assets[0].file = "code".to_owned();
            let bytes = assets.remove("assets/a.bin").unwrap();
            assets.insert("assets/code".to_owned(), bytes);
        }),
        ("folder outside", Rule::Files, |manifest, _| {
            manifest.folders = vec!["code/../..".to_owned()];
        }),
    ];
    for (name, rule, edit) in cases {
        let (mut manifest, files, mut assets) = pack();
        edit(&mut manifest, &mut assets);
        let found = rules(&sealed(manifest, files, &assets));
        assert!(found.contains(&rule), "{name}: {found:?}");
    }
}

/// A hash that fits the bytes does not fit the hash of the package.
#[test]
fn an_asset_is_not_swapped_with_its_hash() {
    let (mut manifest, mut files, mut assets) = pack();
    manifest.assets[0].hash = hash(b"other");
    assets.insert("assets/a.bin".to_owned(), b"other".to_vec());
    files.insert(MANIFEST.to_owned(), manifest_text(&manifest));
    let texts = files.iter().map(|(name, it)| (name.clone(), it.as_bytes()));
    let all = assets
        .iter()
        .map(|(name, it)| (name.clone(), it.as_slice()));
    let bytes = ZipWriter::default().zip(&texts.chain(all).collect::<BTreeMap<String, &[u8]>>());
    assert_eq!(rules(&bytes), [Rule::Hash]);
}
