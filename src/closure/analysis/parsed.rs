//! Syntax that is dropped on a stack for its depth.

use std::ops::Deref;

use deno_ast::ParsedSource;

use crate::nesting::with_stack;

/// Dropping a tree recurses as deep as the tree is; the last owner may be on any thread.
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
