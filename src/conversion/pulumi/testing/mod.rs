//! Tests with mocks of Pulumi's SDK, as tests of `lumi/testing`.
//!
//! A test of Mocha, Jest, Vitest or `node:test` becomes one of Lumi where its meaning stays: groups become blocks, their
//! titles parts of the names of tests, `setMocks` the options of the tests after it, and hooks functions that tests call
//! first. Everything else is listed.
//!
//! | module | |
//! |---|---|
//! | `expectations` | `expect(…)` of Jest and Vitest, as assertions |
//! | `frameworks` | the functions of test frameworks, and the names that stand for them |
//! | `function_text` | a function that is an argument: its header, its block, what it names |
//! | `groups` | groups, tests and hooks |
//! | `mocks` | `setMocks`, and the functions that it takes |

mod expectations;
mod frameworks;
mod function_text;
mod groups;
mod mocks;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use deno_ast::swc::ast::{Id, Module};

use super::conversion::Conversion;
use frameworks::Frameworks;
use mocks::Declared;

/// The tests of a module, and what was made of them.
#[derive(Default)]
pub struct Tests {
    frameworks: Frameworks,
    declared: Declared,
    /// The name of the SDK whose `setMocks` was converted.
    sdk: Option<Id>,
    /// The starts of chains that are converted already.
    converted: HashSet<usize>,
    /// The names that were made.
    made: HashSet<String>,
    /// Whether a note says that inputs are outputs, too.
    has_noted_inputs: bool,
}

impl Tests {
    /// Whether the chain at a place needs no other conversion.
    pub fn has_converted(&self, start: usize) -> bool {
        self.converted.contains(&start)
    }
}

impl Conversion<'_> {
    /// Converts a module that calls `setMocks`.
    pub fn tests(&mut self, syntax: &Module) {
        if !mocks::are_set(self, syntax) {
            return;
        }
        self.tests.frameworks = Frameworks::of(syntax, self.module.unresolved);
        self.tests.declared = Declared::of(syntax);
        self.groups(syntax);
        if self.tests.sdk.is_some() {
            self.framework_imports(syntax);
        }
    }

    /// A name that the module does not have.
    fn new_name(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 2;
        while self.imports.is_taken(&name) || !self.tests.made.insert(name.clone()) {
            name = format!("{wanted}{number}");
            number += 1;
        }
        name
    }

    /// A type of `lumi/testing`.
    fn type_of_testing(&mut self, name: &str) -> String {
        self.of_testing(name, true)
    }

    /// A function of `lumi/testing`.
    fn value_of_testing(&mut self, name: &str) -> String {
        self.of_testing(name, false)
    }

    fn of_testing(&mut self, name: &str, is_type: bool) -> String {
        let local = match self.imports.is_taken(name) {
            true => format!("{name}OfLumi"),
            false => name.to_owned(),
        };
        if let Some(sdk) = &self.tests.sdk {
            self.imports.add_testing(sdk, name, &local, is_type);
        }
        local
    }

    /// Imports `test`, also where a framework had it.
    fn import_test(&mut self) {
        if let Some(sdk) = &self.tests.sdk {
            self.imports.add_testing(sdk, "test", "test", false);
        }
    }

    /// Whether the module may have annotations of types.
    fn is_typed(&self) -> bool {
        let extension = self.module.file.rsplit('.').next();
        extension.is_some_and(|it| it.contains("ts"))
    }
}
