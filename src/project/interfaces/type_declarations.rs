//! The declarations of the types of nested values: `types.input.ec2.InstanceDisk`.
//!
//! Each has a name in the namespaces `input` and `output`, which are those that Pulumi's packages for Node have.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use lumi_graph::{InterfaceError, PackageInterface, PropertyType};

use super::package_declarations::Declaration;
use super::type_dialect::Dialect;
use super::type_writer::{Direction, TypeWriter, nested_name};

/// The namespace of the types of a package.
pub const TYPES: &str = "types";

/// Names of one namespace, with the interfaces that they stand for.
type Aliases = BTreeMap<String, String>;

/// The file of the types of a package, or of those whose names are used; `None` if the package has none.
pub fn types_file(
    package: &dyn PackageInterface,
    used: Option<&HashSet<String>>,
) -> Result<Option<Declaration>, InterfaceError> {
    let members = package.nested_types();
    let taken = package.members();
    let all = [&taken.resources, &taken.functions, &taken.enums];
    let mut all = all.into_iter().flatten();
    if members.is_empty() || all.any(|it| it.name.split('.').next() == Some(TYPES)) {
        return Ok(None);
    }
    // An alias must not have the name of the interface that it stands for.
    let names = members.iter().map(|it| it.parts().1);
    let names = names.flat_map(names_of);
    let mut writer = TypeWriter::new(Dialect::Lumi, names);
    let mut spaces = [Direction::Input, Direction::Output].map(|it| (it, BTreeMap::new()));
    for member in &members {
        let (path, name) = member.parts();
        if used.is_some_and(|it| !it.contains(name)) {
            continue;
        }
        let Some(of) = package.nested_type(&member.token)? else {
            continue;
        };
        let of = PropertyType::Object(of);
        let space_name = path
            .split('.')
            .fold(String::new(), |all, it| nested_name(&all, it));
        let interface = nested_name(&space_name, name);
        for (direction, spaces) in &mut spaces {
            let text = writer.text(&of, *direction, &interface);
            let space: &mut Aliases = spaces.entry(path.to_owned()).or_default();
            // A schema may have a type of that name itself.
            if *direction == Direction::Input {
                let [_, args] = names_of(name);
                space.entry(args).or_insert_with(|| text.clone());
            }
            space.insert(name.to_owned(), text);
        }
    }
    let mut text = format!(
        "import * as lumi from \"../../lumi/package.js\";\n\n{}",
        writer.interfaces
    );
    for (direction, spaces) in &spaces {
        let name = match direction {
            Direction::Input | Direction::Plain => "input",
            Direction::Output => "output",
        };
        write_spaces(&mut text, name, spaces);
    }
    Ok(Some(Declaration {
        path: format!("{TYPES}.d.ts"),
        text,
    }))
}

/// The name of a type, and the one that packages for Node may give it as a type of inputs.
pub fn names_of(name: &str) -> [String; 2] {
    [name.to_owned(), format!("{name}Args")]
}

fn write_spaces(text: &mut String, name: &str, spaces: &BTreeMap<String, Aliases>) {
    let _ = writeln!(text, "export declare namespace {name} {{");
    for (path, aliases) in spaces {
        let indent = if path.is_empty() { "  " } else { "    " };
        if !path.is_empty() {
            let _ = writeln!(text, "  namespace {path} {{");
        }
        for (alias, interface) in aliases {
            let _ = writeln!(text, "{indent}type {alias} = {interface};");
        }
        if !path.is_empty() {
            text.push_str("  }\n");
        }
    }
    text.push_str("}\n");
}

#[cfg(test)]
mod tests {
    use lumi_provider::DescriptionKey;
    use lumi_pulumi::interface::{PulumiInterface, PulumiSchemaFile};

    use super::*;

    const SHOP: &str = include_str!("../../../tests/providers/pulumi/shop/schema.json");

    fn shop() -> PulumiInterface {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("schema");
        let key = DescriptionKey::default();
        PulumiSchemaFile::write(&path, key, SHOP).unwrap();
        PulumiInterface::new("shop", "", PulumiSchemaFile::open(&path, key).unwrap()).unwrap()
    }

    #[test]
    fn types_have_the_names_of_the_schema() {
        let file = types_file(&shop(), None).unwrap().unwrap();
        assert_eq!(file.path, "types.d.ts");
        insta::assert_snapshot!(file.text);
    }

    #[test]
    fn a_large_package_has_the_types_that_are_used() {
        let text = |used: &[&str]| {
            let used = used.iter().map(|it| (*it).to_owned()).collect();
            types_file(&shop(), Some(&used)).unwrap().unwrap().text
        };
        assert!(!text(&[]).contains("Dimensions"));
        assert!(text(&["Dimensions"]).contains("type DimensionsArgs = "));
    }
}
