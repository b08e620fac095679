//! Helpers for swc's syntax.

use std::collections::BTreeSet;
use std::ops::Range;

use deno_ast::swc::ast::*;
use deno_ast::swc::common::{Span, Spanned};

use super::binding::Imported;
use super::block::BlockEnd;
use super::unit::UnitKind;

/// The text of a name in an import or export, which may be written in quotes.
pub fn exported_name(name: &ModuleExportName) -> String {
    match name {
        ModuleExportName::Ident(it) => it.sym.to_string(),
        ModuleExportName::Str(it) => it.value.to_string_lossy().into_owned(),
    }
}

/// The name that an import has in its module.
pub fn imported_name(specifier: &ImportNamedSpecifier) -> String {
    let imported = specifier.imported.as_ref();
    imported.map_or_else(|| specifier.local.sym.to_string(), exported_name)
}

pub fn named(specifier: &ImportNamedSpecifier) -> Imported {
    let name = imported_name(specifier);
    match name.as_str() {
        "default" => Imported::Default,
        _ => Imported::Name(name),
    }
}

pub fn is_plain_member(property: &ObjectPatProp) -> bool {
    match property {
        ObjectPatProp::Assign(it) => it.value.is_none(),
        ObjectPatProp::KeyValue(pair) => {
            matches!(&*pair.value, Pat::Ident(_)) && !matches!(pair.key, PropName::Computed(_))
        }
        ObjectPatProp::Rest(_) => false,
    }
}

pub fn is_package(specifier: &Expr) -> bool {
    match specifier {
        Expr::Lit(Lit::Str(text)) => {
            let text = text.value.to_string_lossy();
            !text.starts_with(['.', '/']) && !text.starts_with("file:")
        }
        _ => false,
    }
}

pub fn method_kind(kind: MethodKind, is_static: bool) -> UnitKind {
    match kind {
        MethodKind::Method => UnitKind::Method { is_static },
        MethodKind::Getter => UnitKind::Getter { is_static },
        MethodKind::Setter => UnitKind::Setter { is_static },
    }
}

pub fn private_names(class: &Class) -> BTreeSet<String> {
    let names = class.body.iter().filter_map(|member| match member {
        ClassMember::PrivateMethod(it) => Some(it.key.name.to_string()),
        ClassMember::PrivateProp(it) => Some(it.key.name.to_string()),
        ClassMember::AutoAccessor(it) => match &it.key {
            Key::Private(name) => Some(name.name.to_string()),
            Key::Public(_) => None,
        },
        _ => None,
    });
    names.collect()
}

/// The name of a property, if it is constant.
pub fn key_text(key: &PropName) -> String {
    match key {
        PropName::Ident(name) => name.sym.to_string(),
        PropName::Str(text) => text.value.to_string_lossy().into_owned(),
        PropName::Num(number) => number.value.to_string(),
        PropName::BigInt(number) => number.value.to_string(),
        PropName::Computed(_) => String::new(),
    }
}

pub fn brace(block: &BlockStmt) -> BlockEnd {
    BlockEnd::Brace(end(block.span).saturating_sub(1))
}

/// An expression without parentheses and types.
pub fn untyped(expression: &Expr) -> &Expr {
    let mut expression = expression;
    loop {
        expression = match expression {
            Expr::Paren(it) => &it.expr,
            Expr::TsAs(it) => &it.expr,
            Expr::TsSatisfies(it) => &it.expr,
            Expr::TsNonNull(it) => &it.expr,
            Expr::TsConstAssertion(it) => &it.expr,
            Expr::TsTypeAssertion(it) => &it.expr,
            Expr::TsInstantiation(it) => &it.expr,
            other => return other,
        };
    }
}

/// The byte offset of a span; swc counts from 1.
pub fn offset(span: Span) -> usize {
    (span.lo.0 as usize).saturating_sub(1)
}

pub fn end(span: Span) -> usize {
    (span.hi.0 as usize).saturating_sub(1)
}

/// Parts of a class that were evaluated when it was defined. Keys of fields are not included: every
/// new instance needs them.
pub fn evaluated_once(class: &Class) -> Vec<Range<usize>> {
    let superclass = class.super_class.iter().map(|it| it.span());
    let keys = class.body.iter().filter_map(|member| match member {
        ClassMember::Method(it) => computed(&it.key),
        ClassMember::ClassProp(it) if it.is_static => computed(&it.key),
        // `[_key = key]` stores the key in a variable.
        ClassMember::ClassProp(it) => match &it.key {
            PropName::Computed(key) => match &*key.expr {
                Expr::Assign(it) if it.left.as_ident().is_some() => Some(it.right.span()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    superclass
        .chain(keys)
        .map(|it| offset(it)..end(it))
        .collect()
}

fn computed(key: &PropName) -> Option<Span> {
    matches!(key, PropName::Computed(_)).then(|| key.span())
}
