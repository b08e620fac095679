//! Prints the source of one function or class without comments and layout, with new names of
//! captured variables.

use std::collections::HashMap;

use deno_ast::swc::ast::*;
use deno_ast::swc::common::{DUMMY_SP, Spanned, SyntaxContext};
use deno_ast::swc::ecma_visit::{VisitMut, VisitMutWith};

use crate::analysis::UNRESOLVED;
use crate::capture::ModuleId;

use super::code::Code;
use super::print::print;
use super::revival::Guard;
use super::syntax::Syntax;

/// Replacements in the printed source.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Replacements {
    /// New names of captured variables.
    pub names: HashMap<Id, String>,
    /// Variables with the captured `this`, `new.target` and `arguments` of an arrow.
    pub this: Option<String>,
    pub new_target: Option<String>,
    pub arguments: Option<String>,
    pub extends_null: bool,
    /// Values of a class' static `#private` fields, as text.
    pub private: HashMap<String, String>,
    /// The name of a static method that sets the fields that must be written after the class, and
    /// the names of these fields.
    pub restored: Option<(String, Vec<String>)>,
    /// The superclass, as text.
    pub superclass: Option<String>,
    /// Replacement for a computed method key.
    pub key: Option<String>,
    /// Replacements for the computed keys of methods, as text, by the offset of the method.
    pub keys: HashMap<usize, String>,
    /// Makes instances from stored `#private` fields.
    pub guard: Option<Guard>,
}

impl Syntax {
    pub fn replace(&mut self, replacements: &Replacements) {
        let mut renamer = Renamer {
            replacements,
            depth: 0,
            unresolved: SyntaxContext::from_u32(UNRESOLVED),
        };
        match self {
            Self::Function(it) => {
                it.function.visit_mut_with(&mut Renamer {
                    depth: 1,
                    ..renamer
                });
            }
            Self::Arrow(it) => it.visit_mut_with(&mut renamer),
            Self::Class(it) => {
                restore_statics(&mut it.class);
                fix_keys(&mut it.class, &replacements.keys);
                restore_private(&mut it.class, replacements);
                replace_superclass(&mut it.class, replacements);
                if let Some(guard) = &replacements.guard {
                    super::revival::guard(&mut it.class, guard);
                }
                renamer.depth = 1;
                it.class.visit_mut_with(&mut renamer);
            }
            Self::Method(it) => {
                set_key(&mut it.key, replacements);
                renamer.depth = 1;
                it.function.visit_mut_with(&mut renamer);
            }
            Self::Getter(it) => {
                set_key(&mut it.key, replacements);
                renamer.depth = 1;
                it.body.visit_mut_with(&mut renamer);
            }
            Self::Setter(it) => {
                set_key(&mut it.key, replacements);
                renamer.depth = 1;
                it.param.visit_mut_with(&mut renamer);
                it.body.visit_mut_with(&mut renamer);
            }
        }
    }

    /// `indent` is the depth of all lines but the first.
    pub fn print(&self, module: ModuleId, indent: usize) -> Code {
        match self {
            Self::Function(it) => print(it, module, indent),
            Self::Arrow(it) => print(it, module, indent),
            Self::Class(it) => print(it, module, indent),
            Self::Method(it) => print(it, module, indent),
            Self::Getter(it) => print(it, module, indent),
            Self::Setter(it) => print(it, module, indent),
        }
    }
}

fn set_key(key: &mut PropName, replacements: &Replacements) {
    if let Some(text) = &replacements.key {
        *key = PropName::Computed(ComputedPropName {
            span: DUMMY_SP,
            expr: Box::new(Expr::Ident(Ident::new_no_ctxt(
                text.as_str().into(),
                DUMMY_SP,
            ))),
        });
    }
}

fn replace_superclass(class: &mut Class, replacements: &Replacements) {
    class.super_class = match (&replacements.superclass, class.super_class.take()) {
        (Some(text), Some(original)) => Some(Box::new(Expr::Ident(Ident::new(
            text.as_str().into(),
            original.span(),
            SyntaxContext::empty(),
        )))),
        // The class extends null, however that is written.
        (None, Some(original)) if replacements.extends_null => {
            Some(Box::new(Expr::Lit(Lit::Null(Null {
                span: original.span(),
            }))))
        }
        (_, original) => original,
    };
}

/// Public static fields and static blocks have already run; their results are captured as values.
fn restore_statics(class: &mut Class) {
    class.body.retain(|member| match member {
        ClassMember::StaticBlock(_) => false,
        ClassMember::ClassProp(it) => !it.is_static,
        _ => true,
    });
}

fn restore_private(class: &mut Class, replacements: &Replacements) {
    for member in &mut class.body {
        if let ClassMember::PrivateProp(it) = member
            && it.is_static
        {
            let text = replacements.private.get(&format!("#{}", it.key.name));
            it.value = text.map(|it| {
                let text = Ident::new_no_ctxt(it.as_str().into(), DUMMY_SP);
                Box::new(Expr::Ident(text))
            });
        }
    }
    if let Some((name, fields)) = &replacements.restored {
        let fields: Vec<String> = fields.iter().map(|it| format!("this.{it}")).collect();
        // Printed verbatim.
        let method = format!("{name}(...values) {{ [{}] = values; }}", fields.join(", "));
        class.body.push(ClassMember::ClassProp(ClassProp {
            key: PropName::Ident(IdentName::new(method.as_str().into(), DUMMY_SP)),
            is_static: true,
            ..ClassProp::default()
        }));
    }
}

