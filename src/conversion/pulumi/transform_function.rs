//! One transform: a function that takes and answers `props` and `opts` in Pulumi, `inputs` and `options` in Lumi.

use std::collections::HashSet;
use std::ops::Range;

use deno_ast::swc::ast::{
    ArrowExpr, BlockStmtOrExpr, Class, Expr, Function, Id, Ident, KeyValueProp, Lit, MemberExpr,
    MemberProp, ObjectLit, ObjectPat, ObjectPatProp, Pat, Prop, PropName, PropOrSpread, ReturnStmt,
    Stmt, VarDeclarator,
};
use deno_ast::swc::common::Spanned;
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use lumi_closure::analysis::{end, key_text, offset, untyped};
use lumi_reconciliation::SourceEdit;

/// The reason why a function stays as it is, and its place.
pub struct Unconverted {
    pub at: usize,
    pub what: String,
}

/// The conversion of a function.
pub struct RenamedFunction {
    pub edits: Vec<SourceEdit>,
    /// The places of spreads that override inputs before them: `{ size: 1, ...props }`.
    pub overriding: Vec<usize>,
}

/// A function by its parts.
pub struct TransformFunction<'a> {
    pub start: usize,
    parameters: Vec<&'a Pat>,
    body: Body<'a>,
    is_plain: bool,
}

enum Body<'a> {
    Expression(&'a Expr),
    Block(&'a [Stmt]),
}

impl<'a> TransformFunction<'a> {
    pub fn of_arrow(arrow: &'a ArrowExpr) -> Self {
        Self {
            start: offset(arrow.span),
            parameters: arrow.params.iter().collect(),
            body: match &*arrow.body {
                BlockStmtOrExpr::Expr(it) => Body::Expression(it),
                BlockStmtOrExpr::BlockStmt(it) => Body::Block(&it.stmts),
            },
            is_plain: !arrow.is_async && !arrow.is_generator,
        }
    }

    pub fn of_function(function: &'a Function) -> Self {
        Self {
            start: offset(function.span),
            parameters: function.params.iter().map(|it| &it.pat).collect(),
            body: Body::Block(function.body.as_ref().map_or(&[], |it| &it.stmts)),
            is_plain: !function.is_async && !function.is_generator,
        }
    }

    /// The first parameter.
    pub fn parameter(&self) -> Option<&'a Pat> {
        self.parameters.first().copied()
    }

    /// All that the function returns.
    pub fn visit_results(&self, see: &mut dyn FnMut(&Expr)) {
        match self.body {
            Body::Expression(it) => see(it),
            Body::Block(statements) => {
                for statement in statements {
                    statement.visit_with(&mut Returns(see));
                }
            }
        }
    }

    /// The edits that rename what the function takes and answers. `is_imported` says whether a name has edits of its own.
    pub fn edits(
        &self,
        is_imported: &dyn Fn(&Ident) -> bool,
    ) -> Result<RenamedFunction, Unconverted> {
        let mut renaming = Renaming {
            is_imported,
            parameter: None,
            allowed: HashSet::new(),
            edits: Vec::new(),
            overriding: Vec::new(),
            fault: None,
        };
        if !self.is_plain {
            renaming.fail(self.start, "an asynchronous transform".to_owned());
        }
        if let Some(second) = self.parameters.get(1) {
            let what = "a transform with a second parameter".to_owned();
            renaming.fail(offset(second.span()), what);
        }
        if let Some(pattern) = self.parameter() {
            renaming.parameter(pattern);
        }
        self.visit_results(&mut |it| renaming.result(it));
        if renaming.parameter.is_some() {
            match self.body {
                Body::Expression(it) => it.visit_with(&mut renaming),
                Body::Block(it) => it.iter().for_each(|it| it.visit_with(&mut renaming)),
            }
        }
        match renaming.fault {
            Some(fault) => Err(fault),
            None => Ok(RenamedFunction {
                edits: renaming.edits,
                overriding: renaming.overriding,
            }),
        }
    }
}

