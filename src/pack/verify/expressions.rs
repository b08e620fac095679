//! Expressions, patterns, functions and classes.

use std::collections::HashSet;

use crate::il::{
    Body, Class, Expr, ExprKind, Function, Key, MemberKind, ObjectPattern, Parameter, Pattern,
    PatternKind, Property, Template,
};
use crate::intrinsics::{ASSIGN, BINARY, UNARY, is_identifier, is_member};

use super::module::{ModuleVerifier, Place, Step};
use super::text::{is_raw_template, is_regex};
use super::violation::Rule;

impl<'a> ModuleVerifier<'a> {
    pub fn expression(&mut self, expression: &'a Expr) {
        self.at = expression.at;
        match &expression.kind {
            ExprKind::Null
            | ExprKind::Undefined
            | ExprKind::This
            | ExprKind::Bool(_)
            | ExprKind::String(_) => {}
            ExprKind::Number(it) => self.number(*it),
            ExprKind::Hole => self.broken(Rule::Shapes, "a hole must be in an array"),
            ExprKind::Spread(_) => self.broken(
                Rule::Shapes,
                "a spread must be in an array or among arguments",
            ),
            ExprKind::Regex(pattern, flags) => {
                if !is_regex(pattern, flags) {
                    self.broken(Rule::Shapes, "this is no regular expression");
                }
            }
            ExprKind::Template(it) => self.template(it, false),
            ExprKind::Tagged { tag, template } => {
                self.member("tag", tag);
                self.template(template, true);
            }
            ExprKind::Array(items) => self.list("array", items, true),
            ExprKind::Object(properties) => {
                for (index, it) in properties.iter().enumerate() {
                    self.within(Step::Index(index), |this| this.property(it));
                }
            }
            ExprKind::Function(it) => self.within(Step::Member("function"), |this| {
                this.function_expression(it)
            }),
            ExprKind::Class(it) => self.within(Step::Member("class"), |this| {
                this.scope(|this| {
                    it.own.iter().for_each(|it| this.declare(*it));
                    this.class(it);
                });
            }),
            ExprKind::Closure(it) => {
                if it.shape != crate::il::ClosureShape::Expression {
                    self.broken(Rule::Closures, "a closure of this shape cannot stand here");
                }
                self.closure(it, None);
            }
            ExprKind::Local(slot) => self.local(*slot),
            ExprKind::Token(it) => self.token(it),
            ExprKind::Intrinsic(it) => self.intrinsic(it),
            ExprKind::Sequence(list) => {
                if list.is_empty() {
                    self.broken(Rule::Shapes, "a sequence needs expressions");
                }
                self.list("sequence", list, false);
            }
            ExprKind::Await(it) => {
                if !self.place.may_await {
                    self.broken(Rule::Places, "`await` must be in an async function");
                }
                self.member("await", it);
            }
            ExprKind::Chain(it) => self.member("chain", it),
            other => self.operation(other),
        }
    }

