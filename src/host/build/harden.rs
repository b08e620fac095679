//! Makes Lumi's own JavaScript independent of what a program does to the built-in objects.
//!
//! Programs may replace any property of any built-in prototype, and Lumi's code runs after them in
//! the same realm. Every module of `js/` is therefore rewritten while it is built:
//!
//! | source | becomes |
//! |---|---|
//! | `Object.keys`, `Map` | what `js/primordials.ts` captured before any program ran |
//! | `list.push(x)` | a function that calls the captured method if `list` is an array |
//! | `for (x of it)`, `...it` | the same over `$safe(it)`, whose iterator no program can reach |
//! | `[a, b] = it` | `{ 0: a, 1: b } = it` |
//! | `new Map(it)`, `it.size` | functions that do so by captured methods |
//!
//! What cannot be rewritten stops the build, so nothing has to be remembered when `js/` is edited.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use deno_ast::swc::ast::{
    ArrayPat, ArrowExpr, AssignTarget, AssignTargetPat, BindingIdent, BlockStmtOrExpr, CallExpr,
    Callee, Expr, ExprOrSpread, Ident, IdentName, KeyValuePatProp, KeyValueProp, MemberExpr,
    MemberProp, NewExpr, Number, ObjectPat, ObjectPatProp, OptChainBase, OptChainExpr, Pat,
    Program, Prop, PropName, SimpleAssignTarget,
};
use deno_ast::swc::ast::{BinExpr, BinaryOp, CondExpr, ForOfStmt, Lit, Null};
use deno_ast::swc::common::{
    DUMMY_SP, GLOBALS, Globals, Mark, SyntaxContext, comments::SingleThreadedComments,
};
use deno_ast::swc::ecma_visit::{VisitMut, VisitMutWith};
use deno_ast::swc::transforms::fixer::fixer;
use deno_ast::swc::transforms::resolver;
use deno_ast::{EmitOptions, ProgramRef, SourceMap, SourceMapOption};

use super::bundle;

/// The module that holds what the others are rewritten to use.
pub const PRIMORDIALS: &str = "lumi:/primordials.ts";

/// Left as they are: their purpose is to change the built-in objects before any program runs.
const EXEMPT: &[&str] = &[PRIMORDIALS, "lumi:/web/determinism.ts"];

/// Built-in objects by their global names. `Date` is not among them: `--check-determinism` shifts it.
const CAPTURED: &[&str] = &[
    "AggregateError",
    "Array",
    "ArrayBuffer",
    "BigInt",
    "Boolean",
    "DataView",
    "Error",
    "EvalError",
    "Function",
    "JSON",
    "Map",
    "Math",
    "Number",
    "Object",
    "Promise",
    "Proxy",
    "RangeError",
    "ReferenceError",
    "Reflect",
    "RegExp",
    "Set",
    "String",
    "Symbol",
    "SyntaxError",
    "TypeError",
    "URIError",
    "Uint8Array",
    "WeakMap",
    "WeakRef",
    "WeakSet",
    "decodeURIComponent",
    "encodeURIComponent",
    "isFinite",
    "isNaN",
    "parseFloat",
    "parseInt",
];

/// Constructors whose own functions look at what they are called on.
const BOUND: &[&str] = &["Array", "Promise", "Uint8Array"];

/// Members of these that are to be read when they are used.
const LIVE: &[(&str, &str)] = &[
    ("Error", "prepareStackTrace"),
    ("Error", "stackTraceLimit"),
    ("Math", "random"),
    // V8 adds it at every start: the snapshot has none.
    ("Uint8Array", "fromBase64"),
];

/// Methods whose functions are written by hand in `js/primordials.ts`.
const BY_HAND: &[&str] = &[
    "catch", "concat", "filter", "flat", "flatMap", "map", "replace", "slice", "splice", "test",
    "then",
];

/// Methods that are refused, as nothing captured does the same: regular expressions and promises would
/// ask what a program put in place of theirs.
const REFUSED: &[&str] = &["finally", "match", "matchAll", "search"];

