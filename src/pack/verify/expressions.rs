//! Expressions, patterns, functions and classes.

use crate::il::{
    Expr, ExprKind, Key, Node, ObjectPattern, Part, Pattern, PatternKind, Property, Template,
};
use crate::intrinsics::{
    ASSIGN, BINARY, UNARY, UPDATE, is_identifier, is_intrinsic_value, is_member,
};

use super::library::node_module;
use super::module::ModuleVerifier;
use super::step::Step;
use super::text::{is_raw_template, is_regex};
use super::violation::Rule;

impl<'a> ModuleVerifier<'a> {
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of node")]
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
                    self.broken(Rule::Shapes, "this is not a regular expression");
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
            ExprKind::Intrinsic(it) => {
                self.intrinsic(it);
                if !is_intrinsic_value(it) {
                    let message = format!("the members of `{it}` are named, and it is not a value");
                    self.broken(Rule::Intrinsics, message);
                }
            }
            other if self.library(other) => {}
            other => {
                self.operation(other);
                self.parts(other);
            }
        }
    }

    /// Checks all parts of a node that is in one scope and place.
    pub fn parts(&mut self, node: &'a dyn Node) {
        node.parts(&mut |name, part| match part {
            Part::Expression(it) => self.member(name, it),
            Part::Expressions(list) => self.list(name, list, false),
            Part::Statement(it) => self.within(Step::Member(name), |this| this.statement(it)),
            Part::Statements(list) => self.block(name, list),
            Part::Pattern(it) => self.pattern_member(name, it, false),
        });
    }

    /// Checks a node without its parts.
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of node")]
    fn operation(&mut self, kind: &'a ExprKind) {
        match kind {
            ExprKind::Sequence(list) if list.len() < 2 => {
                self.broken(Rule::Shapes, "a sequence needs two expressions");
            }
            ExprKind::Await(_) if !self.place.may_await => {
                self.broken(Rule::Places, "`await` must be in an async function");
            }
            ExprKind::Yield { of, delegate } => {
                if !self.place.may_yield {
                    self.broken(Rule::Places, "`yield` must be in a generator");
                }
                if *delegate && of.is_none() {
                    self.broken(Rule::Shapes, "`yield*` needs a value");
                }
            }
            ExprKind::Get { name, .. } => self.member_name(name),
            ExprKind::At { index, .. } => self.index(index),
            ExprKind::Private { name, .. } => self.private_name(name),
            ExprKind::SuperGet(name) => {
                self.member_name(name);
                if !self.place.in_method {
                    self.broken(Rule::Places, "`super` must be in a method");
                }
            }
            ExprKind::Call { types, .. } | ExprKind::New { types, .. } => {
                types.iter().for_each(|it| self.value_type(it));
            }
            ExprKind::SuperCall(_) if !self.place.in_derived_constructor => self.broken(
                Rule::Places,
                "`super()` must be in the constructor of a class that extends another",
            ),
            ExprKind::Unary { operator, of } => {
                self.operator(operator, UNARY.contains(&operator.as_str()));
                let is_member = matches!(of.kind, ExprKind::Get { .. } | ExprKind::At { .. });
                if operator == "delete" && !is_member {
                    self.broken(Rule::Shapes, "`delete` removes members alone");
                }
                if operator == "delete" {
                    self.not_built_in(of);
                }
            }
            ExprKind::Update {
                operator, target, ..
            } => {
                self.operator(operator, UPDATE.contains(&operator.as_str()));
                self.assignable(target);
            }
            ExprKind::Binary { operator, .. } => {
                self.operator(operator, BINARY.iter().any(|it| it.0 == operator));
            }
            ExprKind::Assign {
                operator, target, ..
            } => {
                self.operator(operator, ASSIGN.contains(&operator.as_str()));
                if operator != "=" && !matches!(target.kind, PatternKind::Target(_)) {
                    self.broken(Rule::Shapes, "only `=` takes values apart");
                }
                if matches!(
                    target.kind,
                    PatternKind::Default { .. } | PatternKind::Rest(_)
                ) {
                    self.broken(Rule::Shapes, "this cannot be assigned");
                }
            }
            _ => {}
        }
    }

    fn operator(&mut self, operator: &str, exists: bool) {
        if !exists {
            let message = format!("the operator `{}` does not exist", operator.escape_debug());
            self.broken(Rule::Shapes, message);
        }
    }

    fn private_name(&mut self, name: &str) {
        if !self.private_names.iter().any(|it| it.contains(name)) {
            let message = format!("`#{}` is not declared here", name.escape_debug());
            self.broken(Rule::Names, message);
        }
    }

    fn number(&mut self, number: f64) {
        if !number.is_finite() || number.is_sign_negative() {
            self.broken(Rule::Shapes, "a number must be finite, and not negative");
        }
    }

    fn member_name(&mut self, name: &str) {
        if !is_identifier(name) || !is_member(name) {
            self.forbidden_name(name);
        }
    }

    /// Checks an index that is a literal. Other indices are checked when they are evaluated.
    fn index(&mut self, index: &Expr) {
        if let ExprKind::String(name) = &index.kind
            && !is_member(name)
        {
            self.forbidden_name(name);
        }
    }

    fn forbidden_name(&mut self, name: &str) {
        let message = format!(
            "`{}` is not a member that code may name",
            name.escape_debug()
        );
        self.broken(Rule::Intrinsics, message);
    }

    /// Lists in which spreads may stand, and holes.
    pub fn list(&mut self, name: &'static str, list: &'a [Expr], holes: bool) {
        let spreads = name != "Sequence";
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
        self.list("Sequence", &template.values, false);
    }

    fn property(&mut self, property: &'a Property) {
        match property {
            Property::Value { key, value, at } => {
                self.at = *at;
                self.key(key, false);
                if matches!(key, Key::Name(it) if it == "__proto__") {
                    self.broken(Rule::Intrinsics, "`__proto__` is not a property");
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
    pub fn key(&mut self, key: &'a Key, private: bool) {
        match key {
            Key::Name(_) => {}
            Key::Computed(it) => self.member("key", it),
            Key::Private(name) if private => {
                if !is_identifier(name) || name == "constructor" {
                    self.broken(
                        Rule::Names,
                        format!("`#{}` is not a name", name.escape_debug()),
                    );
                }
            }
            Key::Private(_) => self.broken(Rule::Shapes, "a private name must be in a class"),
        }
    }

    /// The name of a member that a pattern reads.
    fn read_key(&mut self, key: &'a Key) {
        match key {
            Key::Name(name) if !is_member(name) => {
                let message = format!(
                    "`{}` is not a member that code may name",
                    name.escape_debug()
                );
                self.broken(Rule::Intrinsics, message);
            }
            Key::Computed(it) => self.index(it),
            _ => {}
        }
        self.key(key, false);
    }

    /// Built-in objects belong to all modules, and to what is around the program.
    fn not_built_in(&mut self, target: &'a Expr) {
        if let ExprKind::Get { of, .. } | ExprKind::At { of, .. } = &target.kind
            && (matches!(of.kind, ExprKind::Intrinsic(_)) || node_module(of).is_some())
        {
            self.broken(Rule::Intrinsics, "built-in objects cannot be changed");
        }
    }

    /// Checks that an expression can be assigned to: a variable or a member.
    fn assignable(&mut self, target: &'a Expr) {
        self.not_built_in(target);
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
                | ExprKind::SuperGet(_)
        );
        if !is_target {
            self.broken(Rule::Shapes, "this cannot be assigned");
        }
    }

    pub fn pattern(&mut self, pattern: &'a Pattern, declares: bool) {
        self.pattern_part(pattern, declares, false);
    }

    /// `in_list` says whether a rest may stand here.
    pub fn pattern_part(&mut self, pattern: &'a Pattern, declares: bool, in_list: bool) {
        self.at = pattern.at;
        match &pattern.kind {
            PatternKind::Bind(slot) if declares => self.local(*slot),
            PatternKind::Target(it) if !declares => {
                self.assignable(it);
                self.member("target", it);
            }
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
                this.read_key(&it.key);
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
