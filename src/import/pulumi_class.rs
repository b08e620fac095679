//! Classes of types in the packages of Pulumi for Node.

use std::path::Path;

use lumi_graph::ResourceType;
use lumi_pulumi::NpmPackage;

use super::code::PackageClass;

/// The class of a type: that of an installed package, or else of the one that Pulumi publishes.
pub fn pulumi_class(folder: &Path, of: &ResourceType) -> PackageClass {
    PackageClass {
        package: npm_package(folder, of.package()),
        class: class(of),
    }
}

/// The class with its namespaces: `aws:s3/bucket:Bucket` is `s3.Bucket`, `kubernetes:core/v1:Pod` is `core.v1.Pod`.
fn class(of: &ResourceType) -> String {
    let name = of.type_name();
    let mut parts: Vec<&str> = of.module().split(['/', '.']).collect();
    // In packages of the bridge, the last part is the name of the file of the class.
    let is_file =
        |it: &&str| it.eq_ignore_ascii_case(name) && it.starts_with(|it: char| it.is_lowercase());
    if parts.len() > 1 && parts.last().is_some_and(is_file) {
        parts.pop();
    }
    let is_root = |it: &&&str| matches!(**it, "" | "index");
    let parts: Vec<&str> = parts.iter().filter(|it| !is_root(it)).copied().collect();
    match parts.is_empty() {
        true => name.to_owned(),
        false => format!("{}.{name}", parts.join(".")),
    }
}

fn npm_package(folder: &Path, package: &str) -> String {
    let published = format!("@pulumi/{package}");
    if folder.join("node_modules").join(&published).is_dir() {
        return published;
    }
    let mut others = NpmPackage::all(folder).into_iter();
    let of_package = others.find(|it| it.plugin.as_ref().is_some_and(|it| it.name == package));
    of_package.map_or(published, |it| it.name)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn modules_are_namespaces() {
        let class = |token: &str| class(&ResourceType::parse(token).unwrap());
        assert_eq!(class("random:index/randomPet:RandomPet"), "RandomPet");
        assert_eq!(class("aws:s3/bucketV2:BucketV2"), "s3.BucketV2");
        assert_eq!(class("kubernetes:core/v1:Pod"), "core.v1.Pod");
        assert_eq!(
            class("azure-native:storage:StorageAccount"),
            "storage.StorageAccount"
        );
        assert_eq!(class("shop:index:Item"), "Item");
    }

    #[test]
    fn an_installed_package_says_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let add = |path: &str, manifest: &str| {
            let path = folder.path().join("node_modules").join(path);
            fs::create_dir_all(&path).unwrap();
            fs::write(path.join("package.json"), manifest).unwrap();
        };
        add(
            "@acme/pulumi-pets",
            r#"{ "name": "@acme/pulumi-pets", "pulumi": { "resource": true, "name": "pets" } }"#,
        );
        add("left-pad", r#"{ "name": "left-pad" }"#);
        assert_eq!(npm_package(folder.path(), "pets"), "@acme/pulumi-pets");
        assert_eq!(npm_package(folder.path(), "aws"), "@pulumi/aws");
    }
}