/// What has methods: a test of `it`, whose prototype is `of`, and the prototype's name.
const OWNERS: &[(&str, &str, &str, &[&str])] = &[
    (
        "typeof it === \"string\"",
        "String.prototype",
        "text",
        &[
            "at",
            "charAt",
            "charCodeAt",
            "codePointAt",
            "endsWith",
            "includes",
            "indexOf",
            "isWellFormed",
            "lastIndexOf",
            "localeCompare",
            "normalize",
            "padEnd",
            "padStart",
            "repeat",
            "replaceAll",
            "split",
            "startsWith",
            "substring",
            "toLowerCase",
            "toUpperCase",
            "toWellFormed",
            "trim",
            "trimEnd",
            "trimStart",
        ],
    ),
    (
        "typeof it === \"number\"",
        "Number.prototype",
        "number",
        &["toFixed", "toString"],
    ),
    (
        "typeof it === \"bigint\"",
        "BigInt.prototype",
        "bigint",
        &["toString"],
    ),
    (
        "typeof it === \"function\"",
        "Function.prototype",
        "function",
        &["apply", "bind", "call"],
    ),
    (
        "of === arrayPrototype",
        "arrayPrototype",
        "array",
        &[
            "at",
            "entries",
            "every",
            "fill",
            "find",
            "findIndex",
            "findLast",
            "findLastIndex",
            "forEach",
            "includes",
            "indexOf",
            "join",
            "keys",
            "lastIndexOf",
            "pop",
            "push",
            "reduce",
            "reduceRight",
            "reverse",
            "shift",
            "some",
            "sort",
            "toReversed",
            "toSorted",
            "unshift",
            "values",
            "with",
        ],
    ),
    (
        "of === mapPrototype",
        "mapPrototype",
        "map",
        &[
            "clear", "delete", "entries", "forEach", "get", "has", "keys", "set", "values",
        ],
    ),
    (
        "of === setPrototype",
        "setPrototype",
        "set",
        &[
            "add", "clear", "delete", "entries", "forEach", "has", "keys", "values",
        ],
    ),
    (
        "of === weakMapPrototype",
        "weakMapPrototype",
        "weakMap",
        &["delete", "get", "has", "set"],
    ),
    (
        "of === weakSetPrototype",
        "weakSetPrototype",
        "weakSet",
        &["add", "delete", "has"],
    ),
    (
        "of === regExpPrototype",
        "regExpPrototype",
        "regExp",
        &["exec"],
    ),
    (
        "of === datePrototype",
        "datePrototype",
        "date",
        &["getTime", "toISOString", "valueOf"],
    ),
    (
        "isTyped(it)",
        "typedArrayPrototype",
        "typed",
        &[
            "at",
            "every",
            "fill",
            "find",
            "findIndex",
            "forEach",
            "includes",
            "indexOf",
            "join",
            "lastIndexOf",
            "set",
            "some",
            "subarray",
        ],
    ),
];

/// What the rewritten modules ask `js/primordials.ts` for.
#[derive(Default)]
pub struct Needs {
    globals: BTreeSet<String>,
    statics: BTreeSet<(String, String)>,
    /// Methods with the number of arguments; `None` for any.
    methods: BTreeSet<(String, Option<usize>)>,
}

/// Rewrites all modules, and adds to `js/primordials.ts` what they need.
pub fn harden(modules: &mut [(String, String)]) {
    let mut needs = Needs::default();
    for (specifier, code) in modules.iter_mut() {
        if !EXEMPT.contains(&specifier.as_str()) {
            *code = hardened(specifier, code, &mut needs);
        }
    }
    let primordials = modules.iter_mut().find(|it| it.0 == PRIMORDIALS);
    let (_, code) = primordials.expect("js/primordials.ts is there");
    code.push_str(&needs.code());
}

fn hardened(specifier: &str, code: &str, needs: &mut Needs) -> String {
    GLOBALS.set(&Globals::new(), || {
        let unresolved = Mark::new();
        let mut program = Program::Module(bundle::parse(specifier, code));
        program.mutate(resolver(unresolved, Mark::new(), false));
        let mut pass = Pass {
            specifier,
            unresolved,
            needs,
            used: BTreeSet::new(),
        };
        program.visit_mut_with(&mut pass);
        let used = pass.used;
        program.mutate(fixer(None));
        let Program::Module(module) = &program else {
            unreachable!("a module stays one");
        };
        let options = EmitOptions {
            source_map: SourceMapOption::None,
            ..EmitOptions::default()
        };
        let (comments, sources) = (SingleThreadedComments::default(), SourceMap::default());
        let text = deno_ast::emit(ProgramRef::Module(module), &comments, &sources, &options)
            .unwrap_or_else(|error| panic!("{error}"))
            .text;
        match used.is_empty() {
            true => text,
            false => {
                let names: Vec<_> = used.into_iter().collect();
                format!(
                    "import {{ {} }} from {PRIMORDIALS:?};\n{text}",
                    names.join(", ")
                )
            }
        }
    })
}

