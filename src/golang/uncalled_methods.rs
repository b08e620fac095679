//! Methods that packages of Go call on values, and those of LumiGo do not: a program with them would mean something else.

use std::rc::Rc;

use super::lowering::{Lowered, Lowering};
use super::refusal::Refusal;
use super::syntax::tree::FunctionDeclaration;
use super::types::has_pointer;

/// The package whose functions look for methods.
const JSON: &str = "encoding/json";

/// The advice about a method, if Go's package `encoding/json` calls it and that of LumiGo does not.
fn advice(method: &FunctionDeclaration) -> Option<&'static str> {
    match &*method.name.name {
        "UnmarshalJSON" => {
            Some("decode into a plain type, and make the value of it in a function")
        }
        "MarshalText" | "UnmarshalText" => {
            Some("convert the value to a string, or from one, in a function")
        }
        "MarshalJSON" if has_pointer(method) => {
            Some("give the method a receiver that is no pointer")
        }
        "IsZero" => Some("leave out `omitzero`, or rename the method"),
        _ => None,
    }
}

impl Lowering<'_> {
    /// Refuses methods of the program that its values of JSON would need.
    pub fn check_uncalled_methods(&mut self) {
        if !self.package_of_path.contains_key(JSON) {
            return;
        }
        let has_omitted = self.types.has_tag("omitzero");
        let own = self.types.named.iter();
        let own = own.filter(|it| !self.packages[it.package].is_library);
        let mut methods: Vec<Rc<FunctionDeclaration>> =
            own.flat_map(|it| it.methods.values().cloned()).collect();
        methods.sort_by_key(|it| it.name.at);
        for it in methods {
            let name = &it.name.name;
            let Some(help) = advice(&it).filter(|_| has_omitted || &**name != "IsZero") else {
                continue;
            };
            let pointer = if has_pointer(&it) { " of a pointer" } else { "" };
            let message = format!("LumiGo's {JSON} calls no method {name}{pointer}");
            let _: Lowered<()> = self.refuse(it.name.at, Refusal::Declaration, &message, help);
        }
    }
}
