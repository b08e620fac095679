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
//! | `it.key = x` | a function that calls no setter that a program added to a prototype |
//!
//! Code that cannot be rewritten fails the build, so editors of `js/` need no rules.
//!
//! | module | |
//! |---|---|
//! | `assigned_key` | the key of an assignment that is the same each time it runs |
//! | `builtins` | the built-in methods that are captured before any program runs |
//! | `globals` | the built-in objects that are captured |
//! | `needs` | the functions of `js/primordials.ts` that rewritten modules use, and their code |
//! | `pass` | rewrites one module |

mod assigned_key;
mod builtins;
#[path = "../../../closure/globals.rs"]
mod globals;
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

/// Begins the names of modules whose code runs elsewhere, without the captured objects (`src/host/modules/builtin.rs`).
const LIBRARY: &str = "lumi:/lumi/cloud";

/// Rewrites all modules and appends the functions they need to `js/primordials.ts`. `is_late` says whether a module is
/// outside of the snapshot.
pub fn harden(modules: &mut [(String, String)], is_late: impl Fn(&str) -> bool) {
    let mut needs = Needs::default();
    for (specifier, code) in modules.iter_mut() {
        if !EXEMPT.contains(&specifier.as_str()) && !specifier.starts_with(LIBRARY) {
            let is_late = is_late(specifier);
            *code = hardened(specifier, code, is_late, &mut needs);
        }
    }
    let primordials = modules.iter_mut().find(|it| it.0 == PRIMORDIALS);
    let (_, code) = primordials.expect("js/primordials.ts is there");
    code.push_str(&needs.code());
}

fn hardened(specifier: &str, code: &str, is_late: bool, needs: &mut Needs) -> String {
    GLOBALS.set(&Globals::new(), || {
        let (unresolved, top_level) = (Mark::new(), Mark::new());
        let mut program = Program::Module(module_syntax::parse(specifier, code));
        program.mutate(resolver(unresolved, top_level, false));
        let mut pass = Pass {
            specifier,
            unresolved,
            top_level,
            needs,
            used: BTreeSet::new(),
            assignments: is_late.then(BTreeSet::new),
        };
        program.visit_mut_with(&mut pass);
        let Pass {
            used, assignments, ..
        } = pass;
        program.mutate(fixer(None));
        let Program::Module(module) = &program else {
            unreachable!("a module stays one");
        };
        let mut text = emit(ProgramRef::Module(module));
        for key in assignments.iter().flatten() {
            text.push('\n');
            text.push_str(&key.code());
        }
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