/// Replaces computed keys, which are already evaluated. A method without a key was deleted from the
/// class.
fn fix_keys(class: &mut Class, keys: &HashMap<usize, String>) {
    class.body.retain_mut(|member| {
        match member {
            ClassMember::Method(it) => {
                if let PropName::Computed(computed) = &mut it.key
                    && !matches!(&*computed.expr, Expr::Lit(_))
                {
                    let start = (it.span.lo.0 as usize).saturating_sub(1);
                    let Some(text) = keys.get(&start) else {
                        return false;
                    };
                    *computed.expr =
                        Expr::Ident(Ident::new_no_ctxt(text.as_str().into(), computed.span));
                }
            }
            ClassMember::ClassProp(it) => {
                if let PropName::Computed(computed) = &mut it.key
                    && let Expr::Assign(assign) = &*computed.expr
                    && let Some(variable) = assign.left.as_ident()
                {
                    *computed.expr = Expr::Ident(variable.id.clone());
                }
            }
            _ => {}
        }
        true
    });
}

struct Renamer<'a> {
    replacements: &'a Replacements,
    /// The number of enclosing functions with their own `this`.
    depth: usize,
    unresolved: SyntaxContext,
}

impl Renamer<'_> {
    fn new_name(&self, ident: &Ident) -> Option<Ident> {
        let name = self.replacements.names.get(&ident.to_id())?;
        Some(Ident::new(
            name.as_str().into(),
            ident.span,
            SyntaxContext::empty(),
        ))
    }

    fn within(&mut self, walk: impl FnOnce(&mut Self)) {
        self.depth += 1;
        walk(self);
        self.depth -= 1;
    }

    fn outer(&self, name: Option<&String>, node: &Expr) -> Option<Expr> {
        if self.depth > 0 {
            return None;
        }
        let name = name?;
        Some(Expr::Ident(Ident::new(
            name.as_str().into(),
            node.span(),
            SyntaxContext::empty(),
        )))
    }
}

impl VisitMut for Renamer<'_> {
    fn visit_mut_expr(&mut self, expression: &mut Expr) {
        let replaced = match expression {
            Expr::This(_) => self.outer(self.replacements.this.as_ref(), expression),
            Expr::MetaProp(it) if it.kind == MetaPropKind::NewTarget => {
                self.outer(self.replacements.new_target.as_ref(), expression)
            }
            Expr::Ident(ident) if &*ident.sym == "arguments" && ident.ctxt == self.unresolved => {
                self.outer(self.replacements.arguments.as_ref(), expression)
            }
            // The remainder of `(bucket as Bucket)`.
            Expr::Paren(paren) if matches!(&*paren.expr, Expr::Ident(_) | Expr::This(_)) => {
                Some((*paren.expr).clone())
            }
            _ => None,
        };
        match replaced {
            Some(replaced) => {
                *expression = replaced;
                expression.visit_mut_with(self);
            }
            None => expression.visit_mut_children_with(self),
        }
    }

    fn visit_mut_ident(&mut self, ident: &mut Ident) {
        if let Some(renamed) = self.new_name(ident) {
            *ident = renamed;
        }
    }

    fn visit_mut_prop(&mut self, property: &mut Prop) {
        if let Prop::Shorthand(ident) = property
            && let Some(renamed) = self.new_name(ident)
        {
            *property = Prop::KeyValue(KeyValueProp {
                key: PropName::Ident(IdentName::new(ident.sym.clone(), ident.span)),
                value: Box::new(Expr::Ident(renamed)),
            });
            return;
        }
        property.visit_mut_children_with(self);
    }

    fn visit_mut_object_pat_prop(&mut self, property: &mut ObjectPatProp) {
        if let ObjectPatProp::Assign(assign) = property
            && let Some(renamed) = self.new_name(&assign.key.id)
        {
            let target = Pat::Ident(renamed.into());
            let value = match assign.value.take() {
                Some(mut default) => {
                    default.visit_mut_with(self);
                    Pat::Assign(AssignPat {
                        span: assign.span,
                        left: Box::new(target),
                        right: default,
                    })
                }
                None => target,
            };
            *property = ObjectPatProp::KeyValue(KeyValuePatProp {
                key: PropName::Ident(IdentName::new(
                    assign.key.id.sym.clone(),
                    assign.key.id.span,
                )),
                value: Box::new(value),
            });
            return;
        }
        property.visit_mut_children_with(self);
    }

    fn visit_mut_function(&mut self, function: &mut Function) {
        self.within(|this| function.visit_mut_children_with(this));
    }

    fn visit_mut_getter_prop(&mut self, getter: &mut GetterProp) {
        getter.key.visit_mut_with(self);
        self.within(|this| getter.body.visit_mut_with(this));
    }

    fn visit_mut_setter_prop(&mut self, setter: &mut SetterProp) {
        setter.key.visit_mut_with(self);
        self.within(|this| {
            setter.param.visit_mut_with(this);
            setter.body.visit_mut_with(this);
        });
    }

    fn visit_mut_class(&mut self, class: &mut Class) {
        class.super_class.visit_mut_with(self);
        // Only computed keys with `this` would refer to the outside.
        self.within(|this| class.body.visit_mut_with(this));
    }
}
