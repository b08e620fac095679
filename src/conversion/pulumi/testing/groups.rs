//! Groups, tests and hooks.

use deno_ast::swc::ast::{
    AssignExpr, AwaitExpr, BlockStmt, CallExpr, Callee, Expr, ExprOrSpread, Id, Ident, Lit, Module,
    ModuleItem, Pat, Stmt, VarDeclarator,
};
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use lumi_closure::analysis::untyped;

use super::frameworks::Word;
use super::function_text::{FunctionText, bytes};
use super::mocks::is_set_mocks;
use crate::pulumi::conversion::Conversion;

const TESTS_OF_LUMI: &str = "write it with `test` of `lumi/testing`";
const HOOK_ADVICE: &str = "call it in the tests that need it";

/// The titles, options and hooks that apply to the tests of a group.
#[derive(Clone, Default)]
struct Group {
    /// The titles of the groups around.
    titles: Vec<String>,
    /// The name of the options.
    options: Option<String>,
    /// The names of the functions that tests call first.
    hooks: Vec<String>,
}

impl Conversion<'_> {
    pub(super) fn groups(&mut self, syntax: &Module) {
        let mut group = Group::default();
        for item in &syntax.body {
            if let ModuleItem::Stmt(statement) = item {
                self.statement_of_tests(statement, &mut group);
            }
        }
    }

    fn statement_of_tests(&mut self, statement: &Stmt, group: &mut Group) {
        if let Some(call) = is_set_mocks(self, statement) {
            if let Some(options) = self.set_mocks(bytes(statement), call) {
                group.options = Some(options);
            }
            return;
        }
        let Some((word, modifier, call)) = self.tests.frameworks.call(statement) else {
            return;
        };
        let at = bytes(call).start;
        let is_converted = match (word, modifier) {
            (Word::Group, None) => self.group_of_tests(statement, call, group),
            (Word::Test, None | Some("skip" | "only")) | (Word::Skipped, None) => {
                let name = match (word, modifier) {
                    (Word::Skipped, _) | (_, Some("skip")) => "test.skip",
                    (_, Some(_)) => "test.only",
                    (_, None) => "test",
                };
                self.one_test(name, call, group)
            }
            (Word::Before | Word::BeforeEach, None) => self.hook(word, statement, call, group),
            (Word::Expect, _) => return,
            _ => false,
        };
        if !is_converted {
            let line = self.module.text[at..].lines().next().unwrap_or_default();
            let name = line.split('(').next().unwrap_or_default();
            let what = format!("`{name}` is called in a way that tests of Lumi do not have");
            let advice = match word {
                Word::Group | Word::Test | Word::Skipped => TESTS_OF_LUMI,
                _ => HOOK_ADVICE,
            };
            self.not_converted(at, what, advice);
        }
    }

    /// A group becomes a block: its function runs at once.
    fn group_of_tests(&mut self, statement: &Stmt, call: &CallExpr, group: &Group) -> bool {
        let [title, body] = &call.args[..] else {
            return false;
        };
        let Some((title, function)) = text_of(&title.expr).zip(FunctionText::of(&body.expr)) else {
            return false;
        };
        let Some(block) = function.block else {
            return false;
        };
        let is_plain = function.parameters.is_empty() && !function.is_async;
        if !is_plain || function.has_this() || function.returns() {
            return false;
        }
        let mut group = group.clone();
        group.titles.push(title);
        for statement in &block.stmts {
            self.statement_of_tests(statement, &mut group);
        }
        if self.tests.sdk.is_some() {
            let [whole, inner] = [bytes(statement), bytes(block)];
            self.edit(whole.start..inner.start, "");
            self.edit(inner.end..whole.end, "");
        }
        true
    }

    fn one_test(&mut self, name: &str, call: &CallExpr, group: &Group) -> bool {
        // The mocks are listed, and the tests stay as they are.
        if self.tests.sdk.is_none() {
            return true;
        }
        let [title, body] = &call.args[..] else {
            return false;
        };
        let (Some(function), Callee::Expr(callee)) = (FunctionText::of(&body.expr), &call.callee)
        else {
            return false;
        };
        let Some(done) = Done::of(&function) else {
            return false;
        };
        if function.has_this() || (done.is_some() && function.is_async) {
            return false;
        }
        let sets_mocks = function.block.is_some_and(|it| self.has_set_mocks(it));
        if sets_mocks || !self.title(title, group) {
            return false;
        }
        self.edit(bytes(callee), name);
        self.import_test();
        let options = group.options.as_ref();
        let options = options.map_or(String::new(), |it| format!("{it}, "));
        self.body_of_test(&function, &group.hooks, done, &options);
        true
    }

    /// The title of a test after those of its groups; false if it is computed by more than a template.
    fn title(&mut self, title: &ExprOrSpread, group: &Group) -> bool {
        let before: String = group.titles.iter().map(|it| format!("{it} ")).collect();
        let place = bytes(&title.expr);
        match untyped(&title.expr) {
            Expr::Lit(Lit::Str(text)) => {
                let text = self
                    .module
                    .quoted(&format!("{before}{}", text.value.to_string_lossy()));
                self.edit(place, text);
            }
            Expr::Tpl(_) => {
                let escaped = before.replace('\\', "\\\\").replace('`', "\\`");
                let escaped = escaped.replace("${", "\\${");
                self.edit(place.start..place.start + 1, format!("`{escaped}"));
            }
            _ => return before.is_empty(),
        }
        true
    }

    fn body_of_test(
        &mut self,
        function: &FunctionText<'_>,
        hooks: &[String],
        done: Option<Done>,
        options: &str,
    ) {
        let start = function.range.start;
        let first = hooks.iter().map(|it| format!(" await {it}();"));
        let first: String = first.collect();
        if hooks.is_empty() && done.is_none() {
            self.edit(start..start, options);
            return;
        }
        let mut before = format!("{options}async () => {{{first}");
        let mut after = "}".to_owned();
        if let Some(done) = done {
            let (header, end) = self.promise(&done.0);
            before += &header;
            after = end;
        }
        match (function.block, function.expression) {
            (Some(block), _) => {
                let inner = bytes(block);
                self.edit(start..inner.start + 1, before);
                self.edit(inner.end - 1..inner.end, after);
            }
            (None, Some(expression)) => {
                // Parentheses around an object are not part of it.
                let end = function.range.end;
                self.edit(start..bytes(expression).start, format!("{before} await ("));
                self.edit(bytes(expression).end..end, format!("); {after}"));
            }
            (None, None) => {}
        }
    }

    /// A promise that the callback `done` of a test settles: what stands before the body of the test, and after it.
    fn promise(&self, done: &str) -> (String, String) {
        let is_taken = |it: &str| self.imports.is_taken(it);
        let [pass, fail] = match is_taken("resolve") || is_taken("reject") {
            true => ["resolveTest", "rejectTest"],
            false => ["resolve", "reject"],
        };
        let (of, error) = match self.is_typed() {
            true => ("<void>", "error?: unknown"),
            false => ("", "error"),
        };
        let header = format!(
            " await new Promise{of}(({pass}, {fail}) => {{ const {done} = ({error}) => (error ? {fail}(error) : {pass}());"
        );
        (header, "}); }".to_owned())
    }

    /// The statements of a hook after those that set mocks, and where these end: mocks are options, which come before
    /// the hook at `start`. `None` if the mocks have a form that is not known.
    fn mocks_of_hook<'a>(
        &mut self,
        function: &FunctionText<'a>,
        start: usize,
        group: &mut Group,
    ) -> Option<(&'a [Stmt], Option<usize>)> {
        let all: &[Stmt] = function.block.map_or(&[], |it| &it.stmts);
        let Some((first, others)) = all.split_first() else {
            return Some((all, None));
        };
        let Some(call) = is_set_mocks(self, first) else {
            return Some((all, None));
        };
        let end = bytes(first).end;
        group.options = Some(self.set_mocks(start..end, call)?);
        Some((others, Some(end)))
    }

    /// The end of a line, and the indentation of the line of a place.
    fn new_line(&self, at: usize) -> String {
        let before = &self.module.text[..at];
        let line = before.rfind('\n').map_or(0, |it| it + 1);
        let indent = before[line..].chars().take_while(|it| it.is_whitespace());
        std::iter::once('\n').chain(indent).collect()
    }

    /// Whether a block calls `setMocks` itself.
    fn has_set_mocks(&self, block: &BlockStmt) -> bool {
        let mut statements = block.stmts.iter();
        statements.any(|it| is_set_mocks(self, it).is_some())
    }

    /// A hook becomes a function that the tests after it call first.
    fn hook(&mut self, word: Word, statement: &Stmt, call: &CallExpr, group: &mut Group) -> bool {
        let [body] = &call.args[..] else {
            return false;
        };
        let Some(function) = FunctionText::of(&body.expr) else {
            return false;
        };
        if !function.parameters.is_empty() || function.has_this() {
            return false;
        }
        let whole = bytes(statement);
        let Some((rest, after)) = self.mocks_of_hook(&function, whole.start, group) else {
            return false;
        };
        if rest.iter().any(|it| is_set_mocks(self, it).is_some()) {
            return false;
        }
        if self.tests.sdk.is_none() {
            return true;
        }
        let header = match after {
            Some(end) => end..end,
            None => whole.start..function.range.start,
        };
        if rest.is_empty() && function.expression.is_none() {
            self.edit(header.start..whole.end, "");
            return true;
        }
        let name = self.new_name("prepare");
        let text = match after {
            Some(_) => {
                let keyword = if function.is_async { "async " } else { "" };
                let line = self.new_line(whole.start);
                format!("{line}const {name} = {keyword}() => {{")
            }
            None => format!("const {name} = "),
        };
        self.edit(header, text);
        self.edit(function.range.end..whole.end, ";");
        if word == Word::Before && !(rest.iter().all(is_import) && function.expression.is_none()) {
            let what = "a hook that ran once runs before each test".to_owned();
            let advice = "keep its result in a variable, if a second run would differ";
            self.check(whole.start, what, advice);
        }
        group.hooks.push(name);
        true
    }
}