impl Needs {
    /// What is appended to `js/primordials.ts`.
    fn code(&self) -> String {
        let mut code = String::new();
        for name in &self.globals {
            match name.as_str() {
                "Map" | "Set" => writeln!(code, "export {{ ${name} }};"),
                _ => writeln!(code, "export const ${name} = {name};"),
            }
            .expect("a text can be written");
        }
        for (owner, name) in &self.statics {
            let value = match BOUND.contains(&owner.as_str()) {
                true => format!("apply(bind, {owner}.{name}, [{owner}])"),
                false => format!("{owner}.{name}"),
            };
            let _ = writeln!(code, "export const ${owner}_{name} = {value};");
        }
        let names: BTreeSet<&str> = self.methods.iter().map(|it| it.0.as_str()).collect();
        for name in names {
            for (_, prototype, prefix, _) in owners(name) {
                let _ = writeln!(code, "const {prefix}_{name} = uncurry({prototype}.{name});");
            }
        }
        for (name, count) in &self.methods {
            code.push_str(&method(name, *count));
        }
        code
    }
}

type Owner = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

fn owners(name: &str) -> impl Iterator<Item = &'static Owner> {
    OWNERS.iter().filter(move |it| it.3.contains(&name))
}

fn function_name(name: &str, count: Option<usize>) -> String {
    match count {
        Some(count) => format!("${name}_{count}"),
        None => format!("${name}_n"),
    }
}

/// The function that stands for a method name and a number of arguments.
fn method(name: &str, count: Option<usize>) -> String {
    let function = function_name(name, count);
    let arguments: Vec<String> = (0..count.unwrap_or(0)).map(|it| format!("a{it}")).collect();
    let parameters = match count {
        Some(_) => [&["it".to_owned()], arguments.as_slice()]
            .concat()
            .join(", "),
        None => "it, ...args".to_owned(),
    };
    let mut code = format!("export function {function}({parameters}) {{\n");
    let mut knows_prototype = false;
    for (test, _, prefix, _) in owners(name) {
        if test.starts_with("of ") && !knows_prototype {
            knows_prototype = true;
            code.push_str("  if (it === undefined || it === null) return absent(it);\n");
            code.push_str("  const of = getPrototypeOf(Object_(it));\n");
        }
        let _ = match count {
            Some(_) => writeln!(code, "  if ({test}) return {prefix}_{name}({parameters});"),
            None => writeln!(
                code,
                "  if ({test}) return apply({prefix}_{name}, undefined, [it, ...new Lists(args)]);"
            ),
        };
    }
    let call = match count {
        Some(_) => format!("it.{name}({})", arguments.join(", ")),
        None => format!("apply(it.{name}, it, args)"),
    };
    let _ = writeln!(code, "  return {call};\n}}");
    code
}

struct Pass<'a> {
    specifier: &'a str,
    unresolved: Mark,
    needs: &'a mut Needs,
    /// What the module imports from [`PRIMORDIALS`].
    used: BTreeSet<String>,
}

