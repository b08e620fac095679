//! Annotations as types of LumiIL: they say to programs in other languages what a library takes and returns.

use std::collections::BTreeMap;

use lumi_pack::il::{ClassMember, Key, MemberKind, Type, TypeMember};
use ruff_python_ast::visitor::{Visitor, walk_stmt};
use ruff_python_ast::{
    Expr as Syntax, ExprAttribute, ExprSubscript, Operator, Parameters, Stmt, StmtClassDef,
    StmtFunctionDef,
};

use super::library::camel;
use super::lowering::{Lowering, Meaning};

impl Lowering<'_> {
    /// The type of an annotation in a library.
    pub fn annotated(&self, annotation: Option<&Syntax>) -> Option<Type> {
        annotation
            .filter(|_| self.is_library)
            .map(|it| self.annotation(it))
    }

    fn annotation(&self, of: &Syntax) -> Type {
        match of {
            Syntax::NoneLiteral(_) => Type::Null,
            Syntax::Name(it) => self.named_type(it.id.as_str()),
            Syntax::Subscript(it) => self.generic(it),
            Syntax::BinOp(it) if it.op == Operator::BitOr => {
                Type::Union(vec![self.annotation(&it.left), self.annotation(&it.right)])
            }
            _ => Type::Any,
        }
    }

    fn named_type(&self, name: &str) -> Type {
        match name {
            "int" | "float" => Type::Number,
            "str" => Type::String,
            "bool" => Type::Boolean,
            "list" | "List" | "Sequence" => Type::Array(Box::new(Type::Any)),
            "dict" | "Dict" | "Mapping" => record(Type::Any),
            // The class may have another name in LumiIL.
            _ if self.is_class_of_module(name) => Type::Named {
                name: super::lowering::variable_name(name),
                arguments: Vec::new(),
            },
            _ => Type::Any,
        }
    }

    fn is_class_of_module(&self, name: &str) -> bool {
        let meaning = self.scopes.first().and_then(|it| it.names.get(name));
        matches!(meaning, Some(Meaning::Variable(slot)) if self.class_infos.contains_key(slot))
    }

    /// `list[T]`, `dict[str, T]` and `Optional[T]`.
    fn generic(&self, of: &ExprSubscript) -> Type {
        let name = match &*of.value {
            Syntax::Name(it) => it.id.as_str(),
            Syntax::Attribute(it) => it.attr.as_str(),
            _ => return Type::Any,
        };
        let arguments = match &*of.slice {
            Syntax::Tuple(it) => it.elts.as_slice(),
            only => std::slice::from_ref(only),
        };
        match (name, arguments) {
            ("list" | "List" | "Sequence" | "Iterable", [of]) => {
                Type::Array(Box::new(self.annotation(of)))
            }
            ("dict" | "Dict" | "Mapping", [_, of]) => record(self.annotation(of)),
            ("Optional", [of]) => Type::Union(vec![self.annotation(of), Type::Null]),
            ("Union", all) => Type::Union(all.iter().map(|it| self.annotation(it)).collect()),
            _ => Type::Any,
        }
    }

    /// The type of a function as TypeScript calls it: its parameters in their order.
    pub fn function_type(&self, syntax: &StmtFunctionDef) -> Type {
        let result = syntax.returns.as_deref();
        Type::Function {
            parameters: self.parameter_types(&syntax.parameters),
            result: Box::new(result.map_or(Type::Any, |it| self.annotation(it))),
        }
    }

    fn parameter_types(&self, parameters: &Parameters) -> Vec<TypeMember> {
        let is_variadic = parameters.vararg.is_some() || parameters.kwarg.is_some();
        let mut all = parameters.iter_non_variadic_params();
        // Names are members of an object behind the others, and not all of them are known.
        let count = match is_variadic {
            true => parameters.posonlyargs.len() + parameters.args.len(),
            false => usize::MAX,
        };
        let plain = all.by_ref().take(count).map(|it| {
            let annotation = it.annotation();
            (
                it.name().as_str(),
                annotation.map_or(Type::Any, |it| self.annotation(it)),
                it.default.is_some(),
            )
        });
        let found: Vec<_> = plain.collect();
        // What may be left out comes last in a type.
        let required = found.iter().rposition(|it| !it.2).map_or(0, |it| it + 1);
        let members = found.into_iter().enumerate();
        let members = members.map(|(index, (name, value_type, has_default))| TypeMember {
            name: super::lowering::variable_name(name),
            value_type: match has_default && index < required {
                true => Type::Union(vec![value_type, Type::Undefined]),
                false => value_type,
            },
            optional: has_default && index >= required,
            readonly: false,
            rest: false,
        });
        let rest = is_variadic.then(|| TypeMember {
            name: "rest".to_owned(),
            value_type: Type::Array(Box::new(Type::Any)),
            optional: false,
            readonly: false,
            rest: true,
        });
        members.chain(rest).collect()
    }
}

/// The attributes that the methods of a class assign, with their annotations.
#[derive(Default)]
struct Attributes<'a> {
    receiver: &'a str,
    found: BTreeMap<&'a str, (&'a ExprAttribute, Option<&'a Syntax>)>,
}

impl<'a> Attributes<'a> {
    fn add(&mut self, target: &'a Syntax, annotation: Option<&'a Syntax>) {
        if let Syntax::Attribute(it) = target
            && matches!(&*it.value, Syntax::Name(of) if of.id.as_str() == self.receiver)
        {
            let entry = self
                .found
                .entry(it.attr.as_str())
                .or_insert((it, annotation));
            entry.1 = entry.1.or(annotation);
        }
    }
}

impl<'a> Visitor<'a> for Attributes<'a> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Assign(it) => it.targets.iter().for_each(|it| self.add(it, None)),
            Stmt::AnnAssign(it) => self.add(&it.target, Some(&it.annotation)),
            _ => {}
        }
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, _: &'a Syntax) {}
}

impl Lowering<'_> {
    /// The attributes of objects of a class of a library, as fields that types alone know.
    pub fn declared_members(&self, syntax: &StmtClassDef, is_foreign: bool) -> Vec<ClassMember> {
        if !self.is_library {
            return Vec::new();
        }
        let mut attributes = Attributes::default();
        let methods = || {
            syntax
                .body
                .iter()
                .filter_map(|it| it.as_function_def_stmt())
        };
        for it in methods() {
            let first = it.parameters.iter_non_variadic_params().next();
            attributes.receiver = first.map_or("", |it| it.name().as_str());
            it.body.iter().for_each(|it| attributes.visit_stmt(it));
        }
        let found = attributes.found.into_iter().filter(|(name, _)| {
            !name.starts_with('_') && !methods().any(|it| it.name.as_str() == *name)
        });
        let members = found.map(|(name, (node, annotation))| ClassMember {
            key: Key::Name(match is_foreign {
                true => camel(name),
                false => name.to_owned(),
            }),
            is_static: false,
            kind: MemberKind::Declared {
                value_type: Some(annotation.map_or(Type::Any, |it| self.annotation(it))),
                readonly: false,
            },
            at: self.at(&node.attr),
        });
        members.collect()
    }
}

/// `Record<string, T>`
fn record(of: Type) -> Type {
    Type::Named {
        name: "Record".to_owned(),
        arguments: vec![Type::String, of],
    }
}
