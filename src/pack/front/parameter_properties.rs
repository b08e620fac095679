//! Properties among the parameters of constructors, in the text of closures: fields that are assigned.
//!
//! Types alone can be taken out of a text in place; these have a meaning at run time, as `constructor(readonly a)`.

use deno_ast::swc::ast::{
    Class, ClassMember, Constructor, Expr, ParamOrTsParamProp, Pat, Stmt, TsParamProp,
    TsParamPropParam,
};
use deno_ast::swc::common::Spanned;
use deno_ast::swc::ecma_visit::{Visit, VisitWith};

use super::source::{Source, offset};

/// A piece of a text and what stands in its place.
pub struct Edit {
    pub from: usize,
    pub to: usize,
    pub text: String,
}

/// The edits of a module, in order.
pub fn edits(source: &Source) -> Vec<Edit> {
    let mut finder = Finder {
        text: &source.text,
        edits: Vec::new(),
    };
    if source.is_typescript() {
        source.module().visit_with(&mut finder);
    }
    finder.edits.sort_by_key(|it| it.from);
    finder.edits
}

/// The text from `from` to `to` with the edits in it.
pub fn edited(text: &str, from: usize, to: usize, edits: &[Edit]) -> String {
    let mut result = String::new();
    let mut at = from;
    let first = edits.partition_point(|it| it.from < from);
    for edit in edits[first..].iter().take_while(|it| it.to <= to) {
        result.push_str(text.get(at..edit.from).unwrap_or_default());
        result.push_str(&edit.text);
        at = edit.to;
    }
    result.push_str(text.get(at..to).unwrap_or_default());
    result
}

struct Finder<'a> {
    text: &'a str,
    edits: Vec<Edit>,
}

impl Finder<'_> {
    fn insert(&mut self, at: usize, text: String) {
        self.edits.push(Edit {
            from: at,
            to: at,
            text,
        });
    }

    fn constructor(&mut self, constructor: &Constructor) -> Vec<String> {
        let mut names = Vec::new();
        for parameter in &constructor.params {
            if let ParamOrTsParamProp::TsParamProp(it) = parameter
                && let Some(name) = name(it)
            {
                let (from, to) = (offset(it.span.lo), offset(it.param.span_lo()));
                let text = " ".repeat(to.saturating_sub(from));
                self.edits.push(Edit { from, to, text });
                names.push(name);
            }
        }
        let Some(body) = &constructor.body else {
            return names;
        };
        let mut assigned: String = names
            .iter()
            .map(|it| format!(" this.{it} = {it};"))
            .collect();
        let call = body.stmts.iter().find(|it| is_super_call(it));
        let at = call.map_or(offset(body.span.lo) + 1, |it| offset(it.span_hi()));
        if call.is_some() && !self.text.get(..at).is_some_and(|it| it.ends_with(';')) {
            assigned.insert(0, ';');
        }
        if !names.is_empty() {
            self.insert(at, assigned);
        }
        names
    }

    /// The position where fields can be added: at the end of the line before the first member, whose columns stay so.
    fn before(&self, member: &ClassMember) -> usize {
        let at = offset(member.span_lo());
        let before = self.text.get(..at).unwrap_or_default();
        let line_end = before.trim_end_matches([' ', '\t']).len();
        let rest = &before[..line_end];
        match rest
            .strip_suffix("\r\n")
            .or_else(|| rest.strip_suffix('\n'))
        {
            Some(rest) if !rest.lines().last().unwrap_or_default().contains("//") => rest.len(),
            _ => at,
        }
    }
}

fn name(property: &TsParamProp) -> Option<String> {
    match &property.param {
        TsParamPropParam::Ident(it) => Some(it.id.sym.to_string()),
        TsParamPropParam::Assign(it) => match &*it.left {
            Pat::Ident(it) => Some(it.id.sym.to_string()),
            _ => None,
        },
    }
}

fn is_super_call(statement: &Stmt) -> bool {
    let Stmt::Expr(it) = statement else {
        return false;
    };
    matches!(&*it.expr, Expr::Call(it) if it.callee.is_super_())
}

impl Visit for Finder<'_> {
    fn visit_class(&mut self, class: &Class) {
        for member in &class.body {
            if let ClassMember::Constructor(constructor) = member {
                let fields: String = self
                    .constructor(constructor)
                    .iter()
                    .map(|it| format!(" {it};"))
                    .collect();
                if let (false, Some(first)) = (fields.is_empty(), class.body.first()) {
                    let at = self.before(first);
                    self.insert(at, fields);
                }
            }
        }
        class.visit_children_with(self);
    }
}
