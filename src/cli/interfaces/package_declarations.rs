//! The declarations of a package: an index and a file for each class.

use std::collections::HashSet;
use std::fmt::Write as _;

use lumi_graph::{InterfaceError, PackageInterface, PackageMember};

use super::declaration_writer::{class_file, function_file, provider_file};

/// The number of members from which on a package is large: compilers read all that an index names, so
/// that of a large package names the files of what is used alone.
const LARGE: usize = 200;

/// A file below the folder of a package.
pub struct Declaration {
    pub path: String,
    pub text: String,
}

/// Whether an index names used members alone.
pub fn is_large(package: &dyn PackageInterface) -> bool {
    let members = package.members();
    members.resources.len() + members.data.len() + members.functions.len() >= LARGE
}

/// All declarations of a package, or those of used names.
pub fn declarations(
    package: &dyn PackageInterface,
    used: Option<&HashSet<String>>,
) -> Result<Vec<Declaration>, InterfaceError> {
    let members = package.members();
    let is_used = |it: &&PackageMember| used.is_none_or(|used| used.contains(&it.name));
    let mut files = Vec::new();
    let mut index = String::new();
    let mut unread: Vec<&str> = Vec::new();
    for member in &members.resources {
        if !is_used(&member) {
            unread.push(&member.name);
            continue;
        }
        let Some(class) = package.resource(&member.token)? else {
            continue;
        };
        let (name, file) = (&member.name, file_name(&member.token));
        let args = format!("{name}Args");
        let is_taken = members.resources.iter().any(|it| it.name == args);
        let args = if is_taken {
            String::new()
        } else {
            format!(", type {args}")
        };
        let _ = writeln!(index, "export {{ {name}{args} }} from \"./r/{file}.js\";");
        files.push(Declaration {
            path: format!("r/{file}.d.ts"),
            text: class_file(name, &class, "../../.."),
        });
    }
    index.push_str(
        "export * as data from \"./data.js\";\n\
         export * as functions from \"./functions.js\";\n\
         export { Provider, type ProviderArgs } from \"./provider.js\";\n",
    );
    if !unread.is_empty() {
        index.push_str("import type { UnreadClass as U } from \"../../lumi/package.js\";\n");
        let each = unread.iter().map(|it| format!("{it}:U"));
        let each: Vec<String> = each.collect();
        let _ = writeln!(index, "export declare const {};", each.join(","));
    }
    files.push(Declaration {
        path: "index.d.ts".to_owned(),
        text: index,
    });
    files.push(Declaration {
        path: "provider.d.ts".to_owned(),
        text: provider_file(&*package.configuration()?, "../.."),
    });
    for (all, folder, index) in [
        (&members.data, "d", "data"),
        (&members.functions, "f", "functions"),
    ] {
        functions(package, all, (folder, index), used, &mut files)?;
    }
    Ok(files)
}

fn functions(
    package: &dyn PackageInterface,
    all: &[PackageMember],
    (folder, index): (&str, &str),
    used: Option<&HashSet<String>>,
    files: &mut Vec<Declaration>,
) -> Result<(), InterfaceError> {
    let mut text = String::new();
    let mut unread = Vec::new();
    for member in all {
        let name = &member.name;
        if used.is_some_and(|used| !used.contains(name)) {
            unread.push(format!("u as {name}"));
            continue;
        }
        let Some(function) = package.function(&member.token)? else {
            continue;
        };
        let file = file_name(&member.token);
        let _ = writeln!(text, "export {{ {name} }} from \"./{folder}/{file}.js\";");
        files.push(Declaration {
            path: format!("{folder}/{file}.d.ts"),
            text: function_file(name, &function, "../../.."),
        });
    }
    if !unread.is_empty() {
        let _ = writeln!(
            text,
            "import type {{ UnreadFunction }} from \"../../lumi/package.js\";\n\
             declare const u: UnreadFunction;\nexport {{ {} }};",
            unread.join(",")
        );
    }
    text.push_str("export {};\n");
    files.push(Declaration {
        path: format!("{index}.d.ts"),
        text,
    });
    Ok(())
}

/// A name of a file, which no two tokens of one folder share: names of types are unique, and so are
/// tokens.
fn file_name(token: &str) -> String {
    let rest = token.split_once(':').map_or(token, |(_, rest)| rest);
    let rest = ["resources:", "data:", "functions:"]
        .iter()
        .find_map(|it| rest.strip_prefix(it))
        .unwrap_or(rest);
    let mut name = String::new();
    for character in rest.chars() {
        match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '-' => name.push(character),
            other => {
                let _ = write!(name, ".{:x}", u32::from(other));
            }
        }
    }
    name
}
