//! The declarations of a package: an index, and a file for each class and function.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use lumi_graph::{InterfaceError, PackageInterface, PackageMember};

use super::declaration_writer::{class_file, function_file, provider_file, write_enum};
use super::module_declarations::module_links;
use super::type_declarations::{TYPES, types_file};

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
    member_count(package) >= LARGE
}

/// The number of classes, functions and enumerations.
pub fn member_count(package: &dyn PackageInterface) -> usize {
    let members = package.members();
    let lists = [
        &members.resources,
        &members.data,
        &members.ephemeral,
        &members.functions,
        &members.enums,
    ];
    lists.iter().map(|it| it.len()).sum()
}

/// All declarations of a package, or those of used names.
pub fn declarations(
    package: &dyn PackageInterface,
    used: Option<&HashSet<String>>,
) -> Result<Vec<Declaration>, InterfaceError> {
    let members = package.members();
    let mut writer = PackageWriter {
        package,
        used,
        names: members
            .resources
            .iter()
            .map(|it| it.name.as_str())
            .collect(),
        spaces: BTreeMap::from([(String::new(), Space::default())]),
        files: Vec::new(),
    };
    for member in &members.resources {
        writer.class(member)?;
    }
    for member in &members.enums {
        writer.enumeration(member)?;
    }
    if members.has_functions_beside_classes {
        for member in &members.functions {
            writer.function(member)?;
        }
    }
    let types = types_file(package, used)?;
    let mut files = writer.finish(types.is_some());
    files.extend(types);
    files.push(Declaration {
        path: "provider.d.ts".to_owned(),
        text: provider_file(&*package.configuration()?, "../.."),
    });
    let apart: &[PackageMember] = match members.has_functions_beside_classes {
        true => &[],
        false => &members.functions,
    };
    for (all, folder, index) in [
        (members.data.as_slice(), "d", "data"),
        (members.ephemeral.as_slice(), "e", "ephemeral"),
        (apart, "f", "functions"),
    ] {
        functions(package, all, (folder, index), used, &mut files)?;
    }
    let modules = package.modules();
    let names: Vec<&str> = modules.keys().map(String::as_str).collect();
    files.extend(module_links(package, &names));
    Ok(files)
}

/// Writes an index for each namespace, and a file for each class and function.
struct PackageWriter<'p> {
    package: &'p dyn PackageInterface,
    used: Option<&'p HashSet<String>>,
    /// The names of all classes.
    names: HashSet<&'p str>,
    spaces: BTreeMap<String, Space>,
    files: Vec<Declaration>,
}

/// The index of a namespace.
#[derive(Default)]
struct Space {
    text: String,
    /// The members that no source of the project uses.
    classes: Vec<String>,
    functions: Vec<String>,
}

/// The folder of the indices of namespaces.
const SPACES: &str = "n";

impl<'p> PackageWriter<'p> {
    fn is_used(&self, name: &str) -> bool {
        self.used.is_none_or(|used| used.contains(name))
    }

    /// The namespace of a member, which is made with those around it.
    fn space(&mut self, path: &str) -> &mut Space {
        if !self.spaces.contains_key(path) {
            let (above, name) = path.rsplit_once('.').unwrap_or(("", path));
            let folder = match above {
                "" => format!("./{SPACES}/"),
                _ => "./".to_owned(),
            };
            let line = format!("export * as {name} from \"{folder}{path}.js\";\n");
            self.space(above).text.push_str(&line);
        }
        self.spaces.entry(path.to_owned()).or_default()
    }

    fn class(&mut self, member: &'p PackageMember) -> Result<(), InterfaceError> {
        let (path, name) = member.parts();
        if !self.is_used(name) {
            self.space(path).classes.push(name.to_owned());
            return Ok(());
        }
        let Some(class) = self.package.resource(&member.token)? else {
            return Ok(());
        };
        let file = file_name(&member.token);
        let args = match self.names.contains(format!("{}Args", member.name).as_str()) {
            true => String::new(),
            false => format!(", type {name}Args"),
        };
        let up = up(path);
        let line = format!("export {{ {name}{args} }} from \"{up}r/{file}.js\";\n");
        self.space(path).text.push_str(&line);
        self.files.push(Declaration {
            path: format!("r/{file}.d.ts"),
            text: class_file(name, member.is_component, &class, "../../.."),
        });
        Ok(())
    }

