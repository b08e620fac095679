//! Names in destructuring patterns.

use deno_ast::swc::ast::{Id, ObjectPatProp, Pat};

/// Every variable that a pattern declares.
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