    fn operation(&mut self, kind: &'a ExprKind) {
        match kind {
            ExprKind::Get { of, name, .. } => {
                self.member_name(name);
                self.member("of", of);
            }
            ExprKind::At { of, index, .. } => {
                self.member("of", of);
                self.member("index", index);
            }
            ExprKind::Private { of, name } => {
                if !self
                    .private_names
                    .iter()
                    .any(|it| it.contains(name.as_str()))
                {
                    self.broken(
                        Rule::Names,
                        format!("`#{}` is not declared here", name.escape_debug()),
                    );
                }
                self.member("of", of);
            }
            ExprKind::SuperGet(name) => {
                self.member_name(name);
                if !self.place.in_method {
                    self.broken(Rule::Places, "`super` must be in a method");
                }
            }
            ExprKind::Call {
                callee,
                arguments,
                types,
                ..
            } => {
                types.iter().for_each(|it| self.value_type(it));
                self.member("callee", callee);
                self.list("arguments", arguments, false);
            }
            ExprKind::SuperCall(arguments) => {
                if !self.place.in_derived_constructor {
                    self.broken(
                        Rule::Places,
                        "`super()` must be in the constructor of a class that extends another",
                    );
                }
                self.list("arguments", arguments, false);
            }
            ExprKind::New {
                class,
                arguments,
                types,
            } => {
                types.iter().for_each(|it| self.value_type(it));
                self.member("class", class);
                self.list("arguments", arguments, false);
            }
            ExprKind::Unary { operator, of } => {
                if !UNARY.contains(&operator.as_str()) {
                    self.broken(
                        Rule::Shapes,
                        format!("`{}` is no operator", operator.escape_debug()),
                    );
                }
                let is_member = matches!(of.kind, ExprKind::Get { .. } | ExprKind::At { .. });
                if operator == "delete" && !is_member {
                    self.broken(Rule::Shapes, "`delete` removes members alone");
                }
                self.member("of", of);
            }
            ExprKind::Update {
                operator, target, ..
            } => {
                if !matches!(operator.as_str(), "++" | "--") {
                    self.broken(
                        Rule::Shapes,
                        format!("`{}` is no operator", operator.escape_debug()),
                    );
                }
                self.target(target);
            }
            ExprKind::Binary {
                operator,
                left,
                right,
            } => {
                if !BINARY.iter().any(|it| it.0 == operator) {
                    self.broken(
                        Rule::Shapes,
                        format!("`{}` is no operator", operator.escape_debug()),
                    );
                }
                self.member("left", left);
                self.member("right", right);
            }
            ExprKind::Conditional {
                test,
                then,
                otherwise,
            } => {
                self.member("test", test);
                self.member("then", then);
                self.member("else", otherwise);
            }
            ExprKind::Assign {
                operator,
                target,
                value,
            } => {
                if !ASSIGN.contains(&operator.as_str()) {
                    self.broken(
                        Rule::Shapes,
                        format!("`{}` is no operator", operator.escape_debug()),
                    );
                }
                if operator != "=" && !matches!(target.kind, PatternKind::Target(_)) {
                    self.broken(Rule::Shapes, "only `=` takes values apart");
                }
                if matches!(
                    target.kind,
                    PatternKind::Default { .. } | PatternKind::Rest(_)
                ) {
                    self.broken(Rule::Shapes, "this cannot be assigned");
                }
                self.pattern_member("target", target, false);
                self.member("value", value);
            }
            _ => {}
        }
    }

    fn number(&mut self, number: f64) {
        if !number.is_finite() || number.is_sign_negative() {
            self.broken(Rule::Shapes, "a number must be finite, and not negative");
        }
    }

    fn member_name(&mut self, name: &str) {
        if !is_identifier(name) || !is_member(name) {
            self.broken(
                Rule::Intrinsics,
                format!("`{}` is no member that code may name", name.escape_debug()),
            );
        }
    }

    /// Lists in which spreads may stand, and holes.
    fn list(&mut self, name: &'static str, list: &'a [Expr], holes: bool) {
        let spreads = name != "sequence";
        self.within(Step::Member(name), |this| {
            for (index, it) in list.iter().enumerate() {
                this.within(Step::Index(index), |this| match &it.kind {
                    ExprKind::Hole if holes => {}
                    ExprKind::Spread(it) if spreads => this.member("spread", it),
                    _ => this.expression(it),
                });
            }
        });
    }

    fn template(&mut self, template: &'a Template, is_tagged: bool) {
        if template.texts.len() != template.values.len() + 1 {
            self.broken(Rule::Shapes, "a template has one text more than values");
        }
        let has_raw = !template.raw.is_empty();
        let is_whole = template.raw.len() == template.texts.len()
            && template.raw.iter().all(|it| is_raw_template(it));
        if has_raw && !(is_tagged && is_whole) {
            self.broken(
                Rule::Shapes,
                "the written texts of the template are not those of one",
            );
        }
        self.list("sequence", &template.values, false);
    }

    fn property(&mut self, property: &'a Property) {
        match property {
            Property::Value { key, value, at } => {
                self.at = *at;
                self.key(key, false);
                if matches!(key, Key::Name(it) if it == "__proto__") {
                    self.broken(Rule::Intrinsics, "`__proto__` is no property");
                }
                self.member("value", value);
            }
            Property::Method { key, function, at } => {
                self.at = *at;
                self.key(key, false);
                self.within(Step::Member("method"), |this| this.method(function));
            }
            Property::Getter { key, function, at } => {
                self.at = *at;
                self.key(key, false);
                self.accessor(function, 0);
                self.within(Step::Member("getter"), |this| this.method(function));
            }
            Property::Closure(it) => {
                if it.shape != crate::il::ClosureShape::Method {
                    self.broken(Rule::Closures, "a closure of this shape cannot stand here");
                }
                self.closure(it, None);
            }
            Property::Spread(it) => self.member("spread", it),
        }
    }

