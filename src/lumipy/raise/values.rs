//! Names of modules, members of the library, and elements.

use lumi_pack::Doc;
use lumi_pack::il::{Expr, ExprKind, Token};

use super::forms::{array, library_name, py_named};
use super::layout::{elements, list, text};
use super::names::{is_name, snake};
use super::raiser::{ATOM, LAMBDA, Raised, Raiser};
use crate::library;
use crate::standard;

impl Raiser<'_> {
    /// Elements of a list, a tuple or a set.
    pub fn items(&mut self, items: &[Expr]) -> Vec<Doc> {
        let mut found = Vec::new();
        for it in items {
            found.push(match &it.kind {
                ExprKind::Spread(of) => self.starred(of, "iterate", "*"),
                _ => self.value(it).within(LAMBDA),
            });
        }
        found
    }

    /// `*value`, of which the library makes an array.
    pub fn starred(&mut self, of: &Expr, function: &str, stars: &str) -> Doc {
        match py_named(of, function) {
            Some([value]) => list(vec![text(stars), self.value(value).within(LAMBDA)]),
            _ => {
                self.refuse(of.at, "`...` of this");
                text("...")
            }
        }
    }

    pub fn tuple(&mut self, items: &[Expr]) -> Raised {
        let mut items = self.items(items);
        if items.len() == 1 {
            let only = items.remove(0);
            return Raised::new(list(vec![text("("), only, text(",)")]), ATOM);
        }
        Raised::new(elements("(", items, ")"), ATOM)
    }

    pub fn dict(&mut self, of: &Expr) -> Raised {
        let Some(pairs) = array(of) else {
            return self.refused(of.at, "a dict of this");
        };
        let mut items = Vec::new();
        for it in pairs {
            items.push(match (&it.kind, array(it)) {
                (ExprKind::Spread(of), _) => self.starred(of, "pairsOf", "**"),
                (_, Some([key, value])) => {
                    let key = self.value(key).within(LAMBDA);
                    let value = self.value(value).within(LAMBDA);
                    list(vec![key, text(": "), value])
                }
                _ => {
                    self.refuse(it.at, "this pair of a dict");
                    text("...")
                }
            });
        }
        Raised::new(elements("{", items, "}"), ATOM)
    }

    /// `lower:upper:step`, as a key.
    pub fn slice(&mut self, parts: &[Expr]) -> Raised {
        let mut texts: Vec<Option<Raised>> = Vec::new();
        for it in parts {
            texts.push(match it.kind {
                ExprKind::Null => None,
                _ => Some(self.value(it)),
            });
        }
        let is_simple = |it: &Option<Raised>| it.as_ref().is_none_or(|it| it.level >= 13);
        let space = if texts.iter().all(is_simple) { "" } else { " " };
        let mut found = Vec::new();
        let has_step = texts.get(2).is_some_and(Option::is_some);
        for (index, it) in texts.into_iter().enumerate() {
            if index == 2 && !has_step {
                break;
            }
            let is_there = it.is_some();
            if index > 0 {
                let before = if found.is_empty() { "" } else { space };
                let after = if is_there { space } else { "" };
                found.push(text(format!("{before}:{after}")));
            }
            found.extend(it.map(|it| it.within(LAMBDA)));
        }
        Raised::new(list(found), LAMBDA)
    }

    /// A name of a module, of the library, or a member of such a name.
    pub fn named_value(&mut self, of: &Expr) -> Raised {
        // A member in the code of its class, but in no method.
        if let ExprKind::Get {
            of: inner, name, ..
        } = &of.kind
            && matches!(inner.kind, ExprKind::This)
            && !self.classes.is_empty()
        {
            return Raised::atom(self.member_name(name));
        }
        match self.dotted(of) {
            Some(it) => Raised::atom(it),
            None => self.refused(of.at, "a member as JavaScript has it"),
        }
    }

    fn dotted(&mut self, of: &Expr) -> Option<String> {
        match &of.kind {
            ExprKind::Token(token) => match library_name(token) {
                Some((module, name)) if !module.starts_with("python/") => {
                    self.library_member(module, name)
                }
                _ => self.token_name(token),
            },
            ExprKind::Get {
                of: inner,
                name,
                optional: false,
            } => {
                if matches!(inner.kind, ExprKind::This) {
                    return None;
                }
                let base = self.dotted(inner)?;
                let is_sdk = matches!(&inner.kind, ExprKind::Token(it) if !it.is_own());
                let name = match is_sdk {
                    true => snake(name)?,
                    false => name.clone(),
                };
                is_name(&name).then(|| format!("{base}.{name}"))
            }
            _ => None,
        }
    }

    fn token_name(&mut self, token: &Token) -> Option<String> {
        if token.is_own() || token.is_namespace() || token.module() == "std" {
            return self.imports.token(token);
        }
        self.imports.token(&token.sibling(&snake(token.name())?))
    }

    /// A member of a library of LumiPy that Python has no module for.
    fn library_member(&mut self, module: &str, name: &str) -> Option<String> {
        if (module, name) == ("index", "ResourceOptions") {
            return Some(format!("{}.ResourceOptions", self.imports.lumi()));
        }
        if (module, name) == ("index", "mergedOptions") {
            return Some(format!("{}.ResourceOptions.merge", self.imports.lumi()));
        }
        if (module, name) == ("modules", "Output") {
            return Some(format!("{}.Output", self.imports.lumi()));
        }
        if (module, name) == ("standard/typing", "ellipsis") {
            return Some("...".to_owned());
        }
        let builtin = match (module, name) {
            ("index", "PyTypeError") => "TypeError",
            _ => name,
        };
        if library::builtin(builtin) == Some((known(module)?, name)) {
            return Some(builtin.to_owned());
        }
        let is_module = standard::module(name).is_some() && standard::is_namespace(name);
        is_module.then(|| self.imports.standard(name))
    }
}

/// The name of a module of the library that has builtins, or of any other one.
fn known(module: &str) -> Option<&'static str> {
    let modules = [
        "index",
        "builtins",
        "system_errors",
        "standard/typing",
        "modules",
        "math",
    ];
    let found = modules.into_iter().find(|it| *it == module);
    Some(found.unwrap_or("other"))
}
