//! Classes.

use super::expression::{Expr, Key};
use super::function::Function;
use super::node::node;
use super::position::At;
use super::slot::Slot;
use super::types::{Type, TypeParameter};

node! {
    pub struct Class {
        /// The variable of a class expression with a name, visible in the class alone.
        own: Option<Slot> = None,
        generics: Vec<TypeParameter> = [],
        extends: Option<Expr> = None,
        /// The arguments of the types of the class that it extends.
        super_types as "superTypes": Vec<Type> = [],
        members: Vec<ClassMember>,
    }
}

node! {
    pub struct ClassMember {
        #[serde(skip)]
        at: At,
        key: Key,
        is_static as "static": bool = false,
        kind: MemberKind,
    }
}

node! {
    pub enum MemberKind {
        Constructor(it: Function),
        Method(it: Function),
        Getter(it: Function),
        Setter(it: Function),
        Field {
            value_type as "type": Option<Type> = None,
            readonly: bool = false,
            value: Option<Expr> = None,
        },
        /// A field that only types know, such as one of `declare`.
        Declared {
            value_type as "type": Option<Type> = None,
            readonly: bool = false,
        },
    }
}
