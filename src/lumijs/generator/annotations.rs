//! Types that a module writes down: of variables, parameters, members of its own types and classes, and results of its
//! functions. `lumi check` has TypeScript hold the program to them.

use deno_ast::swc::ast::*;
use deno_ast::swc::atoms::Atom;
use deno_ast::swc::common::{BytePos, Span};
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use rustc_hash::FxHashMap;

use super::declarations::{Declarations, is_new_date};

/// How far names of types and members are followed.
const MAX_STEPS: usize = 16;

/// The types of a module.
#[derive(Default)]
pub struct Annotations {
    variables: FxHashMap<Id, Written>,
    /// The types that the module declares, by name; `None` if several have one name.
    types: FxHashMap<Atom, Option<TsType>>,
    /// The classes with their places and the types of their members.
    classes: Vec<(Span, TsType)>,
}

/// The annotation of a name.
enum Written {
    Type(TsType),
    /// The type that the member of a value has.
    Member(TsType, Atom),
    /// The type of the results of a function.
    Result(TsType),
}

impl Annotations {
    pub fn of(module: &Module) -> Self {
        let mut annotations = Self::default();
        module.visit_with(&mut annotations);
        annotations
    }

    /// Whether an expression is a number or a Date by its type: `new Date` of it is one moment in all time zones.
    pub fn is_instant(&self, expression: &Expr) -> bool {
        let written = self.type_of(expression, MAX_STEPS);
        written.is_some_and(|it| self.every_part(it, &|it| self.is_instant_type(it), MAX_STEPS))
    }

    /// Whether an expression is a number by its type.
    pub fn is_number(&self, expression: &Expr) -> bool {
        let written = self.type_of(expression, MAX_STEPS);
        written.is_some_and(|it| self.every_part(it, &is_number_type, MAX_STEPS))
    }

    fn type_of(&self, expression: &Expr, steps: usize) -> Option<&TsType> {
        let steps = steps.checked_sub(1)?;
        match expression {
            Expr::Paren(it) => self.type_of(&it.expr, steps),
            Expr::TsNonNull(it) => self.type_of(&it.expr, steps),
            Expr::Ident(it) => match self.variables.get(&it.to_id())? {
                Written::Type(it) => Some(it),
                Written::Member(owner, name) => self.member(owner, name, steps),
                Written::Result(_) => None,
            },
            Expr::Call(it) => {
                let function = it.callee.as_expr()?.as_ident()?;
                match self.variables.get(&function.to_id())? {
                    Written::Result(it) => Some(it),
                    _ => None,
                }
            }
            Expr::Member(it) => {
                let name = &it.prop.as_ident()?.sym;
                let owner = match it.obj.is_this() {
                    true => self.class_around(it.span.lo)?,
                    false => self.type_of(&it.obj, steps)?,
                };
                self.member(owner, name, steps)
            }
            _ => None,
        }
    }

    /// The innermost class around a place.
    fn class_around(&self, place: BytePos) -> Option<&TsType> {
        let around = self.classes.iter();
        let around = around.filter(|(span, _)| span.lo <= place && place < span.hi);
        around
            .min_by_key(|(span, _)| span.hi - span.lo)
            .map(|it| &it.1)
    }

    fn member<'a>(&'a self, owner: &'a TsType, name: &Atom, steps: usize) -> Option<&'a TsType> {
        let steps = steps.checked_sub(1)?;
        match owner {
            TsType::TsParenthesizedType(it) => self.member(&it.type_ann, name, steps),
            TsType::TsTypeRef(it) => self.member(self.named(it)?, name, steps),
            TsType::TsTypeLit(it) => it.members.iter().find_map(|it| {
                let property = it.as_ts_property_signature()?;
                let is_named = !property.computed && property.key.as_ident()?.sym == *name;
                let annotation = property.type_ann.as_ref().filter(|_| is_named)?;
                Some(&*annotation.type_ann)
            }),
            _ => None,
        }
    }

    fn named(&self, reference: &TsTypeRef) -> Option<&TsType> {
        let name = reference.type_name.as_ident()?;
        self.types.get(&name.sym)?.as_ref()
    }

    /// Whether a test holds for every part of a union, behind names of types.
    fn every_part(&self, whole: &TsType, test: &dyn Fn(&TsType) -> bool, steps: usize) -> bool {
        let Some(steps) = steps.checked_sub(1) else {
            return false;
        };
        match whole {
            TsType::TsParenthesizedType(it) => self.every_part(&it.type_ann, test, steps),
            TsType::TsUnionOrIntersectionType(TsUnionOrIntersectionType::TsUnionType(it)) => {
                it.types.iter().all(|it| self.every_part(it, test, steps))
            }
            TsType::TsTypeRef(it) => match self.named(it) {
                Some(meant) => self.every_part(meant, test, steps),
                None => test(whole),
            },
            part => test(part),
        }
    }

    fn is_instant_type(&self, part: &TsType) -> bool {
        use TsKeywordTypeKind::{TsNullKeyword, TsUndefinedKeyword};
        match part {
            TsType::TsTypeRef(it) => {
                let name = it.type_name.as_ident();
                name.is_some_and(|it| &*it.sym == "Date" && !self.types.contains_key(&it.sym))
            }
            TsType::TsKeywordType(it) if matches!(it.kind, TsNullKeyword | TsUndefinedKeyword) => {
                true
            }
            other => is_number_type(other),
        }
    }

    fn declare(&mut self, name: &Ident, meant: TsType) {
        let is_new = !self.types.contains_key(&name.sym);
        self.types.insert(name.sym.clone(), is_new.then_some(meant));
    }

