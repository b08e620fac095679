//! Restores instances with `#private` fields without running the program's constructor.

use deno_ast::swc::ast::*;
use deno_ast::swc::common::{DUMMY_SP, SyntaxContext};

/// The function that makes an instance; `revived` is the variable that guards check.
pub fn helper(revive: &str, revived: &str) -> String {
    format!(
        "let {revived};\n\
         function {revive}(Class, fields, members) {{\n  \
           {revived} = fields;\n  \
           try {{\n    \
             const instance = new Class();\n    \
             for (const key of Reflect.ownKeys(instance)) delete instance[key];\n    \
             return Object.defineProperties(instance, Object.getOwnPropertyDescriptors(members));\n  \
           }} finally {{\n    \
             {revived} = undefined;\n  \
           }}\n\
         }}\n"
    )
}

/// The key of a stored field. Classes that extend each other may use the same name: `earlier`
/// counts its uses before this class.
pub fn field_key(name: &str, earlier: usize) -> String {
    match earlier {
        0 => name.to_owned(),
        _ => format!("{name} {}", earlier + 1),
    }
}

/// The `#private` fields that a class adds to instances.
pub fn fields(class: &Class) -> Vec<String> {
    let fields = class.body.iter().filter_map(|member| match member {
        ClassMember::PrivateProp(it) if !it.is_static => Some(format!("#{}", it.key.name)),
        _ => None,
    });
    fields.collect()
}

/// The guard in a constructor that makes instances from stored fields.
#[derive(Clone, Debug, PartialEq)]
pub struct Guard {
    /// The variable with the stored fields.
    pub revived: String,
    /// The key of each field.
    pub keys: Vec<(String, String)>,
    /// A static method that sets fields of an existing instance, for instances that their own
    /// fields refer to.
    pub fill: Option<String>,
}

/// Changes the constructor to only set the fields while `revived` holds some.
pub fn guard(class: &mut Class, guard: &Guard) {
    let revived = &guard.revived;
    let is_derived = class.super_class.is_some();
    for member in &mut class.body {
        match member {
            ClassMember::PrivateProp(it) if !it.is_static => {
                let name = format!("#{}", it.key.name);
                let key = guard.keys.iter().find(|known| known.0 == name);
                let stored = index(revived, key.map_or(&name, |it| &it.1));
                it.value = Some(either(revived, stored, it.value.take()));
            }
            ClassMember::ClassProp(it) if !it.is_static && it.value.is_some() => {
                it.value = Some(either(revived, undefined(), it.value.take()));
            }
            ClassMember::Constructor(it) => guard_constructor(it, revived, is_derived),
            _ => {}
        }
    }
    if let Some(fill) = &guard.fill {
        let set = guard
            .keys
            .iter()
            .map(|(name, key)| format!("if ({key:?} in fields) it.{name} = fields[{key:?}];"));
        let set: Vec<String> = set.collect();
        // Printed verbatim.
        let method = format!("{fill}(it, fields) {{ {} }}", set.join(" "));
        class.body.push(ClassMember::ClassProp(ClassProp {
            key: PropName::Ident(IdentName::new(method.as_str().into(), DUMMY_SP)),
            is_static: true,
            ..ClassProp::default()
        }));
    }
}

fn guard_constructor(constructor: &mut Constructor, revived: &str, is_derived: bool) {
    let Some(body) = &mut constructor.body else {
        return;
    };
    let mut first = Vec::new();
    let is_simple = |it: &ParamOrTsParamProp| matches!(it, ParamOrTsParamProp::Param(param) if matches!(param.pat, Pat::Ident(_)));
    if !constructor.params.iter().all(is_simple) {
        first.push(unpack(&mut constructor.params));
    }
    let leave = Stmt::Return(ReturnStmt {
        span: DUMMY_SP,
        arg: None,
    });
    let mut statements = vec![leave];
    if is_derived {
        statements.insert(0, call_super());
    }
    let skip = Stmt::If(IfStmt {
        span: DUMMY_SP,
        test: Box::new(name(revived)),
        cons: Box::new(Stmt::Block(BlockStmt {
            span: DUMMY_SP,
            ctxt: SyntaxContext::empty(),
            stmts: statements,
        })),
        alt: None,
    });
    first.insert(0, skip);
    body.stmts.splice(0..0, first);
}

/// Destructures the parameters after the guard, because destructuring fails without arguments.
fn unpack(params: &mut Vec<ParamOrTsParamProp>) -> Stmt {
    let patterns = std::mem::take(params)
        .into_iter()
        .filter_map(|param| match param {
            ParamOrTsParamProp::Param(param) => Some(Some(param.pat)),
            ParamOrTsParamProp::TsParamProp(_) => None,
        });
    let target = Pat::Array(ArrayPat {
        span: DUMMY_SP,
        elems: patterns.collect(),
        optional: false,
        type_ann: None,
    });
    let all = Ident::new_no_ctxt("$arguments".into(), DUMMY_SP);
    params.push(ParamOrTsParamProp::Param(Param {
        span: DUMMY_SP,
        decorators: Vec::new(),
        pat: Pat::Rest(RestPat {
            span: DUMMY_SP,
            dot3_token: DUMMY_SP,
            arg: Box::new(Pat::Ident(all.clone().into())),
            type_ann: None,
        }),
    }));
    Stmt::Decl(Decl::Var(Box::new(VarDecl {
        span: DUMMY_SP,
        ctxt: SyntaxContext::empty(),
        kind: VarDeclKind::Let,
        declare: false,
        decls: vec![VarDeclarator {
            span: DUMMY_SP,
            name: target,
            init: Some(Box::new(Expr::Ident(all))),
            definite: false,
        }],
    })))
}

fn call_super() -> Stmt {
    Stmt::Expr(ExprStmt {
        span: DUMMY_SP,
        expr: Box::new(Expr::Call(CallExpr {
            callee: Callee::Super(Super { span: DUMMY_SP }),
            ..CallExpr::default()
        })),
    })
}

fn either(revived: &str, then: Expr, otherwise: Option<Box<Expr>>) -> Box<Expr> {
    Box::new(Expr::Cond(CondExpr {
        span: DUMMY_SP,
        test: Box::new(name(revived)),
        cons: Box::new(then),
        alt: otherwise.unwrap_or_else(|| Box::new(undefined())),
    }))
}

fn index(object: &str, key: &str) -> Expr {
    Expr::Member(MemberExpr {
        span: DUMMY_SP,
        obj: Box::new(name(object)),
        prop: MemberProp::Computed(ComputedPropName {
            span: DUMMY_SP,
            expr: Box::new(Expr::Lit(Lit::Str(key.into()))),
        }),
    })
}

fn undefined() -> Expr {
    name("undefined")
}

fn name(text: &str) -> Expr {
    Expr::Ident(Ident::new_no_ctxt(text.into(), DUMMY_SP))
}
