//! Python from LumiIL: the opposite of the lowering.
//!
//! Each form of LumiIL that the lowering makes is recognised, and becomes the Python that it was made of; any other one is
//! refused. The result is lowered again, so that no program is raised that would have other code.
//!
//! | module | |
//! |---|---|
//! | `raiser` | the state of a module that is raised: names, imports and problems |
//! | `forms` | the forms of calls that the lowering makes |
//! | `program` | the modules of a package as files |
//! | `sameness` | whether two programs have the same code |
//! | `names`, `imports` | names of variables and members, and imports |
//! | `expressions`, `operators`, `values` | expressions |
//! | `calls`, `inputs` | calls, and inputs of resources |
//! | `comprehensions` | comprehensions and generators |
//! | `texts` | literals and f-strings |
//! | `statements`, `assignments` | statements |
//! | `functions`, `classes`, `dataclasses` | declarations |
//! | `layout` | the forms of brackets and blocks |

mod assignments;
mod calls;
mod classes;
mod comprehensions;
mod dataclasses;
mod expressions;
mod forms;
mod functions;
mod imports;
mod inputs;
mod layout;
mod names;
mod operators;
mod program;
mod raiser;
mod sameness;
mod statements;
mod texts;
mod values;

pub use program::raise;
