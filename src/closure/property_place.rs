//! The places where a program writes the properties of objects that it gives to constructors and functions.
//!
//! An error names a property by its path, and knows the position of the `new` or the call. The text is parsed
//! only when such an error is shown.

use std::collections::HashMap;

use deno_ast::swc::ast::{
    ArrayLit, CallExpr, Expr, ExprOrSpread, NewExpr, ObjectLit, Pat, Program, Prop, PropName,
    PropOrSpread, VarDecl, VarDeclKind,
};
use deno_ast::swc::common::{Span, Spanned};
use deno_ast::swc::ecma_visit::{Visit, VisitWith};

use crate::analysis::{end, key_text, offset, untyped};
use crate::typescript::{look_into, without_marks};

/// How many constants are followed, one to the next.
const MAX_CONSTANTS: usize = 4;

/// The byte offset at which `text` writes the property at `path` among the arguments of the `new` or the call at the
/// byte offset `at`: that of the innermost part of the path that the text has, and `None` if it has not even the
/// first one. Parts are names, or indices in decimal digits.
pub fn property_offset(text: &str, at: usize, path: &[&str]) -> Option<usize> {
    let module = without_marks(text);
    let mark = text.len() - module.len();
    let place = look_into(module, |program| {
        found(program, at.saturating_sub(mark), path)
    });
    place.map(|it| it + mark)
}

fn found(program: &Program, at: usize, path: &[&str]) -> Option<usize> {
    let mut call = InnermostCall {
        at,
        arguments: None,
    };
    program.visit_with(&mut call);
    let arguments = call.arguments?;
    let mut constants = Constants::default();
    program.visit_with(&mut constants);
    let each = arguments.iter().map(|it| &*it.expr);
    each.filter_map(|it| constants.place(it, path, MAX_CONSTANTS))
        .next()
        .map(offset)
}

/// The arguments of the innermost `new` or call whose head, from its start to its arguments, has an offset.
struct InnermostCall {
    at: usize,
    arguments: Option<Vec<ExprOrSpread>>,
}

impl InnermostCall {
    /// Inner calls are seen after those around them.
    fn look(&mut self, whole: Span, head: Span, arguments: &[ExprOrSpread]) {
        if (offset(whole)..end(head)).contains(&self.at) {
            self.arguments = Some(arguments.to_vec());
        }
    }
}

impl Visit for InnermostCall {
    fn visit_new_expr(&mut self, new: &NewExpr) {
        let arguments = new.args.as_deref().unwrap_or_default();
        self.look(new.span, new.callee.span(), arguments);
        new.visit_children_with(self);
    }

    fn visit_call_expr(&mut self, call: &CallExpr) {
        self.look(call.span, call.callee.span(), &call.args);
        call.visit_children_with(self);
    }
}

/// The values of constants by name; `None` for a name that is declared more than once.
#[derive(Default)]
struct Constants(HashMap<String, Option<Box<Expr>>>);

impl Visit for Constants {
    fn visit_var_decl(&mut self, declared: &VarDecl) {
        for each in &declared.decls {
            if let (Pat::Ident(name), Some(value)) = (&each.name, &each.init) {
                let value = (declared.kind == VarDeclKind::Const).then(|| value.clone());
                let known = self.0.entry(name.sym.to_string());
                known.and_modify(|it| *it = None).or_insert(value);
            }
        }
        declared.visit_children_with(self);
    }
}

impl Constants {
    /// The place of the innermost part of `path` that a value has. `left` constants are followed.
    fn place(&self, value: &Expr, path: &[&str], left: usize) -> Option<Span> {
        match untyped(value) {
            Expr::Ident(name) if left > 0 => {
                let value = self.0.get(&*name.sym)?.as_ref()?;
                self.place(value, path, left - 1)
            }
            Expr::Object(object) => self.in_object(object, path, left),
            Expr::Array(array) => self.in_array(array, path, left),
            _ => None,
        }
    }

    /// The last property of a name counts.
    fn in_object(&self, object: &ObjectLit, path: &[&str], left: usize) -> Option<Span> {
        let (first, rest) = path.split_first()?;
        let found = object.props.iter().rev().find_map(|it| match it {
            PropOrSpread::Spread(spread) => self.place(&spread.expr, path, left),
            PropOrSpread::Prop(prop) => self.in_property(prop, (first, rest), left),
        });
        // One block may stand without a list around it.
        let is_index = first.bytes().all(|it| it.is_ascii_digit());
        found.or_else(|| {
            is_index
                .then(|| self.in_object(object, rest, left))
                .flatten()
        })
    }

