//! Calls and attributes.

use lumi_pack::il::{At, Expr, Token};
use ruff_python_ast::{Arguments, Expr as Syntax, ExprAttribute, ExprCall};
use ruff_text_size::Ranged;

use super::library;
use super::lowering::{Lowering, Meaning};
use super::lumi_names;
use super::nodes::*;
use super::refusal::Refusal;
use super::standard;

/// A module or a member of one, named in code.
pub enum Named {
    Token(Token),
    Library(&'static str, String),
    Options,
    Export,
}

impl Lowering<'_> {
    /// The name of an attribute: one that begins with two lines is that of the class around the code alone.
    pub fn private_name(&self, name: &str) -> String {
        let Some(class) = self
            .classes
            .last()
            .map(|it| it.name.trim_start_matches('_'))
        else {
            return name.to_owned();
        };
        match name.starts_with("__") && !name.ends_with("__") && !class.is_empty() {
            true => format!("_{class}{name}"),
            false => name.to_owned(),
        }
    }

    /// The member of a module that an expression names, without evaluating it.
    pub fn named(&self, syntax: &Syntax) -> Option<Named> {
        match syntax {
            Syntax::Name(it) => match self.meaning(&it.id)?.0 {
                Meaning::Token(token) => Some(Named::Token(token)),
                Meaning::Library(module, name) => Some(Named::Library(module, name)),
                Meaning::Options => Some(Named::Options),
                Meaning::Export => Some(Named::Export),
                _ => None,
            },
            Syntax::Attribute(it) => self.named_member(&it.value, &it.attr),
            _ => None,
        }
    }

    /// The member that `of.name` names.
    fn named_member(&self, of: &Syntax, name: &str) -> Option<Named> {
        if let Syntax::Name(it) = of {
            match self.meaning(&it.id).map(|it| it.0) {
                Some(Meaning::Package(whole, token)) => {
                    let is_whole = whole == format!("{}.{name}", it.id);
                    return is_whole.then_some(Named::Token(token));
                }
                Some(Meaning::Dataclass) if it.id.as_str() != "dataclass" => {
                    return Some(Named::Library("modules", format!("dataclasses.{name}")));
                }
                _ => {}
            }
        }
        match self.named(of)? {
            Named::Token(of) => Some(self.member(&of, name)?),
            Named::Library(module, path) if is_open(&path) => {
                Some(Named::Library(module, format!("{path}.{name}")))
            }
            Named::Options if name == "merge" => {
                Some(Named::Library("index", "mergedOptions".to_owned()))
            }
            _ => None,
        }
    }

    /// The member `name` of a module, or of an object of a module of Lumi.
    pub fn member(&self, of: &Token, name: &str) -> Option<Named> {
        if of.package() == "lumi" && of.module() == "index" && of.is_namespace() {
            if let Some(special) = library::of_lumi(name) {
                return Some(special);
            }
            if name == "std" {
                return Some(Named::Token(Token::new("lumi", "std", "*")));
            }
        }
        if of.is_namespace() {
            let name = match of.is_own() && !self.exports.is_foreign(of.module()) {
                true => name.to_owned(),
                false => library::camel(name),
            };
            return Some(Named::Token(self.exports.original(of.sibling(&name))));
        }
        // Objects of modules, such as `fs`, have members; those of values are attributes.
        let is_module = !of.is_own()
            && of.name().chars().all(|it| !it.is_uppercase())
            && of.package() == "lumi"
            && of.module() == "std";
        is_module
            .then(|| Named::Token(of.sibling(&format!("{}.{}", of.name(), library::camel(name)))))
    }

    /// `of.name`; `whole` is the same as an expression.
    pub fn attribute(&mut self, syntax: &ExprAttribute, whole: &Syntax) -> Expr {
        let at = self.at(syntax);
        if let Some(found) = self.super_attribute(syntax) {
            return found;
        }
        match self.named(whole) {
            Some(named) => self.named_value(named, syntax),
            None => {
                let of = self.expression(&syntax.value);
                let name = self.private_name(&syntax.attr);
                self.py("attribute", vec![of, string(&name, at)], at)
            }
        }
    }

