//! Each rule of the verifier refuses what breaks it.

use serde_json::{Value, json};

use super::*;
use crate::fuzzing::sealed;
use crate::{Rule, VerifyError, verify};

/// The rules that a module breaks.
fn rules(module: &Value) -> Vec<Rule> {
    match verify(&sealed(&module.to_string())) {
        Ok(_) => Vec::new(),
        Err(VerifyError::Broken(violations)) => violations.into_iter().map(|it| it.rule).collect(),
        Err(error) => panic!("{error:?}"),
    }
}

/// The modules of a folder below `tests/lumiil`, by the names of their files.
fn fixtures(folder: &str) -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/lumiil")
        .join(folder);
    let files = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let read = |path: std::path::PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (
            path.display().to_string(),
            serde_json::from_str(&text).unwrap(),
        )
    };
    let found: Vec<_> = files.map(read).collect();
    assert!(!found.is_empty());
    found
}

#[test]
fn correct_modules_are_accepted() {
    for (name, module) in fixtures("accepted") {
        assert_eq!(rules(&module), [], "{name}");
    }
}

#[test]
fn modules_that_break_a_rule_are_refused() {
    let mut covered = BTreeMap::new();
    for (name, fixture) in fixtures("refused") {
        let found: Vec<String> = rules(&fixture["module"])
            .into_iter()
            .map(Rule::code)
            .collect();
        let rule = fixture["rule"].as_str().unwrap().to_owned();
        assert!(found.contains(&rule), "{name}: {found:?}");
        covered.insert(rule, name);
    }
    // The others are about packages as a whole, and have tests of their own.
    assert_eq!(covered.len(), 12, "{covered:?}");
}

/// Each rule is described.
#[test]
fn the_specification_has_every_rule() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lumiil.md");
    let page = fs::read_to_string(page).unwrap();
    for rule in Rule::ALL {
        assert!(
            page.contains(&format!("| {} |", rule.code())),
            "{}",
            rule.code()
        );
    }
}

#[test]
fn other_forms_of_a_module_are_refused() {
    let correct = json!({
        "lumiil": 1, "name": "index", "imports": [], "locals": [], "types": [], "body": [], "exports": []
    });
    let correct = correct.to_string();
    assert!(verify(&sealed(&correct)).is_ok());
    for text in [
        String::new(),
        correct.replace("\"lumiil\":1", "\"lumiil\":2"),
        correct.replace("\"body\"", "\"other\""),
        format!(" {correct}"),
        correct.replace("\"body\":[]", "\"body\":[],\"more\":1"),
        correct.replace(
            "\"body\":[]",
            &format!("\"body\":[{}]", "{\"block\":[".repeat(5_000)),
        ),
    ] {
        let error = verify(&sealed(&text)).map(drop).unwrap_err();
        let VerifyError::Broken(violations) = error else {
            panic!("{error:?}")
        };
        assert!(
            matches!(violations[0].rule, Rule::WellFormed | Rule::Limits),
            "{violations:?}"
        );
    }
}

#[test]
fn a_violation_names_node_and_position() {
    let text = "const a = 1;\nexport const b =\n  [a, a];";
    let built = built_text(text);
    let archive = crate::archive::read(&built.bytes).unwrap();
    let mut files = archive.files.clone();
    let code = files.get_mut("il/index.json").unwrap();
    *code = code.replacen("{\"local\":0}]", "{\"local\":9}]", 1);
    let bytes = mutations::sealed_again(archive.manifest, files);
    let VerifyError::Broken(violations) = verify(&bytes).map(drop).unwrap_err() else {
        panic!("it is readable")
    };
    assert_eq!(
        violations[0].to_string(),
        "LP007: index.ts:3:7: the slot 9 does not exist (module index, body[1].variable.value.array[1])"
    );
}

