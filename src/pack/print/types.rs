//! Types as text, in TypeScript alone.

use crate::il::{Token, Type, TypeDeclaration, TypeMember, TypeParameter};

use super::doc::Doc;
use super::expressions::member_name;
use super::printer::Printer;

impl Printer<'_> {
    /// `: type`, after a mark such as `?`.
    pub fn annotation(&self, mark: &str, value_type: Option<&Type>) -> Doc {
        match value_type {
            Some(it) if self.is_typescript() => {
                Doc::List(vec![Doc::text(format!("{mark}: ")), self.type_text(it)])
            }
            _ => Doc::text(mark),
        }
    }

    pub fn type_arguments(&self, types: &[Type]) -> Doc {
        if types.is_empty() || !self.is_typescript() {
            return Doc::text("");
        }
        let mut parts = vec![Doc::text("<")];
        parts.extend(Doc::joined(
            types.iter().map(|it| self.type_text(it)),
            &[Doc::text(", ")],
        ));
        parts.push(Doc::text(">"));
        Doc::List(parts)
    }

    pub fn generics(&self, parameters: &[TypeParameter]) -> Doc {
        if parameters.is_empty() || !self.is_typescript() {
            return Doc::text("");
        }
        let list = parameters.iter().map(|it| {
            let mut parts = vec![Doc::text(it.name.clone())];
            if let Some(extends) = &it.extends {
                parts.extend([Doc::text(" extends "), self.type_text(extends)]);
            }
            if let Some(default) = &it.default {
                parts.extend([Doc::text(" = "), self.type_text(default)]);
            }
            Doc::List(parts)
        });
        let mut parts = vec![Doc::text("<")];
        parts.extend(Doc::joined(list, &[Doc::text(", ")]));
        parts.push(Doc::text(">"));
        Doc::List(parts)
    }

    pub fn type_declaration(&self, it: &TypeDeclaration) -> Doc {
        let export = if it.exported { "export " } else { "" };
        let generics = self.generics(&it.generics);
        if !it.interface {
            return Doc::List(vec![
                Doc::text(format!("{export}type {}", it.name)),
                generics,
                Doc::text(" = "),
                self.type_text(&it.value_type),
                Doc::text(";"),
            ]);
        }
        let mut parts = vec![
            Doc::text(format!("{export}interface {}", it.name)),
            generics,
        ];
        if !it.extends.is_empty() {
            parts.push(Doc::text(" extends "));
            parts.extend(Doc::joined(
                it.extends.iter().map(|it| self.type_text(it)),
                &[Doc::text(", ")],
            ));
        }
        let members = match &it.value_type {
            Type::Members(members) => members.as_slice(),
            _ => &[],
        };
        let mut inner = Vec::new();
        for member in members {
            inner.extend([Doc::Break, self.type_member(member), Doc::text(";")]);
        }
        parts.push(Doc::text(" {"));
        if !inner.is_empty() {
            parts.extend([Doc::Indent(inner), Doc::Break]);
        }
        parts.push(Doc::text("}"));
        Doc::List(parts)
    }

    fn type_member(&self, member: &TypeMember) -> Doc {
        let readonly = if member.readonly { "readonly " } else { "" };
        let optional = if member.optional { "?" } else { "" };
        Doc::List(vec![
            Doc::text(format!(
                "{readonly}{}{optional}: ",
                member_name(&member.name)
            )),
            self.type_text(&member.value_type),
        ])
    }

    /// A type that is a part of another one, in parentheses if it could be read otherwise.
    fn inner(&self, it: &Type) -> Doc {
        match it {
            Type::Union(_)
            | Type::Intersection(_)
            | Type::Function { .. }
            | Type::Keyof(_)
            | Type::Readonly(_) => {
                Doc::List(vec![Doc::text("("), self.type_text(it), Doc::text(")")])
            }
            _ => self.type_text(it),
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of node")]
    pub fn type_text(&self, it: &Type) -> Doc {
        match it {
            Type::Any => Doc::text("any"),
            Type::Unknown => Doc::text("unknown"),
            Type::Never => Doc::text("never"),
            Type::Void => Doc::text("void"),
            Type::Null => Doc::text("null"),
            Type::Undefined => Doc::text("undefined"),
            Type::String => Doc::text("string"),
            Type::Number => Doc::text("number"),
            Type::Boolean => Doc::text("boolean"),
            Type::Object => Doc::text("object"),
            Type::Literal(value) => Doc::text(value.to_string()),
            Type::Array(of) => Doc::List(vec![self.inner(of), Doc::text("[]")]),
            Type::Tuple(list) => {
                let mut parts = vec![Doc::text("[")];
                parts.extend(Doc::joined(
                    list.iter().map(|it| self.type_text(it)),
                    &[Doc::text(", ")],
                ));
                parts.push(Doc::text("]"));
                Doc::List(parts)
            }
            Type::Union(list) => Doc::List(Doc::joined(
                list.iter().map(|it| self.inner(it)),
                &[Doc::text(" | ")],
            )),
            Type::Intersection(list) => Doc::List(Doc::joined(
                list.iter().map(|it| self.inner(it)),
                &[Doc::text(" & ")],
            )),
            Type::Members(members) if members.is_empty() => Doc::text("{}"),
            Type::Members(members) => {
                let mut inner = vec![Doc::Line];
                inner.extend(Doc::joined(
                    members.iter().map(|it| self.type_member(it)),
                    &[Doc::text(";"), Doc::Line],
                ));
                Doc::group(vec![
                    Doc::text("{"),
                    Doc::Indent(inner),
                    Doc::Line,
                    Doc::text("}"),
                ])
            }
            Type::Function { parameters, result } => {
                let list = parameters.iter().map(|it| {
                    let dots = if it.rest { "..." } else { "" };
                    Doc::List(vec![Doc::text(dots), self.type_member(it)])
                });
                let mut parts = vec![Doc::text("(")];
                parts.extend(Doc::joined(list, &[Doc::text(", ")]));
                parts.extend([Doc::text(") => "), self.type_text(result)]);
                Doc::List(parts)
            }
            Type::Named { name, arguments } => Doc::List(vec![
                Doc::text(self.type_name(name)),
                self.type_arguments(arguments),
            ]),
            Type::Keyof(of) => Doc::List(vec![Doc::text("keyof "), self.inner(of)]),
            Type::Readonly(of) => Doc::List(vec![Doc::text("readonly "), self.inner(of)]),
        }
    }

    /// The name that a type has in this module.
    fn type_name(&self, name: &str) -> String {
        if !name.contains(':') {
            return name.to_owned();
        }
        let token = Token::of(name);
        if let Some(alias) = self.type_names.alias(&token) {
            return alias.to_owned();
        }
        if let Some(namespace) = self.type_names.alias(&token.sibling("*")) {
            return format!("{namespace}.{}", token.name());
        }
        // A member of an imported namespace, such as `fs.File`.
        if let Some((first, rest)) = token.name().split_once('.')
            && let Some(alias) = self.type_names.alias(&token.sibling(first))
        {
            return format!("{alias}.{rest}");
        }
        token.name().to_owned()
    }
}