impl Pass<'_> {
    fn refuse(&self, what: &str) -> ! {
        panic!("{}: {what}; see build/harden.rs", self.specifier)
    }

    /// A function or value of [`PRIMORDIALS`].
    fn imported(&mut self, name: impl Into<String>) -> Ident {
        let name = name.into();
        self.used.insert(name.clone());
        Ident::new(name.into(), DUMMY_SP, SyntaxContext::empty())
    }

    fn call(&mut self, name: impl Into<String>, args: Vec<ExprOrSpread>) -> Expr {
        let callee = Callee::Expr(Box::new(self.imported(name).into()));
        Expr::Call(CallExpr {
            callee,
            args,
            ..CallExpr::default()
        })
    }

    fn is_global(&self, ident: &Ident) -> bool {
        ident.ctxt.outer() == self.unresolved && CAPTURED.contains(&&*ident.sym)
    }

    fn global(&mut self, name: &str) -> Ident {
        self.needs.globals.insert(name.to_owned());
        self.imported(format!("${name}"))
    }

    /// `Object.keys`, if that is what the member is.
    fn captured_static(&mut self, member: &MemberExpr) -> Option<Expr> {
        let owner = member.obj.as_ident().filter(|it| self.is_global(it))?;
        let (owner, name) = (owner.sym.as_str(), member.prop.as_ident()?.sym.as_str());
        if name == "prototype" || LIVE.contains(&(owner, name)) {
            return None;
        }
        self.needs
            .statics
            .insert((owner.to_owned(), name.to_owned()));
        Some(self.imported(format!("${owner}_{name}")).into())
    }

    /// The function that does what the method of this name does; `None` if no built-in has one.
    fn method(&mut self, member: &MemberExpr, args: &[ExprOrSpread]) -> Option<String> {
        if member.obj.is_this() {
            return None;
        }
        let name = member.prop.as_ident()?.sym.to_string();
        if REFUSED.contains(&name.as_str()) {
            self.refuse(&format!("`.{name}()` is not safe"));
        }
        if BY_HAND.contains(&name.as_str()) {
            return Some(format!("${name}"));
        }
        owners(&name).next()?;
        let is_spread = args.iter().any(|it| it.spread.is_some());
        let count = (!is_spread).then_some(args.len());
        let function = function_name(&name, count);
        self.needs.methods.insert((name, count));
        Some(function)
    }

    fn safe(&mut self, iterable: &mut Expr) {
        let it = std::mem::take(iterable);
        *iterable = self.call("$safe", vec![it.into()]);
    }

    /// `a?.m(x)` as `((it) => it == null ? undefined : $m(it, x))(a)`.
    fn optional_call(&mut self, chain: &OptChainExpr) -> Option<Expr> {
        let OptChainBase::Call(call) = &*chain.base else {
            return None;
        };
        let member = match &*call.callee {
            Expr::OptChain(OptChainExpr { base, .. }) => base.as_member()?,
            Expr::Member(member) => member,
            _ => return None,
        };
        // `a.m?.(x)` asks whether there is such a method, which no built-in object needs.
        if chain.optional {
            return None;
        }
        let function = self.method(member, &call.args)?;
        let it = Ident::new("$it".into(), DUMMY_SP, SyntaxContext::empty());
        let first = ExprOrSpread::from(Expr::from(it.clone()));
        let args = std::iter::once(first).chain(call.args.iter().cloned());
        let then = self.call(function, args.collect());
        let is_absent = Expr::Bin(BinExpr {
            span: DUMMY_SP,
            op: BinaryOp::EqEq,
            left: Box::new(it.clone().into()),
            right: Box::new(Expr::Lit(Lit::Null(Null { span: DUMMY_SP }))),
        });
        let body = Expr::Cond(CondExpr {
            span: DUMMY_SP,
            test: Box::new(is_absent),
            cons: Expr::undefined(DUMMY_SP),
            alt: Box::new(then),
        });
        let arrow = Expr::Arrow(ArrowExpr {
            params: vec![Pat::Ident(BindingIdent::from(it))],
            body: Box::new(BlockStmtOrExpr::Expr(Box::new(body))),
            ..ArrowExpr::default()
        });
        Some(Expr::Call(CallExpr {
            callee: Callee::Expr(Box::new(arrow)),
            args: vec![ExprOrSpread::from(member.obj.clone())],
            ..CallExpr::default()
        }))
    }

    /// An array pattern as the pattern of an object with indexes as keys.
    fn by_index(&self, pattern: &mut ArrayPat) -> ObjectPat {
        let elements = std::mem::take(&mut pattern.elems);
        let property = |(index, pattern): (usize, Option<Pat>)| {
            let value = pattern?;
            if value.is_rest() {
                self.refuse("`[a, ...rest] = it` cannot be rewritten; use slice()");
            }
            let key = PropName::Num(Number {
                span: DUMMY_SP,
                value: index as f64,
                raw: None,
            });
            Some(ObjectPatProp::KeyValue(KeyValuePatProp {
                key,
                value: Box::new(value),
            }))
        };
        ObjectPat {
            span: pattern.span,
            props: elements
                .into_iter()
                .enumerate()
                .filter_map(property)
                .collect(),
            optional: false,
            type_ann: None,
        }
    }
}

