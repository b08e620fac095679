//! LumiJS: the subset of JavaScript in which a program is a function of its text, its configuration and its
//! resources alone, and can be analysed, compiled and raised.
//!
//! [`check`] takes all modules of a program and returns a [`Finding`], with its [`Rule`], for each use of something
//! that LumiJS does not have. Values are followed through variables, members, calls and modules (`solver`), so that
//! neither another name for `Date.now` escapes, nor is a function named `fetch` taken for the global one. Each use of
//! an intrinsic that is not listed as harmless is a finding. Functions that resources take as inputs run elsewhere and
//! are real JavaScript there: only their captures are checked (`reach`).
//!
//! This crate is pure: no V8, no files.
//!
//! | module | |
//! |---|---|
//! | `rule` | the rules and their texts |
//! | `program` | a program as data |
//! | `finding` | a piece of code that breaks a rule, and its position |
//! | `intrinsics` | functions and objects of the language, of Node and of Lumi |
//! | `moments` | where a source in TypeScript makes dates of numbers and of other dates |
//! | `member_names` | members that are judged by their name, whatever the object is |
//! | `sdk` | the effects that functions and classes of Lumi have on their arguments |
//! | `solver` | which values reach which expressions |
//! | `generator` | the syntax as nodes and edges of the solver |
//! | `reach` | which code runs elsewhere only |
//! | `effects` | changes whose order depends on what settles first |
//! | `leaving` | the functions and classes that leave the program, and what they take with them |
//! | `captures` | the values that functions which run elsewhere take with them |
//! | `checking` | all of it over a program |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the programs that they check"
    )
)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod captures;
mod checking;
mod effects;
mod finding;
mod generator;
mod intrinsics;
mod leaving;
mod member_names;
mod moments;
mod program;
mod reach;
mod rule;
mod sdk;
mod solver;
#[cfg(test)]
mod tests;

pub use checking::check;
pub use finding::Finding;
pub use leaving::{Leaving, leaving};
pub use moments::moments;
pub use program::{Module, Program, Target};
pub use rule::{RULES, Rule, RuleText, UnknownCode};