    /// The names that a pattern binds to members of a value.
    fn bind_members(&mut self, pattern: &ObjectPat, owner: &TsType) {
        let members = pattern.props.iter().filter_map(|it| match it {
            ObjectPatProp::KeyValue(it) => Some((it.value.as_ident()?, &it.key.as_ident()?.sym)),
            // With a default value, the type is that of the member or of the value.
            ObjectPatProp::Assign(it) if it.value.is_none() => Some((&it.key, &it.key.sym)),
            ObjectPatProp::Assign(_) | ObjectPatProp::Rest(_) => None,
        });
        self.variables.extend(members.map(|(bound, name)| {
            let written = Written::Member(owner.clone(), name.clone());
            (bound.to_id(), written)
        }));
    }

    fn note_result(&mut self, name: &Ident, function: &Function) {
        if let Some(result) = function.return_type.as_ref().filter(|_| !function.is_async) {
            let written = Written::Result((*result.type_ann).clone());
            self.variables.insert(name.to_id(), written);
        }
    }
}

fn is_number_type(part: &TsType) -> bool {
    match part {
        TsType::TsKeywordType(it) => it.kind == TsKeywordTypeKind::TsNumberKeyword,
        TsType::TsLitType(it) => it.lit.is_number(),
        _ => false,
    }
}

/// The type of the objects of a class, as far as it has annotations.
fn type_of_class(class: &Class) -> TsType {
    let mut members = Vec::new();
    for member in &class.body {
        match member {
            ClassMember::ClassProp(it) if !it.is_static => {
                let name = it.key.as_ident().map(|it| &it.sym);
                members.extend(name.zip(it.type_ann.as_deref()));
            }
            ClassMember::Constructor(it) => {
                let properties = it.params.iter().filter_map(|it| it.as_ts_param_prop());
                members.extend(properties.filter_map(|it| {
                    let bound = match &it.param {
                        TsParamPropParam::Ident(it) => it,
                        TsParamPropParam::Assign(it) => it.left.as_ident()?,
                    };
                    Some((&bound.id.sym, bound.type_ann.as_deref()?))
                }));
            }
            _ => {}
        }
    }
    let property = |(name, annotation): (&Atom, &TsTypeAnn)| {
        TsTypeElement::TsPropertySignature(TsPropertySignature {
            span: Span::default(),
            readonly: false,
            key: Box::new(Expr::Ident(name.clone().into())),
            computed: false,
            optional: false,
            type_ann: Some(Box::new(annotation.clone())),
        })
    };
    TsType::TsTypeLit(TsTypeLit {
        span: class.span,
        members: members.into_iter().map(property).collect(),
    })
}

/// The type of a constant with a value that is a Date or a number by its form.
fn implied_type(value: &Expr) -> Option<TsType> {
    if is_new_date(value) {
        return Some(TsType::TsTypeRef(TsTypeRef {
            span: Span::default(),
            type_name: TsEntityName::Ident(Atom::from("Date").into()),
            type_params: None,
        }));
    }
    Declarations::default().is_number(value).then(|| {
        TsType::TsKeywordType(TsKeywordType {
            span: Span::default(),
            kind: TsKeywordTypeKind::TsNumberKeyword,
        })
    })
}

impl Visit for Annotations {
    fn visit_binding_ident(&mut self, bound: &BindingIdent) {
        if let Some(annotation) = &bound.type_ann {
            let written = Written::Type((*annotation.type_ann).clone());
            self.variables.insert(bound.id.to_id(), written);
        }
    }

    fn visit_var_decl(&mut self, declaration: &VarDecl) {
        declaration.visit_children_with(self);
        if declaration.kind != VarDeclKind::Const {
            return;
        }
        for declarator in &declaration.decls {
            let (Some(bound), Some(value)) = (declarator.name.as_ident(), &declarator.init) else {
                continue;
            };
            if bound.type_ann.is_none()
                && let Some(implied) = implied_type(value)
            {
                let written = Written::Type(implied);
                self.variables.insert(bound.id.to_id(), written);
            }
        }
    }

    fn visit_object_pat(&mut self, pattern: &ObjectPat) {
        pattern.visit_children_with(self);
        if let Some(annotation) = &pattern.type_ann {
            self.bind_members(pattern, &annotation.type_ann);
        }
    }

    fn visit_fn_decl(&mut self, declaration: &FnDecl) {
        self.note_result(&declaration.ident, &declaration.function);
        declaration.visit_children_with(self);
    }

    fn visit_class(&mut self, class: &Class) {
        self.classes.push((class.span, type_of_class(class)));
        class.visit_children_with(self);
    }

    fn visit_class_decl(&mut self, declaration: &ClassDecl) {
        self.declare(&declaration.ident, type_of_class(&declaration.class));
        declaration.visit_children_with(self);
    }

    fn visit_ts_interface_decl(&mut self, declaration: &TsInterfaceDecl) {
        let members = TsTypeLit {
            span: declaration.span,
            members: declaration.body.body.clone(),
        };
        self.declare(&declaration.id, TsType::TsTypeLit(members));
    }

    fn visit_ts_type_alias_decl(&mut self, declaration: &TsTypeAliasDecl) {
        self.declare(&declaration.id, (*declaration.type_ann).clone());
    }

    fn visit_ts_enum_decl(&mut self, declaration: &TsEnumDecl) {
        // An empty type: no part of it is a number or a Date.
        let none = TsTypeLit {
            span: declaration.span,
            members: Vec::new(),
        };
        self.declare(&declaration.id, TsType::TsTypeLit(none));
    }
}