/// The name in Lumi of a member of what a transform takes; `None` if Lumi has no such member.
fn renamed(name: &str) -> Option<&'static str> {
    match name {
        "props" | "inputs" => Some("inputs"),
        "opts" | "options" => Some("options"),
        "custom" => Some("custom"),
        "name" => Some("name"),
        "type" => Some("type"),
        _ => None,
    }
}

struct Renaming<'i> {
    is_imported: &'i dyn Fn(&Ident) -> bool,
    /// The parameter, if it is one name.
    parameter: Option<Id>,
    /// The places where the parameter may stand as a whole.
    allowed: HashSet<usize>,
    edits: Vec<SourceEdit>,
    overriding: Vec<usize>,
    fault: Option<Unconverted>,
}

impl Renaming<'_> {
    fn fail(&mut self, at: usize, what: String) {
        self.fault.get_or_insert(Unconverted { at, what });
    }

    fn edit(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.edits.push(SourceEdit::new(range, text.into()));
    }

    fn is_parameter(&self, expression: &Expr) -> bool {
        matches!(expression, Expr::Ident(it) if self.parameter.as_ref() == Some(&it.to_id()))
    }

    fn parameter(&mut self, pattern: &Pat) {
        match pattern {
            Pat::Ident(name) => self.parameter = Some(name.id.to_id()),
            Pat::Object(object) => self.pattern(object),
            other => {
                let what = "the parameter of a transform has a default value".to_owned();
                self.fail(offset(other.span()), what);
            }
        }
    }

    /// `{ props, opts: options }`: the names of variables stay.
    fn pattern(&mut self, pattern: &ObjectPat) {
        for member in &pattern.props {
            let (key, range, is_shorthand) = match member {
                ObjectPatProp::KeyValue(it) => {
                    let span = it.key.span();
                    if matches!(it.key, PropName::Computed(_)) {
                        self.unknown(offset(span), "[…]");
                        continue;
                    }
                    let key = key_text(&it.key);
                    if let Pat::Ident(name) = &*it.value
                        && renamed(&key) == Some(name.sym.as_str())
                        && name.type_ann.is_none()
                    {
                        self.edit(offset(span)..end(name.id.span), &*name.sym);
                        continue;
                    }
                    (key, offset(span)..end(span), false)
                }
                ObjectPatProp::Assign(it) => {
                    let start = offset(it.key.id.span);
                    (it.key.id.sym.to_string(), start..start, true)
                }
                ObjectPatProp::Rest(it) => {
                    self.unknown(offset(it.span()), "...");
                    continue;
                }
            };
            self.rename(&key, range, is_shorthand);
        }
    }

    fn rename(&mut self, key: &str, range: Range<usize>, is_shorthand: bool) {
        match renamed(key) {
            None => self.unknown(range.start, key),
            Some(new) if new == key => {}
            Some(new) if is_shorthand => self.edit(range, format!("{new}: ")),
            Some(new) => self.edit(range, new),
        }
    }

    fn unknown(&mut self, at: usize, name: &str) {
        let what = format!("a transform of Lumi is given no `{name}`");
        self.fail(at, what);
    }

    fn result(&mut self, result: &Expr) {
        match untyped(result) {
            it if self.is_parameter(it) => {
                self.allowed.insert(offset(it.span()));
            }
            Expr::Ident(it) if it.sym == *"undefined" => {}
            Expr::Lit(Lit::Null(_)) => {}
            Expr::Object(object) => self.object(object),
            Expr::Cond(it) => {
                self.result(&it.cons);
                self.result(&it.alt);
            }
            other => {
                let what = "the answer of a transform is computed".to_owned();
                self.fail(offset(other.span()), what);
            }
        }
    }

    /// `{ props: …, opts }`, or `{ ...args, props: … }`.
    fn object(&mut self, object: &ObjectLit) {
        let mut given = HashSet::new();
        for member in &object.props {
            let property = match member {
                PropOrSpread::Spread(it) if self.is_parameter(untyped(&it.expr)) => {
                    self.allowed.insert(offset(untyped(&it.expr).span()));
                    given.extend(["inputs", "options"]);
                    continue;
                }
                PropOrSpread::Prop(it) => &**it,
                PropOrSpread::Spread(it) => {
                    let what = "the answer of a transform is computed".to_owned();
                    self.fail(offset(it.expr.span()), what);
                    continue;
                }
            };
            let at = offset(property.span());
            let key = match property {
                Prop::Shorthand(name) if !(self.is_imported)(name) => name.sym.to_string(),
                Prop::KeyValue(it) if !matches!(it.key, PropName::Computed(_)) => key_text(&it.key),
                _ => String::new(),
            };
            let Some(new @ ("inputs" | "options")) = renamed(&key) else {
                let what = "the answer of a transform has other members".to_owned();
                self.fail(at, what);
                continue;
            };
            given.insert(new);
            if let (Prop::KeyValue(it), "inputs") = (property, new)
                && let Expr::Object(inputs) = untyped(&it.value)
            {
                self.overriding(inputs);
            }
            match property {
                Prop::KeyValue(KeyValueProp { key: name, value }) if matches!(&**value, Expr::Ident(it) if it.sym == *new && !(self.is_imported)(it)) =>
                {
                    self.edit(offset(name.span())..end(value.span()), new);
                }
                Prop::KeyValue(KeyValueProp { key: name, .. }) => {
                    self.rename(&key, offset(name.span())..end(name.span()), false);
                }
                _ => self.rename(&key, at..at, true),
            }
        }
        if given.len() < 2 {
            let what = "the answer of a transform has no `props` or no `opts`".to_owned();
            self.fail(offset(object.span), what);
        }
    }
}