    fn function(&mut self, member: &'p PackageMember) -> Result<(), InterfaceError> {
        let (path, name) = member.parts();
        if !self.is_used(name) {
            self.space(path).functions.push(name.to_owned());
            return Ok(());
        }
        let Some(function) = self.package.function(&member.token)? else {
            return Ok(());
        };
        let file = file_name(&member.token);
        let up = up(path);
        let line = format!("export {{ {name} }} from \"{up}f/{file}.js\";\n");
        self.space(path).text.push_str(&line);
        self.files.push(Declaration {
            path: format!("f/{file}.d.ts"),
            text: function_file(name, &function, "../../.."),
        });
        Ok(())
    }

    fn enumeration(&mut self, member: &'p PackageMember) -> Result<(), InterfaceError> {
        let (path, name) = member.parts();
        if !self.is_used(name) {
            let line = format!("export declare const {name}: any;\n");
            self.space(path).text.push_str(&line);
        } else if let Some(of) = self.package.enumeration(&member.token)? {
            write_enum(&mut self.space(path).text, name, &of);
        }
        Ok(())
    }

    fn finish(mut self, has_types: bool) -> Vec<Declaration> {
        for (path, space) in self.spaces {
            let mut text = space.text;
            if path.is_empty() {
                text.push_str(
                    "export * as data from \"./data.js\";\n\
                     export * as ephemeral from \"./ephemeral.js\";\n\
                     export * as functions from \"./functions.js\";\n\
                     export { Provider, type ProviderArgs } from \"./provider.js\";\n",
                );
                if has_types {
                    let _ = writeln!(text, "export type * as {TYPES} from \"./{TYPES}.js\";");
                }
            }
            // The declarations of the SDK are beside the folder of all packages.
            let sdk = match path.as_str() {
                "" => "../../lumi/package.js",
                _ => "../../../lumi/package.js",
            };
            if !space.classes.is_empty() {
                let each: Vec<String> = space.classes.iter().map(|it| format!("{it}:U")).collect();
                let _ = writeln!(
                    text,
                    "import type {{ UnreadClass as U }} from \"{sdk}\";\n\
                     export declare const {};",
                    each.join(",")
                );
            }
            write_unread(&mut text, &space.functions, sdk);
            self.files.push(Declaration {
                path: match path.as_str() {
                    "" => "index.d.ts".to_owned(),
                    path => format!("{SPACES}/{path}.d.ts"),
                },
                text,
            });
        }
        self.files
    }
}

/// From the index of a namespace to the folder of the package.
fn up(path: &str) -> &'static str {
    match path {
        "" => "./",
        _ => "../",
    }
}

/// Functions that take anything until a source of the project names them.
fn write_unread(text: &mut String, names: &[String], sdk: &str) {
    if !names.is_empty() {
        let each: Vec<String> = names.iter().map(|it| format!("u as {it}")).collect();
        let _ = writeln!(
            text,
            "import type {{ UnreadFunction }} from \"{sdk}\";\n\
             declare const u: UnreadFunction;\nexport {{ {} }};",
            each.join(",")
        );
    }
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
            unread.push(name.clone());
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
    write_unread(&mut text, &unread, "../../lumi/package.js");
    text.push_str("export {};\n");
    files.push(Declaration {
        path: format!("{index}.d.ts"),
        text,
    });
    Ok(())
}

/// A name of a file, which no two tokens of one folder share: names of types are unique, and so are
/// tokens.
pub fn file_name(token: &str) -> String {
    let rest = token.split_once(':').map_or(token, |(_, rest)| rest);
    let rest = ["resources:", "data:", "ephemeral:", "functions:"]
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
