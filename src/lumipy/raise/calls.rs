//! Calls of the library, which stand for what LumiIL does in another way than Python.

use lumi_pack::Doc;
use lumi_pack::il::{Expr, ExprKind};

use super::forms::{array, local, prepared, py, string};
use super::layout::{arguments, elements, flat, list, text};
use super::names::is_name;
use super::raiser::{ATOM, LAMBDA, Raised, Raiser, UNARY};

impl Raiser<'_> {
    pub fn library_call(&mut self, of: &Expr) -> Raised {
        if let Some(it) = self.compared(of) {
            return it;
        }
        let Some((name, all)) = py(of) else {
            return self.other_call(of);
        };
        match (name, all) {
            ("attribute", [of, name]) => self.attribute(of, name),
            ("invoke", [of, name, rest @ ..]) => {
                let callee = self.attribute(of, name).doc;
                let arguments = self.arguments(rest);
                Raised::new(list(vec![callee, arguments]), ATOM)
            }
            ("call", [callee, rest @ ..]) => {
                let callee = self.value(callee).within(ATOM);
                let arguments = self.arguments(rest);
                Raised::new(list(vec![callee, arguments]), ATOM)
            }
            ("item", [of, key]) => self.item(of, key),
            ("bound", [of, ..]) if local(of).is_some() => self.value(of),
            ("tuple", items) => self.tuple(items),
            ("dict", [pairs]) => self.dict(pairs),
            ("setOf", [items]) => self.set_of(items),
            ("join", [parts]) => self.formatted(parts),
            ("settled", [value]) => self.awaited(value),
            ("define", [name, ..]) if string(name) == Some("<lambda>") => self.lambda(of),
            ("unary", [sign, value]) => {
                let sign = string(sign).unwrap_or_default().to_owned();
                let value = self.value(value).within(UNARY);
                Raised::new(list(vec![text(sign), value]), UNARY)
            }
            ("binary", [sign, left, right]) => {
                let sign = string(sign).unwrap_or_default();
                match self.operated(sign, left, right) {
                    Some(it) => it,
                    None => self.refused(of.at, "this operator"),
                }
            }
            (name, _) => {
                let what = format!("a call of `{name}` of its library");
                self.refused(of.at, &what)
            }
        }
    }

    fn other_call(&mut self, of: &Expr) -> Raised {
        let ExprKind::Call {
            callee, arguments, ..
        } = &of.kind
        else {
            return self.refused(of.at, "this call");
        };
        if let (ExprKind::Function(function), []) = (&callee.kind, arguments.as_slice())
            && let Some(it) = self.lambda_after(function)
        {
            return it;
        }
        if let ExprKind::SuperGet(_) = &callee.kind
            && let Some([name, _, rest @ ..]) = prepared(arguments, "superArguments")
            && let Some(name) = string(name)
        {
            let arguments = self.arguments(rest);
            let callee = text(format!("super().{name}"));
            return Raised::new(list(vec![callee, arguments]), ATOM);
        }
        self.refused(of.at, "a call as JavaScript has it")
    }

    /// `of.name`
    fn attribute(&mut self, of: &Expr, name: &Expr) -> Raised {
        let Some(name) = string(name).filter(|it| is_name(it)) else {
            return self.refused(name.at, "the name of this member");
        };
        let own = self.classes.last().map(|it| {
            let class = it.name.trim_start_matches('_');
            format!("_{class}__")
        });
        let name = match own.and_then(|it| name.strip_prefix(&*it)) {
            Some(private) => format!("__{private}"),
            None => name.to_owned(),
        };
        let of = self.value(of).within(ATOM);
        Raised::new(list(vec![of, text(format!(".{name}"))]), ATOM)
    }

    pub fn item(&mut self, of: &Expr, key: &Expr) -> Raised {
        let of = self.value(of).within(ATOM);
        let key = self.key(key);
        Raised::new(list(vec![of, text("["), key, text("]")]), ATOM)
    }

    /// A key between brackets: a tuple needs no parentheses.
    pub fn key(&mut self, key: &Expr) -> Doc {
        if let Some(("tuple", items)) = py(key)
            && items.len() > 1
        {
            let items = self.items(items);
            return text(items.iter().map(flat).collect::<Vec<_>>().join(", "));
        }
        self.value(key).within(LAMBDA)
    }

    fn set_of(&mut self, items: &Expr) -> Raised {
        match array(items) {
            Some(items) => {
                let items = self.items(items);
                Raised::new(elements("{", items, "}"), ATOM)
            }
            None => self.set_comprehension(items),
        }
    }

    /// The arguments by place, which are an array, and those by name, which are an array of pairs.
    pub fn arguments(&mut self, of: &[Expr]) -> Doc {
        let mut found = Vec::new();
        for it in of.first().and_then(array).unwrap_or_default() {
            found.push(match &it.kind {
                ExprKind::Spread(of) => self.starred(of, "spread", "*"),
                _ => self.value(it).within(LAMBDA),
            });
        }
        for it in of.get(1).and_then(array).unwrap_or_default() {
            found.push(match (&it.kind, array(it)) {
                (ExprKind::Spread(of), _) => self.starred(of, "named", "**"),
                (_, Some([name, value])) => {
                    let name = string(name).unwrap_or_default().to_owned();
                    let value = self.value(value).within(LAMBDA);
                    list(vec![text(format!("{name}=")), value])
                }
                _ => {
                    self.refuse(it.at, "this argument");
                    text("...")
                }
            });
        }
        // The parentheses of a generator that is the only argument are those of the call; it can have no comma behind it.
        let is_lone = matches!(found.as_slice(), [Doc::List(parts)] if is_generator(parts));
        match is_lone {
            true => found.remove(0),
            false => arguments(found),
        }
    }
}

/// Whether a part is a generator in parentheses.
fn is_generator(parts: &[Doc]) -> bool {
    let is = |it: Option<&Doc>, wanted: &str| matches!(it, Some(Doc::Text(it)) if it == wanted);
    parts.len() == 3
        && is(parts.first(), "(")
        && is(parts.last(), ")")
        && matches!(&parts[1], Doc::Group { .. })
}
