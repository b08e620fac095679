//! Calls, attributes, and resources.

use lumi_pack::il::{At, Expr, ExprKind, Property, Statement, Token, VariableKind};
use ruff_python_ast::{Arguments, Expr as Syntax, ExprAttribute, ExprCall, Keyword};
use ruff_text_size::Ranged;

use super::library;
use super::lowering::{Lowering, Meaning};
use super::nodes::*;
use super::refusal::Refusal;

/// A module or a member of one, named in code.
pub enum Named {
    Token(Token),
    Library(&'static str, String),
    Options,
    Export,
}

impl Lowering<'_> {
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
            Syntax::Attribute(it) => match self.named(&it.value)? {
                Named::Token(of) => Some(self.member(&of, &it.attr)?),
                Named::Library(module, name) if library::is_namespace(&name) => {
                    Some(Named::Library(module, format!("{name}.{}", it.attr)))
                }
                _ => None,
            },
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
            return Some(Named::Token(of.sibling(&name)));
        }
        // Objects of modules, such as `fs`, have members; those of values are attributes.
        let is_module = !of.is_own()
            && of.name().chars().all(|it| !it.is_uppercase())
            && of.package() == "lumi"
            && of.module() == "std";
        is_module
            .then(|| Named::Token(of.sibling(&format!("{}.{}", of.name(), library::camel(name)))))
    }

    pub fn attribute(&mut self, syntax: &ExprAttribute) -> Expr {
        let at = self.at(syntax);
        let whole = Syntax::Attribute(syntax.clone());
        match self.named(&whole) {
            Some(named) => self.named_value(named, syntax),
            None => {
                let of = self.expression(&syntax.value);
                self.py("attribute", vec![of, string(&syntax.attr, at)], at)
            }
        }
    }

    fn named_value(&mut self, named: Named, node: &impl Ranged) -> Expr {
        let at = self.at(node);
        match named {
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
        let (first, rest) = name.split_once('.').unwrap_or((name, ""));
        let of = self.library(module, first, at);
        if rest.is_empty() {
            return of;
        }
        if !library::has_member(first, rest) {
            let what = format!("`{name}`");
            return self.absent(node, Refusal::Name, &what, "");
        }
        get(of, rest, at)
    }

    /// Refuses members that modules of the program do not have.
    pub fn check_export(&mut self, token: &Token, node: &impl Ranged) {
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
        if let Some(named) = self.named(&syntax.func) {
            return self.named_call(named, syntax, at);
        }
        if let Syntax::Attribute(it) = &*syntax.func {
            let of = self.expression(&it.value);
            let name_at = self.at(&it.attr);
            let mut arguments = vec![of, string(&it.attr, name_at)];
            arguments.extend(self.arguments(&syntax.arguments, at));
            return self.py("invoke", arguments, at);
        }
        let callee = self.expression(&syntax.func);
        if self.is_class(&syntax.func) {
            return self.constructed(callee, &syntax.arguments, at);
        }
        let mut arguments = vec![callee];
        arguments.extend(self.arguments(&syntax.arguments, at));
        self.py("call", arguments, at)
    }

    /// Whether a name is that of a class that this module declares once.
    fn is_class(&self, syntax: &Syntax) -> bool {
        let Syntax::Name(it) = syntax else {
            return false;
        };
        let Some((Meaning::Variable(slot), _)) = self.meaning(&it.id) else {
            return false;
        };
        self.class_infos.contains_key(&slot)
    }

    fn named_call(&mut self, named: Named, syntax: &ExprCall, at: At) -> Expr {
        match named {
            Named::Options => self.options(&syntax.arguments, at),
            Named::Token(token) => {
                let callee = self.named_value(Named::Token(token.clone()), &*syntax.func);
                let is_class = self.exports.is_class(&token)
                    || (!self.exports.is_python(&token) && is_capitalised(&token));
                if !is_class {
                    let mut arguments = vec![callee];
                    arguments.extend(self.arguments(&syntax.arguments, at));
                    return self.py("call", arguments, at);
                }
                match self.exports.is_python(&token) {
                    true => self.constructed(callee, &syntax.arguments, at),
                    false => self.resource(callee, &syntax.arguments, at),
                }
            }
            other => {
                let callee = self.named_value(other, &*syntax.func);
                let mut arguments = vec![callee];
                arguments.extend(self.arguments(&syntax.arguments, at));
                self.py("call", arguments, at)
            }
        }
    }

    /// `new Class(...)` with the arguments as the class wants them.
    fn constructed(&mut self, class: Expr, arguments: &Arguments, at: At) -> Expr {
        let mut all = vec![class.clone()];
        all.extend(self.arguments(arguments, at));
        let prepared = self.py("prepare", all, at);
        new(class, vec![spread(prepared, at)], at)
    }

    /// `new` of a class of TypeScript: arguments by name are one object, and `opts` comes after it.
    fn resource(&mut self, class: Expr, arguments: &Arguments, at: At) -> Expr {
        match self.foreign_arguments(arguments) {
            Some(found) => new(class, found, at),
            None => self.constructed(class, arguments, at),
        }
    }

    /// The arguments of a class of TypeScript, if the code alone says which is which.
    pub fn foreign_arguments(&mut self, arguments: &Arguments) -> Option<Vec<Expr>> {
        let is_plain = arguments.args.iter().all(|it| !it.is_starred_expr())
            && arguments.keywords.iter().all(|it| it.arg.is_some());
        let by_name = |name: &str| {
            let mut keywords = arguments.keywords.iter();
            keywords.find(|it| it.arg.as_ref().is_some_and(|it| it.as_str() == name))
        };
        let at = self.at(arguments);
        let has_inputs = arguments.args.len() > 1
            && matches!(
                arguments.args.last(),
                Some(Syntax::Dict(_) | Syntax::NoneLiteral(_))
            );
        let is_twice = has_inputs
            && arguments
                .keywords
                .iter()
                .any(|it| it.arg.as_ref().is_some_and(|it| it.as_str() != "opts"));
        if !is_plain || by_name("props").is_some() || is_twice {
            return None;
        }
        let mut found: Vec<Expr> = Vec::new();
        for it in &arguments.args {
            found.push(self.input(it, true));
        }
        let named: Vec<&Keyword> = arguments
            .keywords
            .iter()
            .filter(|it| it.arg.as_ref().is_some_and(|it| it.as_str() != "opts"))
            .collect();
        let options = by_name("opts").map(|it| self.option_value(&it.value));
        if !named.is_empty() || (options.is_some() && !has_inputs) {
            let properties = named.iter().filter_map(|it| self.input_property(it));
            let object = expr(ExprKind::Object(properties.collect()), at);
            found.push(object);
        }
        found.extend(options);
        Some(found)
    }

    fn input_property(&mut self, keyword: &Keyword) -> Option<Property> {
        let name = keyword.arg.as_ref()?;
        let at = self.at(name);
        if keyword.value.is_none_literal_expr() {
            return None;
        }
        let value = self.input(&keyword.value, true);
        Some(value_property(&library::camel(name), value, at))
    }

    /// A value as TypeScript knows it. `may_be_missing`: None is no value.
    fn input(&mut self, syntax: &Syntax, may_be_missing: bool) -> Expr {
        let at = self.at(syntax);
        match syntax {
            Syntax::NoneLiteral(_) if may_be_missing => expr(ExprKind::Undefined, at),
            Syntax::StringLiteral(_) | Syntax::BooleanLiteral(_) | Syntax::FString(_) => {
                self.expression(syntax)
            }
            Syntax::NumberLiteral(it) => match &it.value {
                ruff_python_ast::Number::Float(it) if it.is_finite() => number(*it, at),
                _ => self.expression(syntax),
            },
            Syntax::List(it) if !it.elts.iter().any(Syntax::is_starred_expr) => {
                let items = it.elts.iter().map(|it| self.input(it, false));
                let items = items.collect();
                array(items, at)
            }
            Syntax::Dict(it)
                if it
                    .items
                    .iter()
                    .all(|it| it.key.as_ref().is_some_and(is_plain_key)) =>
            {
                let mut properties: Vec<Property> = Vec::new();
                for it in &it.items {
                    let Some(Syntax::StringLiteral(key)) = &it.key else {
                        continue;
                    };
                    let value = self.input(&it.value, false);
                    let at = self.at(key);
                    properties.retain(|it| !matches!(it, Property::Value { key: lumi_pack::il::Key::Name(name), .. } if name == key.value.to_str()));
                    properties.push(value_property(key.value.to_str(), value, at));
                }
                expr(ExprKind::Object(properties), at)
            }
            _ => {
                let value = self.expression(syntax);
                let name = if may_be_missing { "input" } else { "plain" };
                self.py(name, vec![value], at)
            }
        }
    }

    /// The options of a resource.
    fn option_value(&mut self, syntax: &Syntax) -> Expr {
        let at = self.at(syntax);
        let value = self.expression(syntax);
        match value.kind {
            ExprKind::Object(_) => value,
            _ => self.py("input", vec![value], at),
        }
    }

    /// `ResourceOptions(...)`
    fn options(&mut self, arguments: &Arguments, at: At) -> Expr {
        let is_plain =
            arguments.args.is_empty() && arguments.keywords.iter().all(|it| it.arg.is_some());
        if !is_plain {
            let callee = self.library("index", "ResourceOptions", at);
            let mut all = vec![callee];
            all.extend(self.arguments(arguments, at));
            return self.py("call", all, at);
        }
        let properties = arguments
            .keywords
            .iter()
            .filter_map(|it| self.input_property(it));
        expr(ExprKind::Object(properties.collect()), at)
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

    /// `lumi.export("name", value)` as a statement; answers whether it is one.
    pub fn export(&mut self, syntax: &ExprCall, found: &mut Vec<Statement>) -> bool {
        if !matches!(self.named(&syntax.func), Some(Named::Export)) {
            return false;
        }
        let help = "write `export(\"name\", value)` at the top of the program, outside of functions and blocks";
        let arguments = &syntax.arguments;
        let by_name = |name: &str| {
            let keyword = arguments.find_keyword(name);
            keyword.map(|it| &it.value)
        };
        let name = arguments.args.first().or_else(|| by_name("name"));
        let value = arguments.args.get(1).or_else(|| by_name("value"));
        let (Some(Syntax::StringLiteral(name)), Some(value)) = (name, value) else {
            self.refuse(
                syntax.start(),
                Refusal::Export,
                "an output needs a name that is a text, and a value",
                help,
            );
            return true;
        };
        if !self.is_at_top() || self.block_depth > 1 || !self.is_entry {
            self.refuse(
                syntax.start(),
                Refusal::Export,
                "outputs are exported at the top of the program alone",
                help,
            );
            return true;
        }
        let name = name.value.to_str();
        if self.outputs.iter().any(|it| it.0 == name) {
            let message = format!("the output `{name}` is exported twice");
            self.refuse(syntax.start(), Refusal::Export, &message, "");
            return true;
        }
        let at = self.at(syntax);
        let value = self.input(value, false);
        let slot = self.output_slot(name);
        found.push(variable(
            VariableKind::Const,
            bind(slot, at),
            Some(value),
            at,
        ));
        self.outputs.push((name.to_owned(), slot));
        true
    }

    /// A variable for an output, with its name if that is free.
    fn output_slot(&mut self, name: &str) -> lumi_pack::il::Slot {
        let wanted = match lumi_pack::il::is_variable_name(name) {
            true => name.to_owned(),
            false => "output".to_owned(),
        };
        self.own(&wanted)
    }
}

fn is_plain_key(key: &Syntax) -> bool {
    matches!(key, Syntax::StringLiteral(it) if it.value.to_str() != "__proto__")
}

fn is_capitalised(token: &Token) -> bool {
    let last = token.name().rsplit('.').next().unwrap_or_default();
    last.starts_with(|it: char| it.is_uppercase())
}
