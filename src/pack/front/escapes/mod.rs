//! Which functions and classes a resource may capture: these are kept as JavaScript.
//!
//! Values are followed by the names of what holds them, through all modules and without order: variables, parameters and
//! results of functions (`make()`). A function stays LumiIL if nothing that holds it is used as a value that is not followed:
//! as an argument of code that is not the program's, or as a part of something without a name. All others may become
//! closures. So may what closures mention, by name. A name that means two things counts for both.
//!
//! | module | |
//! |---|---|
//! | `finder` | functions, classes, and the names that values have in one module |
//! | `holder` | the name of what holds the value of an expression |
//! | `bindings` | the names that patterns and calls bind to values |
//! | `solver` | spreads what is known over names |

mod bindings;
mod finder;
mod holder;
mod solver;

use std::collections::HashSet;

use deno_ast::swc::atoms::Atom;
use deno_ast::swc::ecma_visit::VisitWith;

use super::source::Source;

use finder::Finder;
use solver::Solver;

/// The places of functions and classes that are kept as JavaScript: the module and the offset of each.
#[derive(Debug, Default)]
pub struct Escapes(HashSet<(usize, usize)>);

impl Escapes {
    pub fn find(sources: &[Source]) -> Self {
        let mut found = Vec::new();
        for (index, source) in sources.iter().enumerate() {
            let mut finder = Finder::new(index);
            source.module().visit_with(&mut finder);
            found.push(finder);
        }
        Solver::new(found).solve()
    }

    pub fn contains(&self, module: usize, offset: usize) -> bool {
        self.0.contains(&(module, offset))
    }
}

/// A function or a class.
struct Candidate {
    place: (usize, usize),
    /// The names of what holds it.
    names: Vec<Atom>,
    /// Whether it is a value where it stands, which is not followed.
    is_value: bool,
    /// The facts that decide about a class.
    class: Option<Superclass>,
    mentions: HashSet<Atom>,
}

/// The class that a class extends.
#[derive(Clone)]
enum Superclass {
    None,
    /// A class by its name.
    Named(Atom),
    /// A member of something, as of a module of Lumi.
    Member,
}
