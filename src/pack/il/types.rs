//! Types, as far as LumiIL can say them. They describe interfaces; no run depends on them.

use super::node::node;

node! {
    /// A type by which values are described.
    pub enum Type {
        Any,
        /// Anything, and what LumiIL has no type for.
        Unknown,
        Never,
        Void,
        Null,
        Undefined,
        String,
        Number,
        Boolean,
        Object,
        /// The type of one text, number or truth value.
        Literal(it: serde_json::Value),
        Array(it: Box<Type>),
        Tuple(it: Vec<Type>),
        Union(it: Vec<Type>),
        Intersection(it: Vec<Type>),
        /// An object with these members.
        Members(it: Vec<TypeMember>),
        Function {
            parameters: Vec<TypeMember>,
            result: Box<Type>,
        },
        /// A type by its name: a token, a type parameter, or a type of the standard library.
        Named {
            name: String,
            arguments: Vec<Type> = [],
        },
        Keyof(it: Box<Type>),
        Readonly(it: Box<Type>),
    }
}

node! {
    /// A member of a type of objects, or a parameter.
    pub struct TypeMember {
        name: String,
        value_type as "type": Type,
        optional: bool = false,
        readonly: bool = false,
        /// Whether it stands for all parameters that are left.
        rest: bool = false,
    }
}

node! {
    pub struct TypeParameter {
        name: String,
        extends: Option<Type> = None,
        default: Option<Type> = None,
    }
}

node! {
    /// A type with a name.
    pub struct TypeDeclaration {
        name: String,
        generics: Vec<TypeParameter> = [],
        /// The interfaces that this one extends.
        extends: Vec<Type> = [],
        /// Whether it is declared as an interface.
        interface: bool = false,
        exported: bool = false,
        value_type as "type": Type,
    }
}
