use std::fs;

use super::ModuleTree;

/// The errors and warnings of a folder with these files.
fn diagnostics(files: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    ModuleTree::load(folder.path()).1.to_string()
}

/// Parts of the language that are not supported: each is refused with its name and line, never ignored.
#[test]
fn unsupported_parts_are_refused_by_name_and_line() {
    for (text, name) in [
        ("removed {\n  from = a_b.c\n}", "`removed`"),
        (
            "removed {\n  from = a_b.c\n  lifecycle {\n    destroy = false\n  }\n}",
            "`removed`",
        ),
        ("terraform {\n  backend \"s3\" {\n  }\n}", "`s3`"),
        ("terraform {\n  cloud {\n  }\n}", "`cloud`"),
        ("terraform {\n  encryption {\n  }\n}", "`encryption`"),
        ("ephemeral \"a_b\" \"c\" {\n}", "ephemeral resource `a_b`"),
        (
            "module \"m\" {\n  source = \"terraform-aws-modules/vpc/aws\"\n}",
            "not installed",
        ),
        (
            "resource \"a_b\" \"c\" {\n  provisioner \"local-exec\" {\n    command = \"x\"\n  }\n}",
            "`provisioner`",
        ),
        (
            "resource \"a_b\" \"c\" {\n  connection {\n  }\n}",
            "`connection`",
        ),
    ] {
        let message = diagnostics(&[("main.tf", text)]);
        assert!(message.contains(name), "{text}\n{message}");
        assert!(message.contains("main.tf:"), "{text}\n{message}");
        assert!(message.starts_with("error: "), "{text}\n{message}");
    }
}

#[test]
fn declarations_that_are_there_twice_are_refused() {
    for text in [
        "variable \"a\" {\n}\nvariable \"a\" {\n}",
        "locals {\n  a = 1\n}\nlocals {\n  a = 2\n}",
        "output \"a\" {\n  value = 1\n}\noutput \"a\" {\n  value = 2\n}",
        "resource \"a_b\" \"c\" {\n}\nresource \"a_b\" \"c\" {\n}",
        "provider \"a\" {\n}\nprovider \"a\" {\n}",
    ] {
        let message = diagnostics(&[("main.tf", text)]);
        assert!(
            message.contains("twice") || message.contains("already"),
            "{text}\n{message}"
        );
    }
}

/// A check that an override would drop is an error.
#[test]
fn override_files_cannot_replace_checks() {
    let base = "variable \"a\" {\n  type = number\n}\n";
    let change = "variable \"a\" {\n  validation {\n    condition = var.a > 0\n    error_message = \"x\"\n  }\n}\n";
    let message = diagnostics(&[("main.tf", base), ("override.tf", change)]);
    assert!(
        message.contains("`validation` cannot be overridden"),
        "{message}"
    );
}

#[test]
fn override_files_replace_backends() {
    let message = diagnostics(&[
        ("main.tf", "terraform {\n  backend \"s3\" {\n  }\n}\n"),
        (
            "override.tf",
            "terraform {\n  backend \"local\" {\n  }\n}\n",
        ),
    ]);
    assert_eq!(message, "");
}

/// Two calls of the next module in each of thirty folders are a billion modules.
#[test]
fn trees_of_modules_have_a_limit() {
    let mut files: Vec<(String, String)> = Vec::new();
    for at in 0..30 {
        let call = |name| format!("module \"{name}\" {{\n  source = \"../m{}\"\n}}\n", at + 1);
        files.push((format!("m{at}/main.tf"), [call("a"), call("b")].concat()));
    }
    files.push(("m30/main.tf".to_owned(), "locals {}\n".to_owned()));
    files.push((
        "main.tf".to_owned(),
        "module \"a\" {\n  source = \"./m0\"\n}\n".to_owned(),
    ));
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let message = diagnostics(&files);
    assert!(message.contains("modules"), "{message}");
    assert!(message.starts_with("error: "), "{message}");
}