/// Whether a statement is `name = await import(…)`, which a second run does not change.
fn is_import(statement: &Stmt) -> bool {
    let Stmt::Expr(statement) = statement else {
        return false;
    };
    let Expr::Assign(AssignExpr { right, .. }) = untyped(&statement.expr) else {
        return false;
    };
    let Expr::Await(AwaitExpr { arg, .. }) = untyped(right) else {
        return false;
    };
    matches!(untyped(arg), Expr::Call(call) if matches!(call.callee, Callee::Import(_)))
}

/// The text that a literal is.
fn text_of(expression: &Expr) -> Option<String> {
    match untyped(expression) {
        Expr::Lit(Lit::Str(text)) => Some(text.value.to_string_lossy().into_owned()),
        Expr::Tpl(template) if template.exprs.is_empty() => {
            let text = template.quasis.first()?.cooked.as_ref()?;
            Some(text.to_string_lossy().into_owned())
        }
        _ => None,
    }
}

/// The name of the callback that ends a test.
struct Done(String);

impl Done {
    /// The callback of a test, if it takes one; `None` for parameters of another kind.
    fn of(function: &FunctionText<'_>) -> Option<Option<Self>> {
        let name = match function.parameters[..] {
            [] => return Some(None),
            [Pat::Ident(name)] => &name.id,
            _ => return None,
        };
        let mut uses = Uses {
            name: name.to_id(),
            is_callback: true,
        };
        function.visit(&mut uses);
        uses.is_callback.then(|| Some(Self(name.sym.to_string())))
    }
}

/// Whether a name is only called or passed on, and is not the context that other frameworks pass.
struct Uses {
    name: Id,
    is_callback: bool,
}

impl Visit for Uses {
    fn visit_expr(&mut self, expression: &Expr) {
        let is_own = |it: &Expr| matches!(it, Expr::Ident(name) if is_name(name, &self.name));
        if matches!(expression, Expr::Member(member) if is_own(&member.obj)) {
            self.is_callback = false;
        }
        expression.visit_children_with(self);
    }

    fn visit_var_declarator(&mut self, declared: &VarDeclarator) {
        // `const { mock } = context`
        let is_taken = |it: &Expr| matches!(it, Expr::Ident(name) if is_name(name, &self.name));
        if declared.init.as_ref().is_some_and(|it| is_taken(it)) {
            self.is_callback = false;
        }
        declared.visit_children_with(self);
    }
}

fn is_name(name: &Ident, id: &Id) -> bool {
    name.to_id() == *id
}
