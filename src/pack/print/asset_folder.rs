//! Paths of a library's own assets: in JavaScript they begin with the folder that a run has for the library.

use crate::il::Expr;

use super::doc::Doc;
use super::expressions::{CALL, quoted};
use super::member_guard::free_name;
use super::printer::Printer;

/// The specifier of a text that the host has for each library: the folder of its assets, with `/` at its end.
pub const ASSET_FOLDER: &str = "lumi:assets";

/// The name of the folder in a module with these names.
pub fn asset_folder_name(is_taken: impl Fn(&str) -> bool) -> String {
    free_name("$assets", is_taken)
}

impl Printer<'_> {
    /// The arguments of a new object of a class.
    pub fn new_arguments(&self, class: &Expr, arguments: &[Expr]) -> Doc {
        let own = self.own_assets.as_ref();
        match (own, arguments) {
            (Some(own), [path, rest @ ..]) if own.has(class, arguments) => {
                self.has_own_assets.set(true);
                let mut parts = vec![
                    Doc::text(format!("({} + ", self.asset_folder)),
                    self.expression(path, CALL),
                ];
                for it in rest {
                    parts.extend([Doc::text(", "), self.argument(it)]);
                }
                parts.push(Doc::text(")"));
                Doc::List(parts)
            }
            _ => self.arguments(arguments),
        }
    }

    /// The import of the folder, if the module needs it: behind the code, whose lines stay where they are.
    pub fn asset_folder_import(&self) -> Vec<Doc> {
        if !self.has_own_assets.get() {
            return Vec::new();
        }
        let import = format!(
            "import {} from {} with {{ type: \"text\" }};",
            self.asset_folder,
            quoted(ASSET_FOLDER)
        );
        vec![Doc::Break, Doc::text(import), Doc::Break]
    }
}
