//! Types: their names are printed as they are.

use crate::il::{Function, Token, Type, TypeMember, TypeParameter};
use crate::intrinsics::is_identifier;

use super::module::ModuleVerifier;
use super::step::Step;
use super::violation::Rule;

impl ModuleVerifier<'_> {
    /// The declared types, and those of local variables.
    pub fn types(&mut self) {
        let module = self.module;
        for (index, it) in module.types.iter().enumerate() {
            self.within(Step::Member("types"), |this| {
                this.within(Step::Index(index), |this| {
                    this.type_word(&it.name);
                    this.type_parameters(&it.generics);
                    it.extends.iter().for_each(|it| this.value_type(it));
                    this.value_type(&it.value_type);
                    if it.interface != matches!(it.value_type, Type::Members(_)) && it.interface {
                        this.broken(Rule::Types, "an interface has members");
                    }
                });
            });
        }
        for local in &module.locals {
            local.value_type.iter().for_each(|it| self.value_type(it));
        }
    }

    pub fn function_types(&mut self, function: &Function) {
        self.type_parameters(&function.generics);
        let parameters = function
            .parameters
            .iter()
            .filter_map(|it| it.value_type.as_ref());
        parameters
            .chain(&function.result)
            .for_each(|it| self.value_type(it));
    }

    pub fn type_parameters(&mut self, parameters: &[TypeParameter]) {
        for it in parameters {
            self.type_word(&it.name);
            it.extends
                .iter()
                .chain(&it.default)
                .for_each(|it| self.value_type(it));
        }
    }

    fn type_word(&mut self, name: &str) {
        if !is_identifier(name) {
            self.broken(
                Rule::Types,
                format!("`{}` is not a name of a type", name.escape_debug()),
            );
        }
    }

    pub fn value_type(&mut self, value_type: &Type) {
        match value_type {
            Type::Array(it) | Type::Keyof(it) | Type::Readonly(it) => self.value_type(it),
            Type::Tuple(list) | Type::Union(list) | Type::Intersection(list) => {
                if list.is_empty() && !matches!(value_type, Type::Tuple(_)) {
                    self.broken(Rule::Types, "a type of several needs one");
                }
                list.iter().for_each(|it| self.value_type(it));
            }
            Type::Members(members) => self.type_members(members, false),
            Type::Function { parameters, result } => {
                self.type_members(parameters, true);
                self.value_type(result);
            }
            Type::Named { name, arguments } => {
                self.type_name(name);
                arguments.iter().for_each(|it| self.value_type(it));
            }
            Type::Literal(it) if it.is_object() || it.is_array() || it.is_null() => {
                self.broken(
                    Rule::Types,
                    "a literal type is that of a text, a number or a truth value",
                );
            }
            _ => {}
        }
    }

    fn type_members(&mut self, members: &[TypeMember], are_parameters: bool) {
        for it in members {
            if it.rest && !are_parameters {
                self.broken(Rule::Types, "only parameters can stand for the rest");
            }
            if are_parameters {
                self.type_word(&it.name);
            }
            self.value_type(&it.value_type);
        }
    }

    fn type_name(&mut self, name: &str) {
        let token = Token::of(name);
        let last = match name.contains(':') {
            true if token.is_whole() => token.name(),
            true => "",
            false => name,
        };
        if !last.split('.').all(is_identifier) {
            self.broken(
                Rule::Types,
                format!("`{}` is not a name of a type", name.escape_debug()),
            );
        }
    }
}
