//! The classes of `std` in TypeScript, as code that makes their interfaces.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use deno_ast::swc::ast::{
    Class, ClassMember, Decl, Expr, Lit, ModuleDecl, ModuleItem, ParamOrTsParamProp, Pat, Stmt,
    TsEntityName, TsKeywordTypeKind, TsLit, TsType, TsTypeAnn, TsTypeElement, TsTypeRef,
    TsUnionOrIntersectionType,
};
use deno_ast::swc::common::{BytePos, Spanned as _};
use deno_ast::{
    MediaType, ModuleSpecifier, ParseParams, ParsedSource, SourceRangedForSpanned as _,
};

/// The declarations of all modules.
#[derive(Default)]
pub struct Classes {
    /// Interfaces and aliases by name. The modules have no two of one name.
    types: BTreeMap<String, Declared>,
    classes: Vec<ClassCode>,
}

enum Declared {
    Interface {
        extends: Vec<String>,
        properties: Vec<Property>,
    },
    Alias(Box<TsType>),
}

struct Property {
    name: String,
    of: Box<TsType>,
    is_required: bool,
    comment: Comment,
}

/// The text of a documentation in one line.
struct Comment {
    text: String,
    /// Whether it has the tag `@secret`.
    is_secret: bool,
}

struct ClassCode {
    token: String,
    comment: Comment,
    /// The interface of the inputs.
    inputs: String,
    outputs: Vec<Property>,
}

impl Classes {
    /// Reads a module.
    pub fn read(&mut self, path: &str, text: String) {
        let parsed = deno_ast::parse_module(ParseParams {
            specifier: ModuleSpecifier::from_file_path(path).expect("BUG: the path is absolute"),
            text: text.into(),
            media_type: MediaType::TypeScript,
            capture_tokens: false,
            scope_analysis: false,
            maybe_syntax: None,
        });
        let parsed = parsed.unwrap_or_else(|error| panic!("{error}"));
        for item in &parsed.program_ref().unwrap_module().body {
            let ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) = item else {
                continue;
            };
            match &export.decl {
                Decl::TsInterface(of) => {
                    let extends = of.extends.iter().map(|it| match &*it.expr {
                        Expr::Ident(name) => name.sym.to_string(),
                        _ => panic!("{path}: `extends` of {} is not a name", of.id.sym),
                    });
                    let members = of.body.body.iter().map(|it| member(&parsed, it));
                    let declared = Declared::Interface {
                        extends: extends.collect(),
                        properties: members.collect(),
                    };
                    self.types.insert(of.id.sym.to_string(), declared);
                }
                Decl::TsTypeAlias(of) => {
                    let alias = Declared::Alias(of.type_ann.clone());
                    self.types.insert(of.id.sym.to_string(), alias);
                }
                Decl::Class(of) => {
                    let comment = comment(&parsed, export.span().lo);
                    self.classes.extend(class(&parsed, &of.class, comment));
                }
                _ => {}
            }
        }
    }

    /// A table of the tokens and functions that make interfaces, sorted by token.
    pub fn code(mut self) -> String {
        self.classes
            .sort_by(|one, other| one.token.cmp(&other.token));
        let mut code = String::from("const CLASSES: &[StdClass] = &[\n");
        for of in &self.classes {
            let inputs = self.object(&self.properties(&of.inputs));
            let outputs = self.object(&of.outputs.iter().collect::<Vec<_>>());
            let (token, comment) = (&of.token, &of.comment.text);
            let _ = writeln!(
                code,
                "({token:?}, || class({comment:?}, {inputs}, {outputs})),"
            );
        }
        code + "];\n"
    }

    /// The properties of an interface, with those of the interfaces that it extends.
    fn properties(&self, name: &str) -> Vec<&Property> {
        match self.types.get(name) {
            Some(Declared::Interface {
                extends,
                properties,
            }) => {
                let inherited = extends.iter().flat_map(|it| self.properties(it));
                inherited.chain(properties).collect()
            }
            _ => panic!("js/lumi/std has no interface {name}"),
        }
    }

    fn object(&self, properties: &[&Property]) -> String {
        let mut code = String::from("object([");
        for Property {
            name,
            of,
            is_required,
            comment,
        } in properties
        {
            let of = self.of(of);
            let Comment { text, is_secret } = comment;
            let _ = write!(
                code,
                "property({name:?}, {of}, {is_required}, {is_secret}, {text:?}),"
            );
        }
        code + "])"
    }

    /// The code of a type.
    fn of(&self, of: &TsType) -> String {
        match of {
            TsType::TsKeywordType(of) => match of.kind {
                TsKeywordTypeKind::TsStringKeyword => "Text".to_owned(),
                TsKeywordTypeKind::TsNumberKeyword => "Number".to_owned(),
                TsKeywordTypeKind::TsBooleanKeyword => "Bool".to_owned(),
                _ => "Any".to_owned(),
            },
            TsType::TsArrayType(of) => format!("list({})", self.of(&of.elem_type)),
            TsType::TsUnionOrIntersectionType(TsUnionOrIntersectionType::TsUnionType(of)) => {
                self.union(&of.types)
            }
            TsType::TsTypeRef(of) => self.reference(of),
            _ => panic!("js/lumi/std has a type that a schema cannot have: {of:?}"),
        }
    }

    fn reference(&self, of: &TsTypeRef) -> String {
        let TsEntityName::Ident(name) = &of.type_name else {
            panic!("js/lumi/std has a type with a dot: {of:?}");
        };
        let arguments = of.type_params.iter().flat_map(|it| &it.params);
        let last = arguments.last().map(|it| self.of(it));
        match (&*name.sym, last) {
            ("Input" | "Property", Some(of)) => of,
            ("Record", Some(of)) => format!("map({of})"),
            (name @ ("Asset" | "Archive"), None) => name.to_owned(),
            (name, _) => match self.types.get(name) {
                Some(Declared::Interface { .. }) => {
                    format!("nested({})", self.object(&self.properties(name)))
                }
                Some(Declared::Alias(of)) => self.of(of),
                // The parameter of a generic class.
                None => "Any".to_owned(),
            },
        }
    }

    /// A property that may be undefined is optional anyway.
    fn union(&self, types: &[Box<TsType>]) -> String {
        let is_undefined = |it: &TsType| matches!(it, TsType::TsKeywordType(it) if it.kind == TsKeywordTypeKind::TsUndefinedKeyword);
        let types: Vec<_> = types.iter().filter(|it| !is_undefined(it)).collect();
        let literals = types.iter().map(|it| match &***it {
            TsType::TsLitType(of) => match &of.lit {
                TsLit::Str(text) => Some(format!("text({:?})", text.value.to_string_lossy())),
                TsLit::Number(number) => Some(format!("number(\"{}\")", number.value)),
                _ => None,
            },
            _ => None,
        });
        match literals.collect::<Option<Vec<_>>>() {
            Some(literals) => format!("choice([{}])", literals.join(", ")),
            None if types.len() == 1 => self.of(types[0]),
            None => {
                let types: Vec<String> = types.iter().map(|it| self.of(it)).collect();
                format!("Union(vec![{}])", types.join(", "))
            }
        }
    }
}

