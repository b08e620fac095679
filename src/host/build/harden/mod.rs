//! Makes Lumi's own JavaScript independent of what a program does to the built-in objects.
//!
//! Programs may replace any property of any built-in prototype, and Lumi's code runs after them in
//! the same realm. Therefore the build rewrites every module of `js/`:
//!
//! | source | becomes |
//! |---|---|
//! | `Object.keys`, `Map` | what `js/primordials.ts` captured before any program ran |
//! | `list.push(x)` | a function that calls the captured method if `list` is an array |
//! | `for (x of it)`, `...it` | the same over `$safe(it)`, whose iterator no program can reach |
//! | `[a, b] = it` | `{ 0: a, 1: b } = it` |
//! | `new Map(it)`, `it.size` | functions that do so by captured methods |
//!
//! Code that cannot be rewritten fails the build, so editors of `js/` need no rules.
//!
//! | module | |
//! |---|---|
//! | `builtins` | the built-in objects and methods that are captured before any program runs |
//! | `needs` | the functions of `js/primordials.ts` that rewritten modules use, and their code |
//! | `pass` | rewrites one module |

mod builtins;
mod needs;
mod pass;

use std::collections::BTreeSet;

use deno_ast::ProgramRef;
use deno_ast::swc::ast::Program;
use deno_ast::swc::common::{GLOBALS, Globals, Mark};
use deno_ast::swc::ecma_visit::VisitMutWith;
use deno_ast::swc::transforms::fixer::fixer;
use deno_ast::swc::transforms::resolver;

use super::emit::emit;
use super::module_syntax;
use needs::Needs;
use pass::Pass;

/// The module with the captured built-ins that rewritten modules import.
pub const PRIMORDIALS: &str = "lumi:/primordials.ts";

/// Modules that are not rewritten: they change the built-in objects before any program runs.
const EXEMPT: &[&str] = &[PRIMORDIALS, "lumi:/web/seeded_run.ts"];

/// Rewrites all modules and appends the functions they need to `js/primordials.ts`.
pub fn harden(modules: &mut [(String, String)]) {
    let mut needs = Needs::default();
    for (specifier, code) in modules.iter_mut() {
        if !EXEMPT.contains(&specifier.as_str()) {
            *code = hardened(specifier, code, &mut needs);
        }
    }
    let primordials = modules.iter_mut().find(|it| it.0 == PRIMORDIALS);
    let (_, code) = primordials.expect("js/primordials.ts is there");
    code.push_str(&needs.code());
}

fn hardened(specifier: &str, code: &str, needs: &mut Needs) -> String {
    GLOBALS.set(&Globals::new(), || {
        let unresolved = Mark::new();
        let mut program = Program::Module(module_syntax::parse(specifier, code));
        program.mutate(resolver(unresolved, Mark::new(), false));
        let mut pass = Pass {
            specifier,
            unresolved,
            needs,
            used: BTreeSet::new(),
        };
        program.visit_mut_with(&mut pass);
        let used = pass.used;
        program.mutate(fixer(None));
        let Program::Module(module) = &program else {
            unreachable!("a module stays one");
        };
        let text = emit(ProgramRef::Module(module));
        match used.is_empty() {
            true => text,
            false => {
                let names: Vec<_> = used.into_iter().collect();
                format!(
                    "import {{ {} }} from {PRIMORDIALS:?};\n{text}",
                    names.join(", ")
                )
            }
        }
    })
}
