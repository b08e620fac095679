//! The description of nodes, of which all that is mechanical follows: their form in JSON, their parts in order, and their
//! JSON Schema.
//!
//! `node!` declares one struct or enum. In JSON, a field has the name after `as`, and is left out where it has the default
//! after `=`. A variant is its name, or an object with its name and what it contains. Parts stand in the order of their
//! declaration, but for a field that is `after` another one: it is later among the parts, and keeps its place in JSON.

use super::expression::Expr;
use super::pattern::Pattern;
use super::position::At;
use super::statement::Statement;
use super::token::Token;

#[cfg(test)]
use super::schema::Definitions;

#[derive(Clone, Copy)]
pub enum Part<'a> {
    Expression(&'a Expr),
    Expressions(&'a [Expr]),
    Statement(&'a Statement),
    Statements(&'a [Statement]),
    Pattern(&'a Pattern),
}

/// A consumer of parts, each with its name.
pub type EachPart<'f, 'a> = &'f mut dyn FnMut(&'static str, Part<'a>);

/// A node, or data in one.
pub trait Node {
    /// Visits what is directly in the node: expressions, statements and patterns, with those in nodes of other kinds.
    fn parts<'a>(&'a self, _each: EachPart<'_, 'a>) {}

    /// Visits the node as a part of another one, by whose name it is known there.
    fn as_part<'a>(&'a self, _name: &'static str, each: EachPart<'_, 'a>) {
        self.parts(each);
    }

    /// Visits a list of nodes as a part of another one.
    fn list_as_part<'a>(list: &'a [Self], name: &'static str, each: EachPart<'_, 'a>)
    where
        Self: Sized,
    {
        for it in list {
            it.as_part(name, each);
        }
    }

    /// Visits the positions of the node and of all that is in it.
    fn positions(&mut self, _each: &mut dyn FnMut(&mut At)) {}

    /// The JSON Schema; `null` for nodes that the JSON form leaves out.
    #[cfg(test)]
    fn schema(definitions: &mut Definitions) -> serde_json::Value
    where
        Self: Sized;

    /// The JSON Schema of a field that is left out where it has its default.
    #[cfg(test)]
    fn schema_unless_default(definitions: &mut Definitions) -> serde_json::Value
    where
        Self: Sized,
    {
        Self::schema(definitions)
    }
}

pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Declares a node: see the documentation of the module.
macro_rules! node {
    (
        $(#[$meta:meta])*
        pub struct $Name:ident {
            $(
                $(#[$field_meta:meta])*
                $field:ident $(as $json:literal)? : $type:ty $(= $default:expr)?
            ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $Name {
            $(
                $(#[$field_meta])*
                $(#[serde(rename = $json)])?
                $(
                    #[doc = concat!("Left out where it is `", stringify!($default), "`.")]
                    #[serde(default, skip_serializing_if = "crate::il::node::is_default")]
                )?
                pub $field: $type,
            )*
        }

        impl $crate::il::node::Node for $Name {
            fn parts<'a>(&'a self, each: $crate::il::node::EachPart<'_, 'a>) {
                $(
                    self.$field.as_part($crate::il::node::json_name!($field $($json)?), each);
                )*
            }

            fn positions(&mut self, each: &mut dyn FnMut(&mut $crate::il::At)) {
                $(self.$field.positions(each);)*
            }

            #[cfg(test)]
            fn schema(definitions: &mut $crate::il::schema::Definitions) -> serde_json::Value {
                definitions.define(stringify!($Name), |it| {
                    $crate::il::schema::object(vec![$(
                        $crate::il::node::field_schema!(it, $field $($json)?, $type $(, $default)?)
                    ),*])
                })
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub enum $Name:ident {
            $(
                $(#[$variant_meta:meta])*
                $Variant:ident
                $(( $( $(#[$item_meta:meta])* $item:ident : $item_type:ty ),* ))?
                $({ $(
                    $(#[$field_meta:meta])*
                    $field:ident $(after $before:ident)? $(as $json:literal)? : $type:ty $(= $default:expr)?
                ),* $(,)? })?
            ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        pub enum $Name {
            $(
                $(#[$variant_meta])*
                $Variant
                $(( $( $(#[$item_meta])* $item_type ),* ))?
                $({ $(
                    $(#[$field_meta])*
                    $(#[serde(rename = $json)])?
                    $(
                        #[doc = concat!("Left out where it is `", stringify!($default), "`.")]
                        #[serde(default, skip_serializing_if = "crate::il::node::is_default")]
                    )?
                    $field: $type,
                )* })?
            ),*
        }

        impl $crate::il::node::Node for $Name {
            fn parts<'a>(&'a self, each: $crate::il::node::EachPart<'_, 'a>) {
                let _ = &each;
                match self {
                    $(
                        Self::$Variant $(( $($item),* ))? $({ $($field),* })? => {
                            $($( $item.as_part(stringify!($Variant), each); )*)?
                            $(
                                $($crate::il::node::now!([$($before)?]
                                    $field.as_part($crate::il::node::json_name!($field $($json)?), each));)*
                                $($crate::il::node::later!([$($before)?]
                                    $field.as_part($crate::il::node::json_name!($field $($json)?), each));)*
                            )?
                        }
                    )*
                }
            }

            fn positions(&mut self, each: &mut dyn FnMut(&mut $crate::il::At)) {
                let _ = &each;
                match self {
                    $(
                        Self::$Variant $(( $($item),* ))? $({ $($field),* })? => {
                            $($( $item.positions(each); )*)?
                            $(
                                $($crate::il::node::now!([$($before)?] $field.positions(each));)*
                                $($crate::il::node::later!([$($before)?] $field.positions(each));)*
                            )?
                        }
                    )*
                }
            }

            #[cfg(test)]
            fn schema(definitions: &mut $crate::il::schema::Definitions) -> serde_json::Value {
                definitions.define(stringify!($Name), |it| {
                    let _ = &it;
                    $crate::il::schema::choice(vec![$({
                        let content = None
                            $(.or(Some($crate::il::schema::items(
                                vec![$(<$item_type as $crate::il::node::Node>::schema(it)),*]
                            ))))?
                            $(.or(Some($crate::il::schema::object(vec![$(
                                $crate::il::node::field_schema!(it, $field $($json)?, $type $(, $default)?)
                            ),*]))))?;
                        (stringify!($Variant), content)
                    }),*])
                })
            }
        }
    };
}

/// The name of a field in JSON.
macro_rules! json_name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $json:literal) => {
        $json
    };
}

/// Code of a field that is not `after` another one.
macro_rules! now {
    ([] $code:expr) => {
        $code
    };
    ([$before:ident] $code:expr) => {};
}

/// Code of a field that is `after` another one.
macro_rules! later {
    ([] $code:expr) => {};
    ([$before:ident] $code:expr) => {
        $code
    };
}

/// A field with its name in JSON, its schema, and whether it is always there.
#[cfg(test)]
macro_rules! field_schema {
    ($definitions:ident, $field:ident $($json:literal)?, $type:ty) => {
        (
            $crate::il::node::json_name!($field $($json)?),
            <$type as $crate::il::node::Node>::schema($definitions),
            true,
        )
    };
    ($definitions:ident, $field:ident $($json:literal)?, $type:ty, $default:expr) => {
        (
            $crate::il::node::json_name!($field $($json)?),
            <$type as $crate::il::node::Node>::schema_unless_default($definitions),
            false,
        )
    };
}

/// Declares a node that has a position, and its kind. The position is not in JSON.
macro_rules! located {
    ($(#[$meta:meta])* pub struct $Name:ident { $Kind:ident } as $Part:ident, $Parts:tt) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $Name {
            pub kind: $Kind,
            #[serde(skip)]
            pub at: $crate::il::At,
        }

        impl $crate::il::node::Node for $Name {
            fn parts<'a>(&'a self, each: $crate::il::node::EachPart<'_, 'a>) {
                self.kind.parts(each);
            }

            fn as_part<'a>(&'a self, name: &'static str, each: $crate::il::node::EachPart<'_, 'a>) {
                each(name, $crate::il::node::Part::$Part(self));
            }

            $crate::il::node::list_part!($Parts);

            fn positions(&mut self, each: &mut dyn FnMut(&mut $crate::il::At)) {
                each(&mut self.at);
                self.kind.positions(each);
            }

            #[cfg(test)]
            fn schema(definitions: &mut $crate::il::schema::Definitions) -> serde_json::Value {
                $Kind::schema(definitions)
            }
        }
    };
}

/// A list of nodes as one part, if parts have lists of them.
macro_rules! list_part {
    (_) => {};
    ($Parts:ident) => {
        fn list_as_part<'a>(
            list: &'a [Self],
            name: &'static str,
            each: $crate::il::node::EachPart<'_, 'a>,
        ) {
            each(name, $crate::il::node::Part::$Parts(list));
        }
    };
}

#[cfg(test)]
pub(super) use field_schema;
pub(super) use {json_name, later, list_part, located, node, now};

impl<T: Node> Node for Box<T> {
    fn parts<'a>(&'a self, each: EachPart<'_, 'a>) {
        (**self).parts(each);
    }

    fn as_part<'a>(&'a self, name: &'static str, each: EachPart<'_, 'a>) {
        (**self).as_part(name, each);
    }

    fn positions(&mut self, each: &mut dyn FnMut(&mut At)) {
        (**self).positions(each);
    }

    #[cfg(test)]
    fn schema(definitions: &mut Definitions) -> serde_json::Value {
        T::schema(definitions)
    }
}

impl<T: Node> Node for Option<T> {
    fn parts<'a>(&'a self, each: EachPart<'_, 'a>) {
        self.iter().for_each(|it| it.parts(each));
    }

    fn as_part<'a>(&'a self, name: &'static str, each: EachPart<'_, 'a>) {
        self.iter().for_each(|it| it.as_part(name, each));
    }

    fn positions(&mut self, each: &mut dyn FnMut(&mut At)) {
        self.iter_mut().for_each(|it| it.positions(each));
    }

    #[cfg(test)]
    fn schema(definitions: &mut Definitions) -> serde_json::Value {
        serde_json::json!({ "anyOf": [T::schema(definitions), { "type": "null" }] })
    }

    #[cfg(test)]
    fn schema_unless_default(definitions: &mut Definitions) -> serde_json::Value {
        T::schema(definitions)
    }
}

impl<T: Node> Node for Vec<T> {
    fn parts<'a>(&'a self, each: EachPart<'_, 'a>) {
        self.iter().for_each(|it| it.parts(each));
    }

    fn as_part<'a>(&'a self, name: &'static str, each: EachPart<'_, 'a>) {
        T::list_as_part(self, name, each);
    }

    fn positions(&mut self, each: &mut dyn FnMut(&mut At)) {
        self.iter_mut().for_each(|it| it.positions(each));
    }

    #[cfg(test)]
    fn schema(definitions: &mut Definitions) -> serde_json::Value {
        serde_json::json!({ "type": "array", "items": T::schema(definitions) })
    }
}

impl Node for At {
    fn positions(&mut self, each: &mut dyn FnMut(&mut At)) {
        each(self);
    }

    #[cfg(test)]
    fn schema(_: &mut Definitions) -> serde_json::Value {
        serde_json::Value::Null
    }
}

impl Node for bool {
    #[cfg(test)]
    fn schema(_: &mut Definitions) -> serde_json::Value {
        serde_json::json!({ "type": "boolean" })
    }

    #[cfg(test)]
    fn schema_unless_default(_: &mut Definitions) -> serde_json::Value {
        serde_json::json!({ "const": true })
    }
}

/// Declares data without parts, with its schema.
macro_rules! data {
    ($($type:ty: $schema:tt)*) => {
        $(
            impl Node for $type {
                #[cfg(test)]
                fn schema(_: &mut Definitions) -> serde_json::Value {
                    serde_json::json!($schema)
                }
            }
        )*
    };
}

data! {
    String: { "type": "string" }
    f64: { "type": "number" }
    u32: { "type": "integer" }
    Token: { "type": "string" }
    serde_json::Value: { "anyOf": [{ "type": "string" }, { "type": "number" }, { "type": "boolean" }] }
}