/// A member of an interface.
fn member(parsed: &ParsedSource, of: &TsTypeElement) -> Property {
    let TsTypeElement::TsPropertySignature(of) = of else {
        panic!("js/lumi/std has an interface with a member that is not a property: {of:?}");
    };
    property(
        parsed,
        &of.key,
        of.type_ann.as_deref(),
        !of.optional,
        of.span().lo,
    )
}

fn property(
    parsed: &ParsedSource,
    key: &Expr,
    of: Option<&TsTypeAnn>,
    is_required: bool,
    start: BytePos,
) -> Property {
    let (Expr::Ident(name), Some(of)) = (key, of) else {
        panic!("js/lumi/std has a property without a plain name and a type: {key:?}");
    };
    Property {
        name: name.sym.to_string(),
        of: of.type_ann.clone(),
        is_required,
        comment: comment(parsed, start),
    }
}

/// A class of resources; `None` for others.
fn class(parsed: &ParsedSource, of: &Class, comment: Comment) -> Option<ClassCode> {
    let is_std = of.super_class.as_deref()?.as_ident()?.sym == *"StdResource";
    let constructors = of.body.iter().filter_map(ClassMember::as_constructor);
    let constructors: Vec<_> = constructors.filter(|_| is_std).collect();
    let inputs = constructors.iter().find_map(|it| match it.params.get(1)? {
        ParamOrTsParamProp::Param(it) => match &it.pat {
            Pat::Ident(it) => match &*it.type_ann.as_ref()?.type_ann {
                TsType::TsTypeRef(it) => Some(it.type_name.as_ident()?.sym.to_string()),
                _ => None,
            },
            _ => None,
        },
        ParamOrTsParamProp::TsParamProp(_) => None,
    })?;
    let outputs = of.body.iter().filter_map(ClassMember::as_class_prop);
    let outputs = outputs.filter(|it| it.declare).map(|it| {
        let key = Expr::Ident(it.key.as_ident()?.clone().into());
        Some(property(
            parsed,
            &key,
            it.type_ann.as_deref(),
            true,
            it.span().lo,
        ))
    });
    Some(ClassCode {
        token: constructors
            .iter()
            .find_map(|it| token(it.body.as_ref()?.stmts.first()?))?,
        comment,
        inputs,
        outputs: outputs.collect::<Option<_>>()?,
    })
}

/// The type that a constructor hands to `super`. A template stands for the type `Resource` and others.
fn token(call: &Stmt) -> Option<String> {
    let call = call.as_expr()?.expr.as_call()?;
    match &*call.args.first()?.expr {
        Expr::Lit(Lit::Str(text)) => Some(text.value.to_string_lossy().into_owned()),
        Expr::Tpl(text) => Some(format!("{}Resource", text.quasis.first()?.raw)),
        _ => None,
    }
}

/// The documentation before a position.
fn comment(parsed: &ParsedSource, start: BytePos) -> Comment {
    let comments = parsed.comments().get_leading(start.start());
    let found = comments.into_iter().flatten();
    let found = { found }.rfind(|it| it.text.starts_with('*'));
    let text = found.map(|it| it.text.to_string()).unwrap_or_default();
    let lines = text
        .lines()
        .map(|it| it.trim().trim_start_matches('*').trim());
    let text = lines
        .filter(|it| !it.is_empty())
        .collect::<Vec<_>>()
        .join(" ");
    Comment {
        is_secret: text.contains("@secret"),
        text: text.replace("@secret", "").trim().to_owned(),
    }
}
