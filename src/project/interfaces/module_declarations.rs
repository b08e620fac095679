//! The declarations of the modules of a package, `lumi:aws/s3`, and of their classes, `lumi:aws/s3/Bucket`.
//!
//! Editors load a module when a program imports it, so it has all of its classes, also those that no source uses yet.
//! Compilers read every file that a module refers to, in types, too: only an import of one class reads no other one.
//! The files are apart from those of the package, whose index changes with the names that the project uses.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use lumi_graph::{InterfaceError, PackageInterface, PackageMember, PackageMembers};

use super::declaration_writer::{class_file, function_file, write_enum};
use super::package_declarations::{Declaration, file_name};

/// The folder of the declarations of modules, beside that of packages.
pub const MODULES: &str = "modules";

/// From a file of a function to the folder of types.
const UP: &str = "../../..";

/// For each module, a file in the folder of its package that leads to its declarations.
pub fn module_links(package: &dyn PackageInterface, names: &[&str]) -> Vec<Declaration> {
    let name = &package.members().package;
    let link = |module: &&str| Declaration {
        path: format!("{module}/index.d.ts"),
        text: format!(
            "export * from \"{}{MODULES}/{name}/{}.js\";\n",
            "../".repeat(3 + module.matches('/').count()),
            index_name(module)
        ),
    };
    names.iter().map(link).collect()
}

/// The declarations of modules, below their own folder: all of them, or those of these modules and classes. The index of
/// another module takes any inputs.
pub fn module_files(
    package: &dyn PackageInterface,
    wanted: Option<&BTreeSet<String>>,
) -> Result<Vec<Declaration>, InterfaceError> {
    let mut writer = ModuleWriter {
        package,
        files: Vec::new(),
    };
    for (name, members) in package.modules() {
        if wanted.is_none_or(|it| it.contains(&name)) {
            writer.module(&name, &members)?;
            continue;
        }
        writer.unread(&name, &members);
        let is_wanted = |member: &&PackageMember| {
            wanted.is_some_and(|it| it.contains(&format!("{name}/{}", member.name)))
        };
        for member in members.resources.iter().filter(is_wanted) {
            writer.class(&name, member, &members)?;
        }
        for member in members.functions.iter().filter(is_wanted) {
            writer.function_of_module(&name, member)?;
        }
    }
    Ok(writer.files)
}

/// The index of a module has a name that no file of a class has.
fn index_name(module: &str) -> String {
    format!("{}.index", module.replace('/', "."))
}

/// From a file of a class to the folder of types.
fn up(module: &str) -> String {
    format!("{UP}{}", "/..".repeat(module.matches('/').count()))
}

struct ModuleWriter<'p> {
    package: &'p dyn PackageInterface,
    files: Vec<Declaration>,
}

impl ModuleWriter<'_> {
    fn module(&mut self, name: &str, members: &PackageMembers) -> Result<(), InterfaceError> {
        let mut index = String::new();
        for member in &members.resources {
            if let Some(line) = self.class(name, member, members)? {
                index.push_str(&line);
            }
        }
        for member in &members.enums {
            if let Some(of) = self.package.enumeration(&member.token)? {
                write_enum(&mut index, &member.name, &of);
            }
        }
        if members.has_functions_beside_classes {
            for member in &members.functions {
                if let Some(line) = self.function_of_module(name, member)? {
                    index.push_str(&line);
                }
            }
        }
        for (list, folder, space) in [
            (&members.data, "d", "data"),
            (&members.ephemeral, "e", "ephemeral"),
        ] {
            if list.is_empty() {
                continue;
            }
            let mut text = String::new();
            self.functions(&mut text, folder, list)?;
            let file = format!("{}.{space}", index_name(name));
            let _ = writeln!(index, "export * as {space} from \"./{file}.js\";");
            self.add(&file, text);
        }
        index.push_str("export {};\n");
        self.add(&index_name(name), index);
        Ok(())
    }

    /// Writes the file of a class, and returns the line of the index that leads to it.
    fn class(
        &mut self,
        module: &str,
        member: &PackageMember,
        members: &PackageMembers,
    ) -> Result<Option<String>, InterfaceError> {
        let Some(class) = self.package.resource(&member.token)? else {
            return Ok(None);
        };
        let own = &member.name;
        let args = format!("{own}Args");
        let args = match members.resources.iter().any(|it| it.name == args) {
            true => String::new(),
            false => format!(", type {args}"),
        };
        let text = class_file(own, member.is_component, &class, &up(module));
        let file = self.member_file(module, member, text);
        Ok(Some(format!(
            "export {{ {own}{args} }} from \"./{file}.js\";\n"
        )))
    }

    /// Writes the file of a function beside classes, and returns the line of the index that leads to it.
    fn function_of_module(
        &mut self,
        module: &str,
        member: &PackageMember,
    ) -> Result<Option<String>, InterfaceError> {
        let Some(function) = self.package.function(&member.token)? else {
            return Ok(None);
        };
        let text = function_file(&member.name, &function, &up(module));
        let file = self.member_file(module, member, text);
        Ok(Some(format!(
            "export {{ {} }} from \"./{file}.js\";\n",
            member.name
        )))
    }

    /// An index whose classes and functions take anything.
    fn unread(&mut self, name: &str, members: &PackageMembers) {
        let mut index = String::from(
            "import type { UnreadClass, UnreadFunction } from \"../../lumi/package.js\";\n",
        );
        for member in &members.resources {
            let _ = writeln!(index, "export declare const {}: UnreadClass;", member.name);
        }
        for member in &members.functions {
            let _ = writeln!(
                index,
                "declare const {0}_: UnreadFunction;\nexport {{ {0}_ as {0} }};",
                member.name
            );
        }
        for member in &members.enums {
            let _ = writeln!(index, "export declare const {}: any;", member.name);
        }
        if !members.data.is_empty() {
            index.push_str("export declare const data: Record<string, UnreadFunction>;\n");
        }
        if !members.ephemeral.is_empty() {
            index.push_str("export declare const ephemeral: Record<string, UnreadFunction>;\n");
        }
        self.add(&index_name(name), index);
    }

    fn functions(
        &mut self,
        index: &mut String,
        folder: &'static str,
        members: &[PackageMember],
    ) -> Result<(), InterfaceError> {
        for member in members {
            if let Some(function) = self.package.function(&member.token)? {
                let text = function_file(&member.name, &function, UP);
                let file = self.file(folder, member, text);
                let _ = writeln!(index, "export {{ {} }} from \"./{file}.js\";", member.name);
            }
        }
        Ok(())
    }

    /// Adds the file of a member that is a module of its own, and returns its path without an extension.
    fn member_file(&mut self, module: &str, member: &PackageMember, text: String) -> String {
        let path = format!("{module}/{}", member.name);
        self.add(&path, text);
        path
    }

    /// Adds the file of a member, and returns its path without an extension.
    fn file(&mut self, folder: &'static str, member: &PackageMember, text: String) -> String {
        let path = format!("{folder}/{}", file_name(&member.token));
        self.add(&path, text);
        path
    }

    fn add(&mut self, path: &str, text: String) {
        self.files.push(Declaration {
            path: format!("{path}.d.ts"),
            text,
        });
    }
}
