//! Expressions, patterns, functions and classes.

use crate::il::{Expr, ExprKind, Key, ObjectPattern, Pattern, PatternKind, Property, Template};
use crate::intrinsics::{ASSIGN, BINARY, UNARY, is_identifier, is_intrinsic_value, is_member};

use super::module::{ModuleVerifier, Step};
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
            ExprKind::Intrinsic(it) => {
                self.intrinsic(it);
                if !is_intrinsic_value(it) {
                    let message = format!("the members of `{it}` are named, and it is no value");
                    self.broken(Rule::Intrinsics, message);
                }
            }
            ExprKind::Sequence(list) => {
                if list.len() < 2 {
                    self.broken(Rule::Shapes, "a sequence needs two expressions");
                }
                self.list("sequence", list, false);
            }
            ExprKind::Await(it) => {
                if !self.place.may_await {
                    self.broken(Rule::Places, "`await` must be in an async function");
                }
                self.member("await", it);
            }
            ExprKind::Yield { of, delegate } => {
                if !self.place.may_yield {
                    self.broken(Rule::Places, "`yield` must be in a generator");
                }
                if *delegate && of.is_none() {
                    self.broken(Rule::Shapes, "`yield*` needs a value");
                }
                self.optional("of", of.as_deref());
            }
            ExprKind::Chain(it) => self.member("chain", it),
            other => self.operation(other),
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of node")]
    fn operation(&mut self, kind: &'a ExprKind) {
        match kind {
            ExprKind::Get { of, name, .. } => {
                self.member_name(name);
                self.member("of", of);
            }
            ExprKind::At { of, index, .. } => {
                self.index(index);
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
                if operator == "delete" {
                    self.not_built_in(of);
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
        let message = format!("`{}` is no member that code may name", name.escape_debug());
        self.broken(Rule::Intrinsics, message);
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
    pub fn key(&mut self, key: &'a Key, private: bool) {
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

    /// The name of a member that a pattern reads.
    fn read_key(&mut self, key: &'a Key) {
        match key {
            Key::Name(name) if !is_member(name) => {
                let message = format!("`{}` is no member that code may name", name.escape_debug());
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
            && matches!(of.kind, ExprKind::Intrinsic(_))
        {
            self.broken(Rule::Intrinsics, "built-in objects cannot be changed");
        }
    }

    /// Checks that an expression can be assigned to: a variable or a member.
    fn target(&mut self, target: &'a Expr) {
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
        self.member("target", target);
    }

    pub fn pattern(&mut self, pattern: &'a Pattern, declares: bool) {
        self.pattern_part(pattern, declares, false);
    }

    /// `in_list` says whether a rest may stand here.
    pub fn pattern_part(&mut self, pattern: &'a Pattern, declares: bool, in_list: bool) {
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
