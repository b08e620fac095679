//! Types.

use deno_ast::swc::ast::{
    Expr as Syntax, Pat, TsEntityName, TsExprWithTypeArgs, TsFnOrConstructorType, TsFnParam,
    TsInterfaceDecl, TsKeywordTypeKind, TsLit, TsType, TsTypeAliasDecl, TsTypeElement,
    TsTypeOperatorOp, TsTypeParamDecl, TsTypeParamInstantiation, TsTypeRef,
    TsUnionOrIntersectionType,
};

use crate::il::{OWN_PACKAGE, Token, Type, TypeDeclaration, TypeMember, TypeParameter};

use super::binder::Binder;

impl Binder<'_> {
    /// The type; [`Type::Unknown`] where LumiIL has none.
    pub fn value_type(&mut self, syntax: &TsType) -> Type {
        self.known_type(syntax).unwrap_or(Type::Unknown)
    }

    pub fn type_arguments(&mut self, arguments: Option<&TsTypeParamInstantiation>) -> Vec<Type> {
        let arguments = arguments.map(|it| it.params.iter()).into_iter().flatten();
        arguments.map(|it| self.value_type(it)).collect()
    }

    pub fn type_parameters(&mut self, parameters: Option<&TsTypeParamDecl>) -> Vec<TypeParameter> {
        let parameters = parameters.map(|it| it.params.iter()).into_iter().flatten();
        parameters
            .map(|it| TypeParameter {
                name: it.name.sym.to_string(),
                extends: it.constraint.as_ref().map(|it| self.value_type(it)),
                default: it.default.as_ref().map(|it| self.value_type(it)),
            })
            .collect()
    }

    fn known_type(&mut self, syntax: &TsType) -> Option<Type> {
        Some(match syntax {
            TsType::TsKeywordType(it) => keyword(it.kind)?,
            TsType::TsParenthesizedType(it) => self.known_type(&it.type_ann)?,
            TsType::TsArrayType(it) => Type::Array(Box::new(self.value_type(&it.elem_type))),
            TsType::TsTupleType(it) => {
                let elements = it.elem_types.iter().map(|it| self.known_type(&it.ty));
                Type::Tuple(elements.collect::<Option<_>>()?)
            }
            TsType::TsUnionOrIntersectionType(TsUnionOrIntersectionType::TsUnionType(it)) => {
                Type::Union(it.types.iter().map(|it| self.value_type(it)).collect())
            }
            TsType::TsUnionOrIntersectionType(TsUnionOrIntersectionType::TsIntersectionType(
                it,
            )) => Type::Intersection(it.types.iter().map(|it| self.value_type(it)).collect()),
            TsType::TsLitType(it) => Type::Literal(literal(&it.lit)?),
            TsType::TsTypeLit(it) => Type::Members(self.members(&it.members)?),
            TsType::TsTypeRef(it) => self.reference(it)?,
            TsType::TsFnOrConstructorType(TsFnOrConstructorType::TsFnType(it))
                if it.type_params.is_none() =>
            {
                Type::Function {
                    parameters: self.function_parameters(&it.params)?,
                    result: Box::new(self.value_type(&it.type_ann.type_ann)),
                }
            }
            TsType::TsTypeOperator(it) => match it.op {
                TsTypeOperatorOp::KeyOf => Type::Keyof(Box::new(self.known_type(&it.type_ann)?)),
                TsTypeOperatorOp::ReadOnly => {
                    Type::Readonly(Box::new(self.known_type(&it.type_ann)?))
                }
                TsTypeOperatorOp::Unique => return None,
            },
            _ => return None,
        })
    }

    fn reference(&mut self, reference: &TsTypeRef) -> Option<Type> {
        let name = self.type_name(&reference.type_name)?;
        let arguments = self.type_arguments(reference.type_params.as_deref());
        Some(Type::Named { name, arguments })
    }

    /// A token, or the plain name of a type parameter or a type of the standard library.
    fn type_name(&mut self, name: &TsEntityName) -> Option<String> {
        match name {
            TsEntityName::Ident(it) => Some(self.plain_type_name(&it.sym)),
            TsEntityName::TsQualifiedName(it) => {
                let TsEntityName::Ident(left) = &it.left else {
                    return None;
                };
                let token = self
                    .imported_types
                    .get(&*left.sym)
                    .or_else(|| self.imported.get(&*left.sym))?;
                match token.is_namespace() {
                    true => Some(token.sibling(&it.right.sym).to_string()),
                    false => Some(
                        token
                            .sibling(&format!("{}.{}", token.name(), it.right.sym))
                            .to_string(),
                    ),
                }
            }
        }
    }

    fn plain_type_name(&mut self, name: &str) -> String {
        let imported = self
            .imported_types
            .get(name)
            .or_else(|| self.imported.get(name));
        if let Some(token) = imported {
            return token.to_string();
        }
        match self.own_types.contains(name) {
            true => Token::new(OWN_PACKAGE, &self.module_name(), name).to_string(),
            false => name.to_owned(),
        }
    }

    fn members(&mut self, elements: &[TsTypeElement]) -> Option<Vec<TypeMember>> {
        elements.iter().map(|it| self.type_member(it)).collect()
    }

    fn type_member(&mut self, element: &TsTypeElement) -> Option<TypeMember> {
        let name = |key: &Syntax| match key {
            Syntax::Ident(it) => Some(it.sym.to_string()),
            Syntax::Lit(deno_ast::swc::ast::Lit::Str(it)) => it.value.as_str().map(str::to_owned),
            _ => None,
        };
        match element {
            TsTypeElement::TsPropertySignature(it) if !it.computed => Some(TypeMember {
                name: name(&it.key)?,
                value_type: match &it.type_ann {
                    Some(it) => self.value_type(&it.type_ann),
                    None => Type::Any,
                },
                optional: it.optional,
                readonly: it.readonly,
                rest: false,
            }),
            TsTypeElement::TsMethodSignature(it) if !it.computed && it.type_params.is_none() => {
                Some(TypeMember {
                    name: name(&it.key)?,
                    value_type: Type::Function {
                        parameters: self.function_parameters(&it.params)?,
                        result: Box::new(match &it.type_ann {
                            Some(it) => self.value_type(&it.type_ann),
                            None => Type::Any,
                        }),
                    },
                    optional: it.optional,
                    readonly: false,
                    rest: false,
                })
            }
            _ => None,
        }
    }

    fn function_parameters(&mut self, parameters: &[TsFnParam]) -> Option<Vec<TypeMember>> {
        parameters
            .iter()
            .map(|it| self.function_parameter(it))
            .collect()
    }

    fn function_parameter(&mut self, parameter: &TsFnParam) -> Option<TypeMember> {
        let (name, annotation, optional, rest) = match parameter {
            TsFnParam::Ident(it) => (it.id.sym.to_string(), &it.type_ann, it.optional, false),
            TsFnParam::Rest(it) => match &*it.arg {
                Pat::Ident(name) => (name.id.sym.to_string(), &it.type_ann, false, true),
                _ => return None,
            },
            TsFnParam::Array(_) | TsFnParam::Object(_) => return None,
        };
        Some(TypeMember {
            name,
            value_type: match annotation {
                Some(it) => self.value_type(&it.type_ann),
                None => Type::Any,
            },
            optional,
            readonly: false,
            rest,
        })
    }

    pub fn interface(&mut self, it: &TsInterfaceDecl, exported: bool) -> TypeDeclaration {
        let extends = it.extends.iter().filter_map(|it| self.extended(it));
        let extends = extends.collect();
        TypeDeclaration {
            name: it.id.sym.to_string(),
            generics: self.type_parameters(it.type_params.as_deref()),
            extends,
            interface: true,
            exported,
            value_type: match self.members(&it.body.body) {
                Some(members) => Type::Members(members),
                None => Type::Members(Vec::new()),
            },
        }
    }

    fn extended(&mut self, it: &TsExprWithTypeArgs) -> Option<Type> {
        let name = it.expr.as_ident()?;
        let name = self.plain_type_name(&name.sym);
        let arguments = self.type_arguments(it.type_args.as_deref());
        Some(Type::Named { name, arguments })
    }

    pub fn alias(&mut self, it: &TsTypeAliasDecl, exported: bool) -> TypeDeclaration {
        TypeDeclaration {
            name: it.id.sym.to_string(),
            generics: self.type_parameters(it.type_params.as_deref()),
            extends: Vec::new(),
            interface: false,
            exported,
            value_type: self.value_type(&it.type_ann),
        }
    }
}

