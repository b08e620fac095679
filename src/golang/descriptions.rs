//! Descriptions of types, which the code has when it runs.

use lumi_pack::il::{At, Expr};

use super::expressions::member;
use super::lowering::Lowering;
use super::nodes::{
    array, arrow, boolean, call, constant, evaluate, local, null, number, object, string,
};
use super::types::{Basic, Field, Found, Kind, Selection, TypeId, is_exported};

impl Lowering<'_> {
    /// The description of a type.
    pub fn description(&mut self, of: TypeId, at: At) -> Expr {
        if let Some(found) = self.descriptors.get(&of) {
            return Expr {
                kind: found.kind.clone(),
                at,
            };
        }
        let none = At::default();
        let found = match self.types.kind(of).clone() {
            Kind::Basic(basic) => {
                let name = format!(
                    "{}Type",
                    if basic == Basic::Text {
                        "string"
                    } else {
                        basic.name()
                    }
                );
                self.library("types", &name, none)
            }
            Kind::Interface(it) if it.methods.is_empty() => self.library("types", "anyType", none),
            Kind::Slice(element) if self.is_any(element) => {
                self.library("types", "anySliceType", none)
            }
            Kind::Map(key, value) if key == self.basic(Basic::Text) && self.is_any(value) => {
                self.library("types", "anyMapType", none)
            }
            kind => {
                let slot = self.slot("Type");
                let found = local(slot, none);
                if let Kind::Named(_) = kind {
                    self.descriptors.insert(of, found.clone());
                    self.to_complete.push_back(of);
                }
                let made = self.made_description(of, &kind, none);
                self.described.push(constant(slot, made, none));
                if matches!(kind, Kind::Pointer(_) | Kind::Struct(_))
                    && !self.types.method_names(of).is_empty()
                {
                    self.to_complete.push_back(of);
                }
                found
            }
        };
        self.descriptors.insert(of, found.clone());
        Expr {
            kind: found.kind,
            at,
        }
    }

    fn is_any(&self, of: TypeId) -> bool {
        matches!(self.types.kind(of), Kind::Interface(it) if it.methods.is_empty() && it.union.is_none())
    }

    fn made_description(&mut self, of: TypeId, kind: &Kind, at: At) -> Expr {
        let shown = string(&self.types.shown(of), at);
        let (name, mut arguments) = match kind {
            Kind::Named(_) => {
                let is_library = self
                    .types
                    .named_of(of)
                    .is_some_and(|it| self.packages[it.package].is_library);
                ("named", vec![shown, boolean(is_library, at)])
            }
            Kind::Pointer(it) => ("pointerTo", vec![shown, self.description(*it, at)]),
            Kind::Slice(it) => ("sliceTypeOf", vec![shown, self.description(*it, at)]),
            Kind::Array(length, it) => {
                #[expect(clippy::cast_precision_loss, reason = "arrays are shorter")]
                let length = number(*length as f64, at);
                ("arrayOf", vec![shown, length, self.description(*it, at)])
            }
            Kind::Map(key, value) => (
                "mapTypeOf",
                vec![
                    shown,
                    self.description(*key, at),
                    self.description(*value, at),
                ],
            ),
            Kind::Struct(fields) => {
                let fields = fields
                    .iter()
                    .map(|it| self.field_description(it, at))
                    .collect();
                ("structOf", vec![shown, array(fields, at)])
            }
            Kind::Interface(it) => {
                let methods = it.methods.iter();
                let methods = methods.map(|(name, of)| {
                    array(
                        vec![string(name, at), string(&self.types.shown(*of), at)],
                        at,
                    )
                });
                ("interfaceOf", vec![shown, array(methods.collect(), at)])
            }
            _ => ("functionOf", vec![shown]),
        };
        let callee = self.library("types", name, at);
        call(callee, std::mem::take(&mut arguments), at)
    }

    fn field_description(&mut self, of: &Field, at: At) -> Expr {
        let description = self.description(of.of, at);
        object(
            vec![
                ("name".to_owned(), string(&of.name, at)),
                ("member".to_owned(), string(&member(&of.name), at)),
                ("type".to_owned(), description),
                ("tag".to_owned(), string(&of.tag, at)),
                ("isEmbedded".to_owned(), boolean(of.is_embedded, at)),
                ("isExported".to_owned(), boolean(is_exported(&of.name), at)),
            ],
            at,
        )
    }

    /// Makes the definitions and methods of types that are described.
    pub fn complete_descriptions(&mut self) {
        while let Some(of) = self.to_complete.pop_front() {
            let at = At::default();
            let description = self.description(of, at);
            let under = match self.types.kind(of) {
                Kind::Named(_) => {
                    let under = self.types.underlying(of);
                    self.description(under, at)
                }
                _ => null(at),
            };
            let methods = self.method_descriptions(of, at);
            let callee = self.library("types", "define", at);
            let code = call(callee, vec![description, under, object(methods, at)], at);
            self.completed.push(evaluate(code));
        }
    }

    fn method_descriptions(&mut self, of: TypeId, at: At) -> Vec<(String, Expr)> {
        let mut found = Vec::new();
        if self.types.is_interface(of) {
            return found;
        }
        for name in self.types.method_names(of) {
            let package = self.types.package_of_method(of, &name);
            let package = package.unwrap_or(self.package);
            let Some(selection) = self.types.method(of, &name, package) else {
                continue;
            };
            let signature = self.method_type(&selection);
            let Some(code) = self.method_function(of, &selection, at) else {
                continue;
            };
            let signature = string(&self.types.shown(signature), at);
            found.push((name.to_string(), array(vec![code, signature], at)));
        }
        found
    }

    /// A method as a function of the value that an interface has.
    fn method_function(&mut self, of: TypeId, selection: &Selection, at: At) -> Option<Expr> {
        let receiver = self.slot("it");
        let value = self.embedded(local(receiver, at), &selection.path, at);
        let last = selection.path.last().map_or(of, |it| it.1);
        let code = match &selection.found {
            Found::Field(..) => return None,
            Found::Interface(name, _) => self.go("boundMethod", vec![value, string(name, at)], at),
            Found::Method(method) => {
                let is_pointer = matches!(self.types.under(last), Kind::Pointer(_));
                let is_aggregate = self.types.is_aggregate(method.of);
                let value = match (method.has_pointer, is_pointer, is_aggregate) {
                    (true, true, _) | (true, false, true) => value,
                    (true, false, false) => {
                        let (name, before) = selection
                            .path
                            .split_last()
                            .map(|(last, before)| (last.0.clone(), before))?;
                        let object = self.embedded(local(receiver, at), before, at);
                        self.go("field", vec![object, string(&member(&name), at)], at)
                    }
                    (false, _, true) => {
                        let description = self.description(method.of, at);
                        self.go("copied", vec![description, value], at)
                    }
                    (false, true, false) => self.go("load", vec![value], at),
                    (false, false, false) => value,
                };
                let function = self.method_code(method, 0).ok()?;
                self.go("bound", vec![function, value], at)
            }
        };
        Some(arrow(&[receiver], code, at))
    }
}
