//! The place of a property in an object literal.

use deno_ast::swc::ast::{Expr, ObjectLit, Prop, PropOrSpread};

use super::expression::key_of;

/// The place of a property in an object literal.
pub enum PropertyPlace<'e> {
    /// The property at an index has this value.
    Value(usize, &'e Expr),
    /// `{ name }`.
    Shorthand(Expr),
    /// Another object, a computed name, a getter or a method may give the value.
    Hidden(&'e PropOrSpread),
    Missing,
}

/// The last property of a name counts; an object that is spread behind it may replace it.
pub fn place_of<'e>(object: &'e ObjectLit, name: &str) -> PropertyPlace<'e> {
    for (index, item) in object.props.iter().enumerate().rev() {
        let PropOrSpread::Prop(property) = item else {
            return PropertyPlace::Hidden(item);
        };
        match &**property {
            Prop::KeyValue(pair) => match key_of(&pair.key) {
                Some(key) if key == name => return PropertyPlace::Value(index, &pair.value),
                Some(_) => {}
                None => return PropertyPlace::Hidden(item),
            },
            Prop::Shorthand(ident) if ident.sym == *name => {
                return PropertyPlace::Shorthand(Expr::Ident(ident.clone()));
            }
            Prop::Shorthand(_) => {}
            Prop::Getter(it) if is_other(key_of(&it.key), name) => {}
            Prop::Method(it) if is_other(key_of(&it.key), name) => {}
            Prop::Setter(_) | Prop::Assign(_) | Prop::Getter(_) | Prop::Method(_) => {
                return PropertyPlace::Hidden(item);
            }
        }
    }
    PropertyPlace::Missing
}

fn is_other(key: Option<String>, name: &str) -> bool {
    key.is_some_and(|it| it != name)
}
