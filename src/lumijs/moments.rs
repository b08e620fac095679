//! Dates that a source in TypeScript makes of numbers and of other dates: those are one moment in all time zones. LumiJS
//! analyses JavaScript, which has no types that tell a number from a text.

use std::collections::HashSet;

use deno_ast::swc::ast::{Module, NewExpr, Program};
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use lumi_closure::analysis::offset;
use lumi_closure::typescript::{look_into, without_marks};

use super::generator::{Declarations, makes_date};

/// The places of such calls `new Date(…)` in a source: line and column, counted from 1, the column in UTF-16 units. A text that
/// cannot be parsed as TypeScript has no places.
pub fn moments(source: &str) -> HashSet<(u32, u32)> {
    let source = without_marks(source);
    // Most sources make no dates.
    if !source.contains("Date") {
        return HashSet::new();
    }
    let offsets = look_into(source, |program| match program {
        Program::Module(module) => Some(offsets(module)),
        Program::Script(_) => None,
    });
    let offsets = offsets.unwrap_or_default();
    offsets.iter().map(|it| position(source, *it)).collect()
}

fn offsets(module: &Module) -> Vec<usize> {
    let mut dates = Dates {
        declarations: Declarations::of(module),
        offsets: Vec::new(),
    };
    module.visit_with(&mut dates);
    dates.offsets
}

struct Dates<'a> {
    declarations: Declarations<'a>,
    offsets: Vec<usize>,
}

impl Visit for Dates<'_> {
    fn visit_new_expr(&mut self, call: &NewExpr) {
        call.visit_children_with(self);
        if let Some([only]) = call.args.as_deref()
            && makes_date(call)
            && only.spread.is_none()
            && self.declarations.is_instant(&only.expr)
        {
            self.offsets.push(offset(call.span));
        }
    }
}

fn position(text: &str, offset: usize) -> (u32, u32) {
    let before = text.get(..offset).unwrap_or_default();
    let line = before.matches('\n').count();
    let begin = before.rfind('\n').map_or(0, |it| it + 1);
    let column = before[begin..].encode_utf16().count();
    let counted = |it: usize| u32::try_from(it + 1).unwrap_or(u32::MAX);
    (counted(line), counted(column))
}
