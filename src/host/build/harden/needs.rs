//! The functions of `js/primordials.ts` that rewritten modules use, and their code.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::builtins::{BOUND, owners};

/// The names that rewritten modules import from `js/primordials.ts`.
#[derive(Default)]
pub struct Needs {
    pub globals: BTreeSet<String>,
    pub statics: BTreeSet<(String, String)>,
    /// Methods by name and number of arguments; `None` for a variable number.
    pub methods: BTreeSet<(String, Option<usize>)>,
}

impl Needs {
    /// The code that is appended to `js/primordials.ts`.
    pub fn code(&self) -> String {
        let mut code = String::new();
        for name in &self.globals {
            match name.as_str() {
                "Map" | "Set" => writeln!(code, "export {{ ${name} }};"),
                _ => writeln!(code, "export const ${name} = {name};"),
            }
            .expect("a text can be written");
        }
        for (owner, name) in &self.statics {
            let value = match BOUND.contains(&owner.as_str()) {
                true => format!("apply(bind, {owner}.{name}, [{owner}])"),
                false => format!("{owner}.{name}"),
            };
            let _ = writeln!(code, "export const ${owner}_{name} = {value};");
        }
        let names: BTreeSet<&str> = self.methods.iter().map(|it| it.0.as_str()).collect();
        for name in names {
            for (_, prototype, prefix, _) in owners(name) {
                let _ = writeln!(code, "const {prefix}_{name} = uncurry({prototype}.{name});");
            }
        }
        for (name, count) in &self.methods {
            code.push_str(&method(name, *count));
        }
        code
    }
}

/// The name of the function that [`method`] generates.
pub fn function_name(name: &str, count: Option<usize>) -> String {
    match count {
        Some(count) => format!("${name}_{count}"),
        None => format!("${name}_n"),
    }
}

/// Generates the function that calls the captured method of this name.
fn method(name: &str, count: Option<usize>) -> String {
    let function = function_name(name, count);
    let arguments: Vec<String> = (0..count.unwrap_or(0)).map(|it| format!("a{it}")).collect();
    let parameters = match count {
        Some(_) => [&["it".to_owned()], arguments.as_slice()]
            .concat()
            .join(", "),
        None => "it, ...args".to_owned(),
    };
    let mut code = format!("export function {function}({parameters}) {{\n");
    let mut knows_prototype = false;
    for (test, _, prefix, _) in owners(name) {
        if test.starts_with("of ") && !knows_prototype {
            knows_prototype = true;
            code.push_str("  if (it === undefined || it === null) return absent(it);\n");
            code.push_str("  const of = getPrototypeOf(Object_(it));\n");
        }
        let _ = match count {
            Some(_) => writeln!(code, "  if ({test}) return {prefix}_{name}({parameters});"),
            None => writeln!(
                code,
                "  if ({test}) return apply({prefix}_{name}, undefined, [it, ...new Lists(args)]);"
            ),
        };
    }
    let call = match count {
        Some(_) => format!("it.{name}({})", arguments.join(", ")),
        None => format!("apply(it.{name}, it, args)"),
    };
    let _ = writeln!(code, "  return {call};\n}}");
    code
}