    fn in_property(
        &self,
        prop: &Prop,
        (first, rest): (&str, &[&str]),
        left: usize,
    ) -> Option<Span> {
        let (name, at, value) = match prop {
            Prop::Shorthand(name) => (name.sym.to_string(), name.span, None),
            Prop::KeyValue(pair) => (key(&pair.key)?, pair.key.span(), Some(&*pair.value)),
            Prop::Method(method) => (key(&method.key)?, method.key.span(), None),
            Prop::Getter(getter) => (key(&getter.key)?, getter.key.span(), None),
            Prop::Setter(_) | Prop::Assign(_) => return None,
        };
        if !is_same(&name, first) {
            return None;
        }
        let inner = value.and_then(|it| self.place(it, rest, left));
        Some(inner.unwrap_or(at))
    }

    fn in_array(&self, array: &ArrayLit, path: &[&str], left: usize) -> Option<Span> {
        let (first, rest) = path.split_first()?;
        let index: usize = first.parse().ok()?;
        let before = array.elems.get(..=index)?;
        let is_counted =
            |it: &Option<ExprOrSpread>| it.as_ref().is_none_or(|it| it.spread.is_none());
        if !before.iter().all(is_counted) {
            return None;
        }
        let element = before.last()?.as_ref()?;
        let inner = self.place(&element.expr, rest, left);
        Some(inner.unwrap_or_else(|| element.expr.span()))
    }
}

fn key(name: &PropName) -> Option<String> {
    (!name.is_computed()).then(|| key_text(name))
}

/// A property may be written as `from_port`, too.
fn is_same(written: &str, wanted: &str) -> bool {
    let letters = |it: &str| it.replace('_', "").to_lowercase();
    written == wanted || letters(written) == letters(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text at the place of a property of the call at `new `, up to the next blank.
    fn place<'t>(text: &'t str, path: &[&str]) -> Option<&'t str> {
        let offset = property_offset(text, text.find("new ")?, path)?;
        text[offset..].split([' ', '\n', ',']).next()
    }

    #[test]
    fn properties_are_found_where_they_are_written() {
        let text = "import * as kit from 'lumi:kit';\nconst port: number = 1;\n\
            export const a = new kit.Thing(\"ü\", {\n  name: 'a', from_port: 1, \"to\": 2, port,\n  \
            rules: [{ port: 1 }, { port: <any>x }], owner: ({ mail: 1 } as Owner),\n}, { dependsOn: [] });\n";
        for (path, expected) in [
            (&["name"][..], "name:"),
            (&["fromPort"], "from_port:"),
            (&["to"], "\"to\":"),
            (&["port"], "port"),
            (&["rules", "1", "port"], "port:"),
            (&["rules", "1", "none"], "{"),
            (&["rules", "7"], "rules:"),
            (&["owner", "0", "mail"], "mail:"),
            (&["dependsOn"], "dependsOn:"),
        ] {
            assert_eq!(place(text, path), Some(expected), "{path:?}");
        }
        assert_eq!(place(text, &["size"]), None);
        assert_eq!(place(&format!("\u{feff}{text}"), &["to"]), Some("\"to\":"));
        let second = property_offset(text, text.find("new ").unwrap(), &["rules", "1", "port"]);
        assert!(text[second.unwrap()..].starts_with("port: <any>"));
    }

    #[test]
    fn constants_and_spreads_are_followed() {
        let text = "const tags = { env: 1 };\nconst common = { size: 1, tags };\nlet other = { zone: 1 };\n\
            new Thing('a', { ...common, ...other, name: common });\n";
        assert_eq!(place(text, &["size"]), Some("size:"));
        assert_eq!(place(text, &["tags"]), Some("tags"));
        // A variable may have another value by then.
        assert_eq!(place(text, &["zone"]), None);
        let circle = "const a = { ...b }; const b = { ...a }; new Thing(a);";
        assert_eq!(place(circle, &["size"]), None);
    }

    #[test]
    fn the_innermost_call_counts() {
        let text = "make({ name: new Thing({ name: 1 }) }, kit.data.echo({ name: 2 }));";
        let at = |head: &str| property_offset(text, text.find(head).unwrap(), &["name"]).unwrap();
        assert!(text[at("make")..].starts_with("name: new"));
        assert!(text[at("new Thing")..].starts_with("name: 1"));
        assert!(text[at("echo")..].starts_with("name: 2"));
        assert_eq!(property_offset(text, text.len(), &["name"]), None);
    }

    #[test]
    fn jsx_and_text_that_is_no_program() {
        let text = "const page = <div>{new Thing({ name: 1 })}</div>;";
        assert_eq!(place(text, &["name"]), Some("name:"));
        for text in ["new Thing({ name", "new ", "class A { async"] {
            assert_eq!(place(text, &["name"]), None);
        }
        let deep = format!(
            "new Thing({{ name: {}1{} }})",
            "[".repeat(9000),
            "]".repeat(9000)
        );
        assert_eq!(place(&deep, &["name"]), None);
    }
}
