//! Options of resources.

use deno_ast::swc::ast::{Expr, ExprOrSpread, KeyValueProp, Prop, PropName, PropOrSpread, Str};
use deno_ast::swc::common::Spanned;
use lumi_closure::analysis::{end, key_text, offset, untyped};

use super::conversion::Conversion;

/// Options that mean something else, or nothing, with what to do.
const OPTIONS: &[(&str, &str)] = &[
    ("id", "write `Class.get(name, id)`"),
    (
        "pluginDownloadURL",
        "`packages` of Lumi.yaml says where a package comes from",
    ),
    ("urn", "write `Class.get(name, id)`"),
];

impl Conversion<'_> {
    /// Looks at the options among the arguments of a resource: an object behind name and inputs.
    pub fn options(&mut self, args: &[ExprOrSpread]) {
        let (Some(last), true) = (args.last(), args.len() > 2) else {
            return;
        };
        let Expr::Object(options) = untyped(&last.expr) else {
            return;
        };
        for member in &options.props {
            let PropOrSpread::Prop(property) = member else {
                continue;
            };
            let (name, at) = match &**property {
                Prop::Shorthand(name) => (name.sym.to_string(), offset(name.span)),
                Prop::KeyValue(it) => (key_text(&it.key), offset(it.key.span())),
                Prop::Method(it) => (key_text(&it.key), offset(it.key.span())),
                _ => continue,
            };
            if let Some((_, advice)) = OPTIONS.iter().find(|it| it.0 == name) {
                let what = format!("the option `{name}` has another form in Lumi");
                self.not_converted(at, what, advice);
            }
        }
    }

    /// `parent: pulumi.rootStackResource` is `noParent: true`.
    pub fn root_parent(&mut self, property: &KeyValueProp) -> bool {
        let is_parent = matches!(&property.key, PropName::Ident(name) if name.sym == *"parent");
        let path = self.sdk_path_of(&property.value);
        let is_root = path.is_some_and(|it| it == ["rootStackResource"]);
        if is_parent && is_root {
            let range = offset(property.span())..end(property.span());
            self.edit(range, "noParent: true");
        }
        is_parent && is_root
    }

    pub fn text_literal(&mut self, text: &Str) {
        self.urn_text(offset(text.span), &text.value.to_string_lossy());
    }

    pub fn urn_text(&mut self, at: usize, text: &str) {
        if text.starts_with("urn:pulumi:") {
            let what = "a URN of Pulumi is written out".to_owned();
            self.not_converted(
                at,
                what,
                "write the URN that `lumi stack export` shows, or an alias of name and type",
            );
        }
    }
}