    fn named_value(&mut self, named: Named, node: &impl Ranged) -> Expr {
        let at = self.at(node);
        match named {
            Named::Token(token) if lumi_names::is_type(&token) => {
                self.library("standard/typing", "annotation", at)
            }
            Named::Token(token) => {
                self.check_export(&token, node);
                self.token(&token, at)
            }
            Named::Library(module, name) => self.library_value(module, &name, node),
            Named::Options => self.library("index", "ResourceOptions", at),
            Named::Export => {
                let help = "call it at the top of the program, with the name of the output";
                self.absent(node, Refusal::Export, "`export` here", help)
            }
        }
    }

    pub fn library_value(&mut self, module: &'static str, name: &str, node: &impl Ranged) -> Expr {
        let at = self.at(node);
        let mut parts = name.split('.');
        let first = parts.next().unwrap_or_default();
        let mut path = first.to_owned();
        let mut of = self.library(module, first, at);
        for part in parts {
            let is_member = standard::has_member(&path, part);
            if !is_member && (first == "typing" || path.starts_with("collections.abc")) {
                return self.library("standard/typing", "annotation", at);
            }
            path = format!("{path}.{part}");
            if !is_member {
                let help = standard::member_advice(&path);
                return self.absent(node, Refusal::Name, &format!("`{path}`"), &help);
            }
            of = get(of, part, at);
        }
        of
    }

    /// Refuses members that modules of the program do not have.
    pub fn check_export(&mut self, token: &Token, node: &impl Ranged) {
        if let Some(wrong) = lumi_names::unknown(token) {
            let message = format!("{} has no `{}`", wrong.module, wrong.name);
            return self.refuse(node.start(), Refusal::Import, &message, &wrong.help);
        }
        if !token.is_own() || token.is_namespace() || self.exports.has(token.module(), token.name())
        {
            return;
        }
        let message = format!("the module {} has no `{}`", token.module(), token.name());
        self.refuse(
            node.start(),
            Refusal::Import,
            &message,
            "name one that it assigns",
        );
    }

    pub fn call(&mut self, syntax: &ExprCall) -> Expr {
        let at = self.source.at(syntax.func.start());
        if let Some(found) = self.super_call(syntax) {
            return found;
        }
        if let Some(found) = self.file_call(syntax) {
            return found;
        }
        if self.is_plain_class(&syntax.func) {
            return self.options(&syntax.arguments, at);
        }
        if let Some(named) = self.named(&syntax.func) {
            return self.named_call(named, syntax, at);
        }
        if let Syntax::Attribute(it) = &*syntax.func {
            let of = self.expression(&it.value);
            let name_at = self.at(&it.attr);
            let name = self.private_name(&it.attr);
            let mut arguments = vec![of, string(&name, name_at)];
            arguments.extend(self.arguments(&syntax.arguments, at));
            return self.py("invoke", arguments, at);
        }
        let callee = self.expression(&syntax.func);
        match self.is_class(&syntax.func) {
            true => self.constructed(callee, &syntax.arguments, at),
            false => self.called(callee, &syntax.arguments, at),
        }
    }

    /// `callee(...)` of a value that only the run knows.
    pub fn called(&mut self, callee: Expr, arguments: &Arguments, at: At) -> Expr {
        let mut all = vec![callee];
        all.extend(self.arguments(arguments, at));
        self.py("call", all, at)
    }

    /// Whether a name is that of a class of a typed package that TypeScript has as a plain object: `BucketWebsiteArgs`.
    fn is_plain_class(&self, callee: &Syntax) -> bool {
        let name = match callee {
            Syntax::Name(it) => it.id.as_str(),
            Syntax::Attribute(it) => it.attr.as_str(),
            _ => return false,
        };
        let is_capital = name.starts_with(|it: char| it.is_uppercase());
        let is_args = is_capital && name.ends_with("Args") && name != "Args";
        is_args && self.is_of_typed_package(callee)
    }

