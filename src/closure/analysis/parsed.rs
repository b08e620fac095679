//! Syntax trees that are dropped on a stack sized for their depth.

use std::ops::Deref;

use deno_ast::ParsedSource;

use crate::nesting::with_stack;

/// A syntax tree. Dropping recurses as deep as the tree, on the thread of the last owner.
#[derive(Debug)]
pub struct Parsed {
    /// `Some` until dropped.
    source: Option<ParsedSource>,
    levels: usize,
}

impl Parsed {
    pub fn new(source: ParsedSource, levels: usize) -> Self {
        Self {
            source: Some(source),
            levels,
        }
    }
}

impl Deref for Parsed {
    type Target = ParsedSource;

    fn deref(&self) -> &ParsedSource {
        self.source.as_ref().expect("BUG: used while dropped")
    }
}

impl Drop for Parsed {
    fn drop(&mut self) {
        let source = self.source.take();
        with_stack(self.levels, || drop(source));
    }
}
