//! Functions and classes.

use std::collections::HashSet;

use crate::il::{Body, Class, Function, Key, MemberKind, Parameter, PatternKind};

use super::module::{ModuleVerifier, Place};
use super::step::Step;
use super::violation::Rule;

impl<'a> ModuleVerifier<'a> {
    pub fn accessor(&mut self, function: &Function, parameters: usize) {
        if function.parameters.len() != parameters || function.is_async || function.is_generator {
            self.broken(
                Rule::Shapes,
                format!("this takes {parameters} parameters, and is neither async nor a generator"),
            );
        }
    }

    pub fn method(&mut self, function: &'a Function) {
        self.plain_function(function);
        let place = Place {
            in_method: true,
            ..Place::default()
        };
        self.function(function, place);
    }

    fn plain_function(&mut self, function: &Function) {
        if function.arrow || function.own.is_some() || !matches!(function.body, Body::Block(_)) {
            self.broken(Rule::Shapes, "a method has a block, and no name of its own");
        }
    }

    pub fn function_expression(&mut self, function: &'a Function) {
        if function.arrow && function.own.is_some() {
            self.broken(Rule::Shapes, "an arrow has no name of its own");
        }
        self.scope(|this| {
            function.own.iter().for_each(|it| this.declare(*it));
            let place = match function.arrow {
                true => this.place,
                false => Place::default(),
            };
            this.function(function, place);
        });
    }

    /// `place` says what the function has of the code around it.
    pub fn function(&mut self, function: &'a Function, place: Place) {
        if function.arrow && function.is_generator {
            self.broken(Rule::Shapes, "an arrow is not a generator");
        }
        if !function.arrow && !matches!(function.body, Body::Block(_)) {
            self.broken(Rule::Shapes, "a function that is not an arrow has a block");
        }
        let place = Place {
            in_function: true,
            may_await: function.is_async,
            may_yield: function.is_generator,
            in_loop: false,
            in_switch: false,
            is_top: false,
            ..place
        };
        self.function_types(function);
        let labels = std::mem::take(&mut self.labels);
        self.at_place(place, |this| {
            this.scope(|this| {
                let waits_for_nothing = Place {
                    may_await: false,
                    may_yield: false,
                    ..place
                };
                this.at_place(waits_for_nothing, |this| {
                    this.parameters(&function.parameters)
                });
                match &function.body {
                    Body::Value(it) => this.member("value", it),
                    Body::Block(body) => {
                        this.not_in_outer_scope(body);
                        this.block("block", body);
                    }
                }
            });
        });
        self.labels = labels;
    }

    fn parameters(&mut self, parameters: &'a [Parameter]) {
        let mut slots = Vec::new();
        for it in parameters {
            crate::print::bound(&it.pattern, &mut slots);
        }
        slots.into_iter().for_each(|it| self.declare(it));
        let last = parameters.len().saturating_sub(1);
        for (index, it) in parameters.iter().enumerate() {
            self.within(Step::Index(index), |this| {
                if matches!(it.pattern.kind, PatternKind::Rest(_)) && index != last {
                    this.broken(Rule::Shapes, "a rest parameter must be the last one");
                }
                this.pattern_part(&it.pattern, true, true);
            });
        }
    }

    pub fn class(&mut self, class: &'a Class) {
        self.type_parameters(&class.generics);
        class.super_types.iter().for_each(|it| self.value_type(it));
        if let Some(extends) = &class.extends {
            self.member("extends", extends);
        }
        let mut names = HashSet::new();
        for member in &class.members {
            if let Key::Private(name) = &member.key {
                names.insert(name.as_str());
            }
        }
        self.private_names.push(names);
        let mut constructors = 0;
        for (index, member) in class.members.iter().enumerate() {
            self.at = member.at;
            self.within(Step::Index(index), |this| {
                this.key(&member.key, true);
                let is_constructor = matches!(member.kind, MemberKind::Constructor(_));
                let is_named = matches!(&member.key, Key::Name(it) if it == "constructor");
                let is_prototype =
                    matches!(&member.key, Key::Name(it) if it == "prototype") && member.is_static;
                if is_constructor != (is_named && !member.is_static) || is_prototype {
                    this.broken(
                        Rule::Classes,
                        "only a constructor has the name `constructor`",
                    );
                }
                constructors += usize::from(is_constructor);
                this.class_member(&member.kind, class.extends.is_some());
            });
        }
        if constructors > 1 {
            self.broken(Rule::Classes, "a class has one constructor");
        }
        if has_twice(class) {
            self.broken(Rule::Names, "a private name is declared twice");
        }
        self.private_names.pop();
    }

    fn class_member(&mut self, kind: &'a MemberKind, is_derived: bool) {
        match kind {
            MemberKind::Constructor(it) => {
                self.plain_function(it);
                if it.is_async || it.is_generator {
                    self.broken(
                        Rule::Classes,
                        "a constructor is neither async nor a generator",
                    );
                }
                let place = Place {
                    in_method: true,
                    in_derived_constructor: is_derived,
                    ..Place::default()
                };
                self.function(it, place);
            }
            MemberKind::Method(it) => self.method(it),
            MemberKind::Getter(it) => {
                self.accessor(it, 0);
                self.method(it);
            }
            MemberKind::Setter(it) => {
                self.accessor(it, 1);
                self.method(it);
            }
            MemberKind::Field {
                value, value_type, ..
            } => {
                value_type.iter().for_each(|it| self.value_type(it));
                let place = Place {
                    in_method: true,
                    ..Place::default()
                };
                self.at_place(place, |this| this.optional("value", value.as_ref()));
            }
            MemberKind::Declared { value_type, .. } => {
                value_type.iter().for_each(|it| self.value_type(it))
            }
        }
    }
}

/// Whether two members have one private name, and are not a getter and a setter.
fn has_twice(class: &Class) -> bool {
    let mut seen: HashSet<(&str, u8)> = HashSet::new();
    class.members.iter().any(|member| {
        let Key::Private(name) = &member.key else {
            return false;
        };
        let kinds: &[u8] = match member.kind {
            MemberKind::Getter(_) => &[1],
            MemberKind::Setter(_) => &[2],
            _ => &[1, 2],
        };
        kinds.iter().any(|it| !seen.insert((name, *it)))
    })
}
