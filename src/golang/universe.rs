//! The names that Go declares.

use std::collections::HashMap;
use std::rc::Rc;

use super::constant::Constant;
use super::expressions::builtins::BUILTINS;
use super::objects::Object;
use super::types::{Basic, Interface, Kind, Named, Signature, TypeId, Types};

/// The names that Go declares, by name.
pub fn universe(types: &mut Types) -> HashMap<Rc<str>, Object> {
    let mut names: HashMap<Rc<str>, Object> = HashMap::new();
    types.packages.push(String::new());
    for it in Basic::ALL
        .into_iter()
        .filter(|it| !it.is_untyped() && *it != Basic::Invalid)
    {
        names.insert(it.name().into(), Object::Known(types.basic(it)));
    }
    names.insert("byte".into(), Object::Known(types.basic(Basic::Uint8)));
    names.insert("rune".into(), Object::Known(types.basic(Basic::Int32)));
    for it in BUILTINS {
        names.insert((*it).into(), Object::Builtin(it));
    }
    for (name, value) in [("true", true), ("false", false)] {
        names.insert(
            name.into(),
            Object::Value(Constant::Bool(value), types.basic(Basic::UntypedBool)),
        );
    }
    names.insert("nil".into(), Object::Nil);
    names.insert("any".into(), Object::Known(types.empty_interface()));
    let comparable = Interface {
        is_comparable: true,
        ..Interface::default()
    };
    let comparable = types.of(Kind::Interface(Rc::new(comparable)));
    names.insert("comparable".into(), Object::Known(comparable));
    names.insert("error".into(), Object::Known(error_type(types)));
    names
}

fn error_type(types: &mut Types) -> TypeId {
    let signature = Signature {
        parameters: Vec::new(),
        results: vec![types.basic(Basic::Text)],
        is_variadic: false,
    };
    let signature = types.of(Kind::Function(Rc::new(signature)));
    let interface = Interface {
        methods: vec![("Error".into(), signature)],
        ..Interface::default()
    };
    let underlying = types.of(Kind::Interface(Rc::new(interface)));
    types.named.push(Named {
        name: "error".into(),
        package: 0,
        arguments: Vec::new(),
        underlying: Some(underlying),
        declaration: usize::MAX,
        methods: HashMap::new(),
    });
    types.of(Kind::Named(0))
}