fn keyword(kind: TsKeywordTypeKind) -> Option<Type> {
    Some(match kind {
        TsKeywordTypeKind::TsAnyKeyword => Type::Any,
        TsKeywordTypeKind::TsUnknownKeyword => Type::Unknown,
        TsKeywordTypeKind::TsNeverKeyword => Type::Never,
        TsKeywordTypeKind::TsVoidKeyword => Type::Void,
        TsKeywordTypeKind::TsNullKeyword => Type::Null,
        TsKeywordTypeKind::TsUndefinedKeyword => Type::Undefined,
        TsKeywordTypeKind::TsStringKeyword => Type::String,
        TsKeywordTypeKind::TsNumberKeyword => Type::Number,
        TsKeywordTypeKind::TsBooleanKeyword => Type::Boolean,
        TsKeywordTypeKind::TsObjectKeyword => Type::Object,
        TsKeywordTypeKind::TsBigIntKeyword
        | TsKeywordTypeKind::TsSymbolKeyword
        | TsKeywordTypeKind::TsIntrinsicKeyword => return None,
    })
}

fn literal(literal: &TsLit) -> Option<serde_json::Value> {
    match literal {
        TsLit::Str(it) => it.value.as_str().map(Into::into),
        TsLit::Bool(it) => Some(it.value.into()),
        #[expect(clippy::cast_possible_truncation, reason = "whole and small enough")]
        TsLit::Number(it) if it.value.fract() == 0.0 && it.value.abs() < 1e15 => {
            Some((it.value as i64).into())
        }
        TsLit::Number(it) => Some(it.value.into()),
        TsLit::BigInt(_) | TsLit::Tpl(_) => None,
    }
}
