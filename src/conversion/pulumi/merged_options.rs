//! Options of resources that the SDK merges: `pulumi.mergeOptions(options, { parent: this })`.

use std::ops::Range;

use deno_ast::swc::ast::{
    ArrayLit, CallExpr, Callee, Expr, ObjectLit, Prop, PropName, PropOrSpread,
};
use deno_ast::swc::common::Spanned;
use lumi_closure::analysis::{end, key_text, offset};

use super::chain::Chain;
use super::conversion::Conversion;

/// Options whose later value takes the place of the earlier one, while lists of both are joined.
const SINGLE: &[&str] = &[
    "customTimeouts",
    "deleteBeforeReplace",
    "deletedWith",
    "import",
    "parent",
    "protect",
    "provider",
    "replacementTrigger",
    "retainOnDelete",
    "version",
];

/// Options that are lists, which the SDK joins.
const LISTS: &[&str] = &[
    "additionalSecretOutputs",
    "aliases",
    "hideDiffs",
    "ignoreChanges",
    "replaceOnChanges",
];

impl Conversion<'_> {
    /// The path in the SDK that the callee of a call is.
    pub fn sdk_path_of_callee(&self, call: &CallExpr) -> Option<Vec<String>> {
        match &call.callee {
            Callee::Expr(callee) => self.sdk_path_of(callee),
            Callee::Super(_) | Callee::Import(_) => None,
        }
    }

    /// Writes `{ ...options, parent: this }` where that means the same.
    pub fn merged_options(&mut self, call: &CallExpr) -> bool {
        let path = self.sdk_path_of_callee(call);
        let ([first, second], None) = (call.args.as_slice(), &call.type_args) else {
            return false;
        };
        let Expr::Object(own) = &*second.expr else {
            return false;
        };
        let is_spread = first.spread.is_some() || second.spread.is_some();
        if path.is_none_or(|it| it != ["mergeOptions"]) || is_spread {
            return false;
        }
        let Some(lists) = self.lists(own, &first.expr) else {
            return false;
        };
        let callee = offset(call.span)..end(call.callee.span());
        let head = callee.end..offset(first.span());
        let between = end(first.span())..offset(own.span) + 1;
        let tail = end(own.span)..end(call.span);
        if ![&head, &between, &tail].iter().all(|it| self.is_plain(it)) {
            return false;
        }
        // At the start of a statement or of the body of an arrow function, a brace begins a block.
        let (open, close) = match self.argument == Some(callee.start) {
            true => ("", ""),
            false => ("(", ")"),
        };
        self.edit(callee.start..head.end, format!("{open}{{ ..."));
        self.edit(between, ",");
        self.edit(tail, close);
        for (name, list) in lists {
            let start = offset(list.span) + 1;
            let comma = if list.elems.is_empty() { "" } else { ", " };
            let former = self.edited_text(&(offset(first.span())..end(first.span())));
            self.edit(start..start, format!("...({former}?.{name} ?? []){comma}"));
        }
        true
    }

    /// The lists among options that override others; `None` if an option has another kind of value. A list is joined with
    /// that of the other options, which a chain of names can be asked for without doing anything twice.
    fn lists<'o>(&self, own: &'o ObjectLit, other: &Expr) -> Option<Vec<(String, &'o ArrayLit)>> {
        let is_plain = Chain::of(other).is_some_and(|it| self.imported(it.root).is_none());
        let mut lists = Vec::new();
        for member in &own.props {
            let PropOrSpread::Prop(property) = member else {
                return None;
            };
            match &**property {
                Prop::Shorthand(name) if SINGLE.contains(&name.sym.as_str()) => {}
                Prop::KeyValue(it) if !matches!(it.key, PropName::Computed(_)) => {
                    let name = key_text(&it.key);
                    match &*it.value {
                        _ if SINGLE.contains(&name.as_str()) => {}
                        Expr::Array(list) if is_plain && LISTS.contains(&name.as_str()) => {
                            lists.push((name, list));
                        }
                        _ => return None,
                    }
                }
                _ => return None,
            }
        }
        (!own.props.is_empty()).then_some(lists)
    }

    /// Whether there is nothing but signs and spaces, so that no comment is lost.
    fn is_plain(&self, range: &Range<usize>) -> bool {
        let text = &self.module.text[range.clone()];
        text.chars()
            .all(|it| it.is_whitespace() || "(){,".contains(it))
    }
}
