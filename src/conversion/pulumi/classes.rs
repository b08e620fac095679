//! Components, dynamic resources, and fields that a superclass sets.

use deno_ast::swc::ast::{CallExpr, Class, ClassMember, ClassProp, Expr, Lit, PropName};
use deno_ast::swc::common::Spanned;
use lumi_closure::analysis::{end, key_text, offset, untyped};

use super::chain::Chain;
use super::conversion::Conversion;

/// The kind of class that another one extends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Superclass {
    None,
    Component,
    Dynamic,
    Other,
}

const ALIAS: &str =
    "its objects stay with an alias: `aliases: [{ type: \"pulumi-nodejs:dynamic:Resource\" }]`";
const PARTS: &str = "types of Lumi have three parts: `acme:index:Site` is what a taken over stack calls `acme:Site`";

impl Conversion<'_> {
    /// Converts the head and the fields of a class; the caller leaves it.
    pub fn enter_class(&mut self, class: &Class) {
        let superclass = self.superclass(class);
        self.superclasses.push(superclass);
        if superclass == Superclass::Component {
            self.component(class);
        }
        if matches!(superclass, Superclass::Dynamic | Superclass::Other) {
            for member in &class.body {
                if let ClassMember::ClassProp(field) = member {
                    self.field(field);
                }
            }
        }
    }

    fn superclass(&self, class: &Class) -> Superclass {
        let Some(superclass) = &class.super_class else {
            return Superclass::None;
        };
        let Some(chain) = Chain::of(superclass) else {
            return Superclass::Other;
        };
        let Some(path) = self.sdk_path(&chain) else {
            let last = chain.names().next_back().unwrap_or(chain.root.sym.as_str());
            // Classes of Lumi stay as they are.
            return match last {
                "ComponentResource" => Superclass::None,
                _ => Superclass::Other,
            };
        };
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        match path.as_slice() {
            ["ComponentResource"] => Superclass::Component,
            ["dynamic", "Resource"] => Superclass::Dynamic,
            _ => Superclass::Other,
        }
    }

    fn component(&mut self, class: &Class) {
        if let Some(types) = &class.super_type_params {
            let what = "a component with data of `initialize`".to_owned();
            self.not_converted(
                offset(types.span),
                what,
                "make the children in the constructor",
            );
        }
        for member in &class.body {
            if let ClassMember::Method(method) = member
                && ["initialize", "getData"].contains(&key_text(&method.key).as_str())
                && !method.is_static
            {
                let what = format!("`{}` is not called", key_text(&method.key));
                self.not_converted(
                    offset(method.span),
                    what,
                    "make the children in the constructor",
                );
            }
        }
    }

    /// `readonly arn!: Output<string>` makes no field in Pulumi's programs; in ES modules it would hide the output.
    fn field(&mut self, field: &ClassProp) {
        if field.value.is_some() || field.declare || field.is_static {
            return;
        }
        if matches!(field.key, PropName::Computed(_)) || field.is_abstract {
            return;
        }
        if !field.decorators.is_empty() {
            let what = "a field with a decorator hides what the superclass sets".to_owned();
            self.not_converted(offset(field.span), what, "write `declare` and no decorator");
            return;
        }
        let (start, key) = (offset(field.span), offset(field.key.span()));
        let modifier = later_modifier(&self.module.text[start..key]);
        let at = modifier.map_or(key, |it| start + it);
        self.edit(at..at, "declare ");
        let key_end = end(field.key.span());
        let after = &self.module.text[key_end..];
        let sign = key_end + after.len() - after.trim_start().len();
        if field.definite && self.module.text[sign..].starts_with('!') {
            self.edit(sign..sign + 1, "");
        }
    }

    /// `super(provider, name, inputs, options, module, type)` of a dynamic resource: an alias keeps its objects.
    fn dynamic_call(&mut self, call: &CallExpr) {
        let text = |at: usize| match call.args.get(at).map(|it| untyped(&it.expr)) {
            None => Some(None),
            Some(Expr::Lit(Lit::Str(text))) => {
                Some(Some(text.value.to_string_lossy().into_owned()))
            }
            Some(Expr::Ident(it)) if it.sym == *"undefined" => Some(None),
            Some(_) => None,
        };
        let (Some(module), Some(name)) = (text(4), text(5)) else {
            let what = "the type of a dynamic resource is computed".to_owned();
            self.check(offset(call.span), what, ALIAS);
            return;
        };
        let module = module.map_or(String::new(), |it| format!("/{it}"));
        let name = name.unwrap_or_else(|| "Resource".to_owned());
        let former = self
            .module
            .quoted(&format!("pulumi-nodejs:dynamic{module}:{name}"));
        let alias = format!("{{ type: {former} }}");
        let Some(options) = call.args.get(3) else {
            if let Some(last) = call.args.last().filter(|_| call.args.len() == 3) {
                let at = end(last.span());
                self.edit(at..at, format!(", {{ aliases: [{alias}] }}"));
            }
            return;
        };
        let options = untyped(&options.expr);
        let range = offset(options.span())..end(options.span());
        match options {
            Expr::Ident(it) if it.sym == *"undefined" => {
                self.edit(range, format!("{{ aliases: [{alias}] }}"));
            }
            Expr::Ident(it) if self.imported(it).is_none() => {
                let it = &it.sym;
                let text = format!("{{ ...{it}, aliases: [{alias}, ...({it}?.aliases ?? [])] }}");
                self.edit(range, text);
            }
            _ => self.check(
                range.start,
                "a dynamic resource has options of its own".to_owned(),
                ALIAS,
            ),
        }
    }

    /// `super(type, name, inputs, options)` of a component.
    pub fn super_call(&mut self, call: &CallExpr) {
        match self.superclasses.last() {
            Some(Superclass::Component) => {}
            Some(Superclass::Dynamic) => return self.dynamic_call(call),
            Some(Superclass::Other) => return self.options(&call.args),
            _ => return,
        }
        self.options(&call.args);
        let Some(first) = call.args.first() else {
            return;
        };
        let first = untyped(&first.expr);
        let at = offset(first.span());
        match first {
            Expr::Lit(Lit::Str(text)) => {
                let text = text.value.to_string_lossy().into_owned();
                let converted = match text.split(':').collect::<Vec<_>>().as_slice() {
                    [package, "", name] | [package, name] if !package.is_empty() => {
                        Some(format!("{package}:index:{name}"))
                    }
                    [name] if !name.is_empty() => Some(format!("component:index:{name}")),
                    [_, _, _] => None,
                    _ => {
                        let what = format!("`{text}` is not a type of Lumi");
                        self.not_converted(at, what, PARTS);
                        None
                    }
                };
                if let Some(converted) = converted {
                    let quoted = self.module.quoted(&converted);
                    self.edit(at..end(first.span()), quoted);
                }
            }
            _ => self.check(at, "the type of a component is computed".to_owned(), PARTS),
        }
        if let Some(remote) = call.args.get(4) {
            let what = "the component is made by a plugin".to_owned();
            self.not_converted(
                offset(remote.span()),
                what,
                "extend `RemoteComponent` of `lumi`",
            );
        }
    }
}

/// The first of the modifiers that stand behind `declare`, in the text between the start of a field and its name.
fn later_modifier(before: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(rest) = before.get(at..).filter(|it| !it.is_empty()) {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map_or(rest.len(), |it| it + 4)
        } else {
            let word = rest.find(|it: char| !it.is_alphanumeric());
            let word = &rest[..word.unwrap_or(rest.len())];
            if ["override", "readonly"].contains(&word) {
                return Some(at);
            }
            let first = rest.chars().next().map_or(1, char::len_utf8);
            word.len().max(first)
        };
        at += length;
    }
    None
}
