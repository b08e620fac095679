//! Methods that packages of Go call on values, and those of LumiGo do not: a program with them would mean something else.

use std::rc::Rc;

use super::lowering::{Lowered, Lowering};
use super::refusal::Refusal;
use super::syntax::tree::FunctionDeclaration;
use super::types::has_pointer;

const JSON: &str = "encoding/json";

/// The package of Go that calls a method, if that of LumiGo does not, and what to do instead.
fn caller(method: &FunctionDeclaration) -> Option<(&'static str, &'static str)> {
    Some(match &*method.name.name {
        "UnmarshalJSON" => (
            JSON,
            "decode into a plain type, and make the value of it in a function",
        ),
        "MarshalText" | "UnmarshalText" => (
            JSON,
            "convert the value to a string, or from one, in a function",
        ),
        "MarshalJSON" if has_pointer(method) => {
            (JSON, "give the method a receiver that is no pointer")
        }
        "IsZero" => (JSON, "leave out `omitzero`, or rename the method"),
        "GoString" => ("fmt", "rename the method, and call it"),
        _ => return None,
    })
}

impl Lowering<'_> {
    /// Refuses methods of the program that packages which it imports would call in Go.
    pub fn check_uncalled_methods(&mut self) {
        let has_omitted = self.types.has_tag("omitzero");
        let own = self.types.named.iter();
        let own = own.filter(|it| !self.packages[it.package].is_library);
        let mut methods: Vec<Rc<FunctionDeclaration>> =
            own.flat_map(|it| it.methods.values().cloned()).collect();
        methods.sort_by_key(|it| it.name.at);
        for it in methods {
            let name = &it.name.name;
            let Some((package, help)) = caller(&it) else {
                continue;
            };
            let is_called = has_omitted || &**name != "IsZero";
            if !is_called || !self.package_of_path.contains_key(package) {
                continue;
            }
            let pointer = if has_pointer(&it) {
                " of a pointer"
            } else {
                ""
            };
            let message = format!("LumiGo's {package} calls no method {name}{pointer}");
            let _: Lowered<()> = self.refuse(it.name.at, Refusal::Declaration, &message, help);
        }
    }
}