impl VisitMut for Pass<'_> {
    fn visit_mut_expr(&mut self, expr: &mut Expr) {
        // Before its parts are rewritten, when `Object.keys` can still be told.
        if let Expr::Member(member) = expr
            && let Some(captured) = self.captured_static(member)
        {
            *expr = captured;
            return;
        }
        expr.visit_mut_children_with(self);
        match expr {
            Expr::Ident(ident) if self.is_global(ident) => {
                let name = ident.sym.to_string();
                *ident = self.global(&name);
            }
            Expr::Call(call) => {
                if let Callee::Expr(callee) = &mut call.callee
                    && let Expr::Member(member) = &mut **callee
                    && let Some(function) = self.method(member, &call.args)
                {
                    let object = std::mem::take(&mut member.obj);
                    let args = std::mem::take(&mut call.args);
                    let args = std::iter::once(ExprOrSpread::from(object)).chain(args);
                    *expr = self.call(function, args.collect());
                }
            }
            Expr::New(NewExpr {
                callee,
                args: Some(args),
                ..
            }) if !args.is_empty() => {
                let name = callee.as_ident().map(|it| it.sym.to_string());
                if let Some(name @ ("$Map" | "$Set")) = name.as_deref() {
                    let args = std::mem::take(args);
                    *expr = self.call(name.replace('$', "$new"), args);
                }
            }
            Expr::Member(MemberExpr { obj, prop, .. })
                if prop.is_ident_with("size") && !obj.is_this() =>
            {
                let object = std::mem::take(obj);
                *expr = self.call("$size", vec![ExprOrSpread::from(object)]);
            }
            Expr::OptChain(chain) => {
                if let Some(rewritten) = self.optional_call(chain) {
                    *expr = rewritten;
                } else if is_cut_off(chain) {
                    chain.optional = true;
                }
            }
            Expr::Yield(it) if it.delegate => self.refuse("`yield*` is not safe"),
            _ => {}
        }
    }

    fn visit_mut_expr_or_spread(&mut self, it: &mut ExprOrSpread) {
        it.visit_mut_children_with(self);
        if it.spread.is_some() {
            self.safe(&mut it.expr);
        }
    }

    fn visit_mut_for_of_stmt(&mut self, it: &mut ForOfStmt) {
        it.visit_mut_children_with(self);
        if !it.is_await {
            self.safe(&mut it.right);
        }
    }

    fn visit_mut_pat(&mut self, pattern: &mut Pat) {
        pattern.visit_mut_children_with(self);
        if let Pat::Array(array) = pattern {
            *pattern = Pat::Object(self.by_index(array));
        }
    }

    fn visit_mut_assign_target(&mut self, target: &mut AssignTarget) {
        target.visit_mut_children_with(self);
        if let AssignTarget::Pat(AssignTargetPat::Array(array)) = target {
            *target = AssignTarget::Pat(AssignTargetPat::Object(self.by_index(array)));
        }
    }

    /// What is assigned to stays what it is, but for the object.
    fn visit_mut_simple_assign_target(&mut self, target: &mut SimpleAssignTarget) {
        match target {
            SimpleAssignTarget::Member(member) => {
                member.obj.visit_mut_with(self);
                if let MemberProp::Computed(key) = &mut member.prop {
                    key.visit_mut_with(self);
                }
            }
            other => other.visit_mut_children_with(self),
        }
    }

    fn visit_mut_prop(&mut self, property: &mut Prop) {
        if let Prop::Shorthand(ident) = property
            && self.is_global(ident)
        {
            let key = PropName::Ident(IdentName::from(ident.clone()));
            let value = Box::new(ident.clone().into());
            *property = Prop::KeyValue(KeyValueProp { key, value });
        }
        property.visit_mut_children_with(self);
    }
}

/// Whether the chain before this link was rewritten, so that it ends the chain no more.
fn is_cut_off(chain: &OptChainExpr) -> bool {
    let before = match &*chain.base {
        OptChainBase::Member(member) => &member.obj,
        OptChainBase::Call(call) => &call.callee,
    };
    matches!(&**before, Expr::Call(call) if matches!(&call.callee, Callee::Expr(it) if it.is_arrow()))
}
