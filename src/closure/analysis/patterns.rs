//! Names in destructuring patterns.

use deno_ast::swc::ast::{Id, ObjectPat, ObjectPatProp, Pat, PropName};

use super::syntax::key_text;

/// Collects the variables that a pattern declares.
pub fn names(pattern: &Pat, found: &mut Vec<Id>) {
    match pattern {
        Pat::Ident(ident) => found.push(ident.to_id()),
        Pat::Array(array) => {
            for element in array.elems.iter().flatten() {
                names(element, found);
            }
        }
        Pat::Object(object) => {
            for property in &object.props {
                match property {
                    ObjectPatProp::KeyValue(pair) => names(&pair.value, found),
                    ObjectPatProp::Assign(it) => found.push(it.key.to_id()),
                    ObjectPatProp::Rest(rest) => names(&rest.arg, found),
                }
            }
        }
        Pat::Assign(assign) => names(&assign.left, found),
        Pat::Rest(rest) => names(&rest.arg, found),
        Pat::Expr(_) | Pat::Invalid(_) => {}
    }
}

/// The constant members that a pattern reads, with the variables that get them; `None` for other
/// patterns.
pub fn plain_members(object: &ObjectPat) -> Option<Vec<(String, Id)>> {
    let members = object.props.iter().map(|property| match property {
        ObjectPatProp::Assign(it) => Some((it.key.sym.to_string(), it.key.to_id())),
        ObjectPatProp::KeyValue(pair) if !matches!(pair.key, PropName::Computed(_)) => {
            let name = match &*pair.value {
                Pat::Ident(ident) => ident.to_id(),
                Pat::Assign(assign) => assign.left.as_ident()?.to_id(),
                _ => return None,
            };
            Some((key_text(&pair.key), name))
        }
        ObjectPatProp::KeyValue(_) | ObjectPatProp::Rest(_) => None,
    });
    members.collect()
}
