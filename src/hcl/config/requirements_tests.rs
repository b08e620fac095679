//! Tests of the names of packages.

use std::fs;

use super::*;

/// The names of the packages of two files: of the root module, and of a module that it calls.
fn packages(root: &str, child: &str) -> Vec<(String, String)> {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("child")).unwrap();
    let call = "module \"child\" { source = \"./child\" }\n";
    fs::write(folder.path().join("main.tf"), format!("{call}{root}")).unwrap();
    fs::write(folder.path().join("child/main.tf"), child).unwrap();
    let (tree, diagnostics) = ModuleTree::load(folder.path());
    assert!(!diagnostics.has_errors(), "{diagnostics:?}");
    let packages = required_packages(&tree).into_iter();
    packages.map(|it| (it.source, it.name)).collect()
}

fn required(local: &str, source: &str) -> String {
    format!(
        "terraform {{\n  required_providers {{\n    {local} = {{ source = \"{source}\" }}\n  }}\n}}\n"
    )
}

#[test]
fn names_of_packages_are_those_of_sources() {
    let child = required("random", "acme/random");
    let named = ("acme/random".to_owned(), "acme-random".to_owned());
    assert_eq!(packages("", &child), std::slice::from_ref(&named));
    let root = required("random", "hashicorp/random");
    let both = packages(&root, &child);
    assert!(both.contains(&named), "{both:?}");
    assert!(both.contains(&("hashicorp/random".to_owned(), "random".to_owned())));
    let renamed = packages(&required("other", "hashicorp/random"), &child);
    assert_eq!(renamed, both);
}

#[test]
fn names_of_packages_are_valid() {
    for (source, name) in [
        ("opentofu/lua", "lua"),
        ("hashicorp/google_beta", "google-beta"),
        ("hashicorp/dynamic", "hashicorp-dynamic"),
        (
            "example.com:8080/hashicorp/dns",
            "example-com-8080-hashicorp-dns",
        ),
        (BUILT_IN, BUILT_IN_PACKAGE),
    ] {
        assert_eq!(package_name(source), name);
    }
}

#[test]
fn sources_with_one_name_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let text = "terraform {
  required_providers {
    a = { source = \"hashicorp/random\" }
    b = { source = \"opentofu/random\" }
  }
}
";
    fs::write(folder.path().join("main.tf"), text).unwrap();
    let (tree, _) = ModuleTree::load(folder.path());
    let error = ProviderAddresses::of(&tree).check(&tree).unwrap_err();
    assert!(error.to_string().contains("`random`"), "{error}");
}
