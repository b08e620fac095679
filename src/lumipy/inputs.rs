//! Inputs and options of resources: values as TypeScript knows them.

use lumi_pack::il::{At, Expr, ExprKind, Key, Property};
use ruff_python_ast::{Arguments, Expr as Syntax, Keyword};

use super::library;
use super::lowering::Lowering;
use super::nodes::*;

impl Lowering<'_> {
    /// `new` of a class of TypeScript: arguments by name are one object, and `opts` comes after it.
    pub fn resource(&mut self, class: Expr, arguments: &Arguments, at: At) -> Expr {
        match self.foreign_arguments(arguments) {
            Some(found) => new(class, found, at),
            None => self.constructed(class, arguments, at),
        }
    }

    /// The arguments of a class of TypeScript, if the code alone says which is which.
    pub fn foreign_arguments(&mut self, arguments: &Arguments) -> Option<Vec<Expr>> {
        let is_plain = arguments.args.iter().all(|it| !it.is_starred_expr())
            && arguments.keywords.iter().all(|it| it.arg.is_some());
        let named = arguments.keywords.iter();
        let named = named.filter(|it| it.arg.as_ref().is_some_and(|it| it.as_str() != "opts"));
        let named: Vec<&Keyword> = named.collect();
        let at = self.at(arguments);
        let has_inputs = arguments.args.len() > 1
            && matches!(
                arguments.args.last(),
                Some(Syntax::Dict(_) | Syntax::NoneLiteral(_))
            );
        let is_twice = has_inputs && !named.is_empty();
        if !is_plain || arguments.find_keyword("props").is_some() || is_twice {
            return None;
        }
        let mut found: Vec<Expr> = Vec::new();
        for it in &arguments.args {
            found.push(self.input(it, true));
        }
        let options = arguments.find_keyword("opts");
        let options = options.map(|it| self.option_value(&it.value));
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

    /// A value as TypeScript knows it. With `may_be_missing`, None becomes `undefined`, which leaves an input out.
    pub fn input(&mut self, syntax: &Syntax, may_be_missing: bool) -> Expr {
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
                    properties.retain(|it| !matches!(it, Property::Value { key: Key::Name(name), .. } if name == key.value.to_str()));
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
    pub fn options(&mut self, arguments: &Arguments, at: At) -> Expr {
        let is_plain =
            arguments.args.is_empty() && arguments.keywords.iter().all(|it| it.arg.is_some());
        if !is_plain {
            let callee = self.library("index", "ResourceOptions", at);
            return self.called(callee, arguments, at);
        }
        let properties = arguments
            .keywords
            .iter()
            .filter_map(|it| self.input_property(it));
        expr(ExprKind::Object(properties.collect()), at)
    }
}

fn is_plain_key(key: &Syntax) -> bool {
    matches!(key, Syntax::StringLiteral(it) if it.value.to_str() != "__proto__")
}