impl Renaming<'_> {
    fn overriding(&mut self, inputs: &ObjectLit) {
        let members = inputs.props.iter();
        let spread = members
            .skip_while(|it| matches!(it, PropOrSpread::Spread(_)))
            .find_map(|it| it.as_spread());
        self.overriding
            .extend(spread.map(|it| offset(it.dot3_token)));
    }
}

/// The body of a function whose parameter is one name.
impl Visit for Renaming<'_> {
    fn visit_member_expr(&mut self, member: &MemberExpr) {
        if !self.is_parameter(untyped(&member.obj)) {
            member.visit_children_with(self);
            return;
        }
        match &member.prop {
            MemberProp::Ident(name) => {
                self.rename(&name.sym, offset(name.span)..end(name.span), false);
            }
            other => self.unknown(offset(other.span()), "[…]"),
        }
    }

    fn visit_var_declarator(&mut self, variable: &VarDeclarator) {
        match (&variable.name, variable.init.as_deref().map(untyped)) {
            (Pat::Object(pattern), Some(init)) if self.is_parameter(init) => {
                self.pattern(pattern);
                pattern.visit_with(self);
            }
            _ => variable.visit_children_with(self),
        }
    }

    fn visit_ident(&mut self, name: &Ident) {
        let is_whole = self.parameter.as_ref() == Some(&name.to_id());
        if is_whole && !self.allowed.contains(&offset(name.span)) {
            let what = format!("a transform passes all of `{}` on", name.sym);
            self.fail(offset(name.span), what);
        }
    }
}

/// The results of a function, without those of functions within it.
struct Returns<'s>(&'s mut dyn FnMut(&Expr));

impl Visit for Returns<'_> {
    fn visit_return_stmt(&mut self, statement: &ReturnStmt) {
        if let Some(result) = &statement.arg {
            (self.0)(result);
        }
    }

    fn visit_function(&mut self, _: &Function) {}

    fn visit_arrow_expr(&mut self, _: &ArrowExpr) {}

    fn visit_class(&mut self, _: &Class) {}
}