#[test]
fn archives_are_not_believed() {
    use crate::ReadError;
    let built = built_text("export const a = 1;");
    let unreadable = |bytes: &[u8]| match verify(bytes).map(drop).unwrap_err() {
        VerifyError::Unreadable(error) => error,
        other => panic!("{other:?}"),
    };
    assert!(matches!(unreadable(b""), ReadError::NotZip(_)));
    assert!(matches!(
        unreadable(&built.bytes[..built.bytes.len() / 2]),
        ReadError::NotZip(_)
    ));
    let zip = |files: &[(&str, &str)]| {
        let files: BTreeMap<&str, String> = files
            .iter()
            .map(|(name, text)| (*name, (*text).to_owned()))
            .collect();
        lumi_closure::zip::ZipWriter::default().zip(&files)
    };
    assert_eq!(unreadable(&zip(&[("a", "b")])), ReadError::NoManifest);
    assert!(matches!(
        unreadable(&zip(&[("../a", "b")])),
        ReadError::Name(_)
    ));
    assert_eq!(
        unreadable(&zip(&[("manifest.json", "{\"lumipack\":2}")])),
        ReadError::Newer(2)
    );
    assert_eq!(
        unreadable(&zip(&[("manifest.json", "{\"lumipack\":1,\"lumiil\":9}")])),
        ReadError::NewerCode(9)
    );
    assert!(matches!(
        unreadable(&zip(&[("manifest.json", "[")])),
        ReadError::Manifest(_)
    ));
    // Few bytes that would become gigabytes of values.
    let many = format!("{{\"lumipack\":1,\"a\":[{}1]}}", "1,".repeat(9 << 20));
    assert_eq!(
        unreadable(&zip(&[("manifest.json", &many)])),
        ReadError::ManifestTooLarge
    );
}

#[test]
fn sources_are_files_of_programs() {
    use crate::archive::{code_hash, debug_file, read, whole_hash};
    let refused = |file: &str| {
        let mut archive = read(&built_text("export const a = 1;").bytes).unwrap();
        archive.manifest.modules[0].file = file.to_owned();
        let debug = archive.files.get_mut(&debug_file("index")).unwrap();
        *debug = debug.replace("index.ts", file);
        archive.manifest.code = code_hash(&archive.manifest);
        archive.manifest.hash = whole_hash(&archive.manifest, &archive.files);
        let manifest = crate::archive::manifest_text(&archive.manifest);
        archive
            .files
            .insert(crate::archive::MANIFEST.to_owned(), manifest);
        let files: BTreeMap<&str, String> = archive
            .files
            .iter()
            .map(|(name, text)| (name.as_str(), text.clone()))
            .collect();
        match verify(&lumi_closure::zip::ZipWriter::default().zip(&files)) {
            Ok(_) => false,
            Err(VerifyError::Broken(all)) => all.iter().all(|it| it.rule == Rule::Files),
            Err(other) => panic!("{other:?}"),
        }
    };
    for file in ["index.ts", "index.mts", "index.py", "index.js"] {
        assert!(!refused(file), "{file}");
    }
    for file in [
        "Lumi.yaml",
        ".lumi/index.ts",
        "../index.ts",
        "/index.ts",
        "index",
        "other.ts",
        "lib/index.ts",
        "a/.lumi/b.js",
        ".git/index.js",
        "a/.GIT/b.js",
        ".Git. /b.js",
        ".g\u{200c}it/b.js",
        "lib/other.ts/index.ts/.git",
    ] {
        assert!(refused(file), "{file}");
    }
}

#[test]
fn files_differ_in_more_than_case() {
    let files = |names: [&str; 2]| {
        let entry = format!("import \"./{}\";\nimport \"./{}\";\n", names[0], names[1]);
        let [one, other] = names;
        let texts = [
            ("index.ts", entry.as_str()),
            (one, "export const a = 1;"),
            (other, "export const b = 1;"),
        ];
        let compiled = compiled(&mut Texts::of(&texts)).unwrap();
        verify(&built(&compiled).bytes)
    };
    assert!(files(["a.ts", "b.ts"]).is_ok());
    assert!(files(["lib/a.ts", "lib/b.ts"]).is_ok());
    for names in [["a.ts", "A.ts"], ["lib/a.ts", "Lib/b.ts"], ["é.ts", "É.ts"]] {
        match files(names) {
            Err(VerifyError::Broken(all)) => {
                assert!(all.iter().all(|it| it.rule == Rule::Files), "{all:?}");
            }
            other => panic!("{names:?}: {:?}", other.map(|it| it.manifest.hash.clone())),
        }
    }
}