    /// `private` says whether private names may stand here.
    fn key(&mut self, key: &'a Key, private: bool) {
        match key {
            Key::Name(_) => {}
            Key::Computed(it) => self.member("key", it),
            Key::Private(name) if private => {
                if !is_identifier(name) || name == "constructor" {
                    self.broken(
                        Rule::Names,
                        format!("`#{}` is no name", name.escape_debug()),
                    );
                }
            }
            Key::Private(_) => self.broken(Rule::Shapes, "a private name must be in a class"),
        }
    }

    fn accessor(&mut self, function: &Function, parameters: usize) {
        if function.parameters.len() != parameters || function.is_async {
            self.broken(
                Rule::Shapes,
                format!("this takes {parameters} parameters, and cannot be async"),
            );
        }
    }

    fn method(&mut self, function: &'a Function) {
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

    fn function_expression(&mut self, function: &'a Function) {
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
        if !function.arrow && !matches!(function.body, Body::Block(_)) {
            self.broken(Rule::Shapes, "a function that is no arrow has a block");
        }
        let place = Place {
            in_function: true,
            may_await: function.is_async,
            in_loop: false,
            in_switch: false,
            is_top: false,
            ..place
        };
        self.function_types(function);
        let labels = std::mem::take(&mut self.labels);
        self.at_place(place, |this| {
            this.scope(|this| {
                this.parameters(&function.parameters);
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
                if it.is_async {
                    self.broken(Rule::Classes, "a constructor cannot be async");
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

    /// What can be assigned: a variable or a member.
    fn target(&mut self, target: &'a Expr) {
        let is_target = matches!(
            target.kind,
            ExprKind::Local(_)
                | ExprKind::Get {
                    optional: false,
                    ..
                }
                | ExprKind::At {
                    optional: false,
                    ..
                }
                | ExprKind::Private { .. }
        );
        if !is_target {
            self.broken(Rule::Shapes, "this cannot be assigned");
        }
        self.member("target", target);
    }

    pub fn pattern(&mut self, pattern: &'a Pattern, declares: bool) {
        self.pattern_part(pattern, declares, false);
    }

    /// `in_list` says whether a rest may stand here.
    fn pattern_part(&mut self, pattern: &'a Pattern, declares: bool, in_list: bool) {
        self.at = pattern.at;
        match &pattern.kind {
            PatternKind::Bind(slot) if declares => self.local(*slot),
            PatternKind::Target(it) if !declares => self.target(it),
            PatternKind::Bind(_) | PatternKind::Target(_) => {
                self.broken(
                    Rule::Shapes,
                    "a declaration binds variables, and an assignment has targets",
                );
            }
            PatternKind::Array(items) => {
                let last = items.len().saturating_sub(1);
                for (index, it) in items.iter().enumerate() {
                    let Some(it) = it else { continue };
                    self.within(Step::Index(index), |this| {
                        this.pattern_part(it, declares, index == last)
                    });
                }
            }
            PatternKind::Object(it) => self.object_pattern(it, declares),
            PatternKind::Default { pattern, value } => {
                if matches!(
                    pattern.kind,
                    PatternKind::Default { .. } | PatternKind::Rest(_)
                ) {
                    self.broken(Rule::Shapes, "this cannot have a default");
                }
                self.pattern_member("pattern", pattern, declares);
                self.member("value", value);
            }
            PatternKind::Rest(it) => {
                if !in_list || matches!(it.kind, PatternKind::Default { .. } | PatternKind::Rest(_))
                {
                    self.broken(Rule::Shapes, "a rest must be the last of a list");
                }
                self.pattern_member("rest", it, declares);
            }
        }
    }

    fn object_pattern(&mut self, pattern: &'a ObjectPattern, declares: bool) {
        for (index, it) in pattern.properties.iter().enumerate() {
            self.within(Step::Index(index), |this| {
                this.key(&it.key, false);
                this.pattern(&it.value, declares);
            });
        }
        if let Some(rest) = &pattern.rest {
            if !matches!(rest.kind, PatternKind::Bind(_) | PatternKind::Target(_)) {
                self.broken(Rule::Shapes, "the rest of an object is one variable");
            }
            self.pattern_member("rest", rest, declares);
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
