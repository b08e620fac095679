//! CommonJS: the text of a file is the body of a function whose parameters are free variables of
//! the text.

use std::sync::Arc;

use deno_ast::swc::ast::{
    CallExpr, Callee, Decl, Expr, Lit, Module, ModuleItem, ObjectPatProp, Pat, PropName, Stmt,
    VarDeclarator,
};
use deno_ast::{MediaType, ProgramRef};

use super::{
    Analysis, AnalysisError, Binding, BindingId, BindingKind, Imported, block_functions, scopes,
};

/// The parameters of the function around the text of every CommonJS file.
pub const COMMONJS_PARAMETERS: [&str; 5] =
    ["exports", "require", "module", "__filename", "__dirname"];

impl Analysis {
    /// Analyses a CommonJS file. Its parameters become variables of the module, declared after the
    /// text, so that positions stay the same. A `require` of a foreign module becomes an import.
    pub fn of_commonjs(
        file: &str,
        code: &str,
        map: Option<Arc<str>>,
    ) -> Result<Self, AnalysisError> {
        let code = format!("{code}\nvar {};", COMMONJS_PARAMETERS.join(", "));
        let mut analysis = Self::of_text(file, code.into(), map, MediaType::Mjs, resolve)?;
        for name in COMMONJS_PARAMETERS {
            if let Some(binding) = analysis.module_binding(name)
                && !binding.is_assigned
            {
                binding.kind = BindingKind::Const;
            }
        }
        for (name, specifier, imported) in analysis.required() {
            if let Some(binding) = analysis.module_binding(&name)
                && !binding.is_assigned
            {
                binding.kind = BindingKind::Import {
                    specifier,
                    imported,
                };
            }
        }
        Ok(analysis)
    }

    /// Whether the variable is the `require` parameter of a CommonJS file.
    pub fn is_require(&self, binding: BindingId) -> bool {
        let binding = self.binding(binding);
        let declared = format!("\nvar {};", COMMONJS_PARAMETERS.join(", "));
        is_of_module(binding) && binding.name == "require" && self.code.ends_with(&declared)
    }

    fn module_binding(&mut self, name: &str) -> Option<&mut Binding> {
        let mut bindings = self.bindings.iter_mut();
        bindings.find(|it| is_of_module(it) && it.name == name)
    }

    /// Variables initialised with a `require` of a package or a built-in module.
    fn required(&self) -> Vec<(String, String, Imported)> {
        let ProgramRef::Module(module) = self.parsed.program_ref() else {
            return Vec::new();
        };
        let declarators = module.body.iter().filter_map(|item| match item {
            ModuleItem::Stmt(Stmt::Decl(Decl::Var(variables))) => Some(&variables.decls),
            _ => None,
        });
        let mut found = Vec::new();
        for declarator in declarators.flatten() {
            if let Some(specifier) = required_by(declarator) {
                add_names(&declarator.name, &specifier, &mut found);
            }
        }
        found
    }
}

/// Resolves the names of code that is sloppy unless it says otherwise.
fn resolve(module: &mut Module) -> usize {
    block_functions::hoist(module);
    scopes::resolve(module)
}

fn is_of_module(binding: &Binding) -> bool {
    binding.declared_in.is_none() && binding.block.is_none()
}

/// The specifier of `… = require("specifier")`, unless it is a file of the program.
fn required_by(declarator: &VarDeclarator) -> Option<String> {
    let Some(Expr::Call(CallExpr { callee, args, .. })) = declarator.init.as_deref() else {
        return None;
    };
    let (Callee::Expr(callee), [argument]) = (callee, args.as_slice()) else {
        return None;
    };
    let is_require = matches!(&**callee, Expr::Ident(name) if name.sym == "require");
    let Expr::Lit(Lit::Str(specifier)) = &*argument.expr else {
        return None;
    };
    let specifier = specifier.value.to_string_lossy().into_owned();
    let is_file = specifier.starts_with(['.', '/']) || specifier.starts_with("file:");
    (is_require && !is_file && argument.spread.is_none()).then_some(specifier)
}

fn add_names(pattern: &Pat, specifier: &str, found: &mut Vec<(String, String, Imported)>) {
    let mut add = |name: &str, imported: Imported| {
        found.push((name.to_owned(), specifier.to_owned(), imported));
    };
    match pattern {
        Pat::Ident(variable) => add(&variable.id.sym, Imported::Default),
        Pat::Object(object) => {
            for property in &object.props {
                match property {
                    ObjectPatProp::Assign(it) if it.value.is_none() => {
                        let name = &it.key.id.sym;
                        add(name, Imported::Name(name.to_string()));
                    }
                    ObjectPatProp::KeyValue(it) => {
                        if let (PropName::Ident(key), Pat::Ident(variable)) = (&it.key, &*it.value)
                        {
                            add(&variable.id.sym, Imported::Name(key.sym.to_string()));
                        }
                    }
                    // A default value or a rest element is an ordinary value.
                    ObjectPatProp::Assign(_) | ObjectPatProp::Rest(_) => {}
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(code: &str) -> Vec<(String, BindingKind)> {
        let analysis = Analysis::of_commonjs("a.cjs", code, None).unwrap();
        let bindings = analysis.bindings.into_iter().filter(is_of_module);
        bindings.map(|it| (it.name, it.kind)).collect()
    }

    fn kind(code: &str, name: &str) -> BindingKind {
        let mut kinds = kinds(code).into_iter();
        kinds.find(|it| it.0 == name).unwrap().1
    }

    #[test]
    fn required_packages_are_imports() {
        let import = |imported| BindingKind::Import {
            specifier: "node:os".to_owned(),
            imported,
        };
        let default = kind("const os = require('node:os');", "os");
        assert_eq!(default, import(Imported::Default));
        let code = "const { platform, arch: a } = require('node:os');";
        let name = |it: &str| import(Imported::Name(it.to_owned()));
        assert_eq!(kind(code, "platform"), name("platform"));
        assert_eq!(kind(code, "a"), name("arch"));
        let own = kind("const lib = require('./lib');", "lib");
        assert_eq!(own, BindingKind::Const);
        let assigned = kind("let os = require('os'); os = 1;", "os");
        assert!(!matches!(assigned, BindingKind::Import { .. }));
    }

    #[test]
    fn parameters_are_variables_of_the_module() {
        let names: Vec<_> = kinds("exports.a = () => __dirname;").into_iter().collect();
        for name in COMMONJS_PARAMETERS {
            assert!(names.iter().any(|it| it.0 == name), "{name}");
        }
        let analysis = Analysis::of_commonjs("a.cjs", "const f = () => require('a');", None);
        let analysis = analysis.unwrap();
        let requires = (0..analysis.bindings.len() as u32).map(BindingId);
        assert_eq!(requires.filter(|it| analysis.is_require(*it)).count(), 1);
        let module = Analysis::new("a.mjs", "const require = 1;".into(), None).unwrap();
        assert!(!module.is_require(BindingId(0)));
    }
}