    fn is_of_typed_package(&self, of: &Syntax) -> bool {
        match (self.named(of), of) {
            (Some(Named::Token(it)), _) => {
                !it.is_own() && it.package() != "lumi" && !self.exports.is_of_library(&it)
            }
            (None, Syntax::Attribute(it)) => self.is_of_typed_package(&it.value),
            _ => false,
        }
    }

    /// Whether a name is that of a class that this module declares once.
    fn is_class(&self, syntax: &Syntax) -> bool {
        let Syntax::Name(it) = syntax else {
            return false;
        };
        let Some((Meaning::Variable(slot), _)) = self.meaning(&it.id) else {
            return false;
        };
        let class = self.class_infos.get(&slot);
        class.is_some_and(|it| it.is_constructed())
    }

    fn named_call(&mut self, named: Named, syntax: &ExprCall, at: At) -> Expr {
        let arguments = &syntax.arguments;
        if matches!(named, Named::Options) {
            return self.options(arguments, at);
        }
        if let Named::Library(_, path) = &named
            && path == "typing.cast"
            && let [_, value] = &*arguments.args
        {
            return self.expression(value);
        }
        let token = match &named {
            Named::Token(it) => Some(it.clone()),
            _ => None,
        };
        let callee = self.named_value(named, &*syntax.func);
        match token {
            Some(it) if self.exports.is_class(&it) => self.constructed(callee, arguments, at),
            // Only the run knows whether its arguments are those of Python.
            Some(it) if self.exports.is_of_library(&it) && is_capitalised(&it) => {
                self.constructed(callee, arguments, at)
            }
            Some(it) if !self.exports.is_python(&it) && is_capitalised(&it) => {
                self.resource(callee, arguments, at)
            }
            _ => self.called(callee, arguments, at),
        }
    }

    /// `new Class(...)`, with the arguments in the order of its parameters.
    pub fn constructed(&mut self, class: Expr, arguments: &Arguments, at: At) -> Expr {
        let prepared = self.prepared(class.clone(), arguments, at);
        new(class, vec![prepared], at)
    }

    /// The arguments of a class in the order of its parameters, which only the run knows.
    pub fn prepared(&mut self, class: Expr, arguments: &Arguments, at: At) -> Expr {
        let mut all = vec![class];
        all.extend(self.arguments(arguments, at));
        let prepared = self.py("prepare", all, at);
        spread(prepared, at)
    }

    /// The arguments by place as an array, and those by name as an array of pairs.
    pub fn arguments(&mut self, arguments: &Arguments, at: At) -> Vec<Expr> {
        let mut by_place = Vec::new();
        for it in &arguments.args {
            let item_at = self.at(it);
            by_place.push(match it {
                Syntax::Starred(it) => {
                    let of = self.expression(&it.value);
                    let all = self.py("spread", vec![of], item_at);
                    spread(all, item_at)
                }
                other => self.expression(other),
            });
        }
        let mut by_name = Vec::new();
        for it in &arguments.keywords {
            let item_at = self.at(it);
            let value = self.expression(&it.value);
            by_name.push(match &it.arg {
                Some(name) => array(vec![string(name, item_at), value], item_at),
                None => {
                    let all = self.py("named", vec![value], item_at);
                    spread(all, item_at)
                }
            });
        }
        let mut found = vec![array(by_place, at)];
        if !by_name.is_empty() {
            found.push(array(by_name, at));
        }
        found
    }
}

/// Whether an object of the library has members that code names.
fn is_open(path: &str) -> bool {
    standard::is_namespace(path) || path == "collections.abc"
}

fn is_capitalised(token: &Token) -> bool {
    let last = token.name().rsplit('.').next().unwrap_or_default();
    last.starts_with(|it: char| it.is_uppercase())
}
