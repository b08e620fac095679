//! Variables and their members that functions read: those of a function that runs elsewhere go with it.

use deno_ast::swc::ast::*;

use super::Generator;
use crate::solver::{CapturedPart, Key, NodeId, Read};

impl Generator<'_> {
    /// The value of a variable of the program.
    pub(super) fn read_variable(&mut self, ident: &Ident, part: CapturedPart) -> NodeId {
        let node = self.variable(ident.to_id());
        self.note_read(ident, node, part);
        self.note_mention(node, ident);
        node
    }

    /// The value of a member.
    pub(super) fn member_as(&mut self, member: &MemberExpr, part: CapturedPart) -> NodeId {
        let object = self.base(&member.obj, CapturedPart::Member);
        let key = self.member_key(&member.prop);
        let site = self.site(&member.prop);
        let node = self.load(object, key, site);
        if let Some(root) = root(&member.obj)
            && self.is_variable(root)
        {
            self.note_read(root, node, part);
        }
        node
    }

    /// The value of an expression of which a member is read or called.
    pub(super) fn base(&mut self, expression: &Expr, part: CapturedPart) -> NodeId {
        match expression {
            Expr::Paren(it) => self.base(&it.expr, part),
            Expr::Ident(it) if self.is_variable(it) => self.read_variable(it, part),
            Expr::Member(it) => self.member_as(it, part),
            other => self.expression(other),
        }
    }

    pub(super) fn is_variable(&self, ident: &Ident) -> bool {
        !self.is_global(ident) && !self.intrinsics.contains_key(&ident.to_id())
    }

    pub(super) fn note_this(&mut self, this: &ThisExpr) {
        let declared = self.solver.execution.declared.get(&self.this);
        let read = Read {
            node: self.this,
            part: CapturedPart::Whole,
            site: self.site(this),
            declared: declared.map(|it| it.offset as usize),
        };
        self.solver.other_reads.push(read);
    }

    /// The function that is called as a method of a variable, or of a member of one.
    pub(super) fn note_method(&mut self, member: &MemberExpr, object: NodeId, key: Key) {
        let Some(root) = root(&member.obj).filter(|it| self.is_variable(it)) else {
            return;
        };
        let site = self.site(&member.prop);
        let node = self.load(object, key, site);
        let read = self.read(root, node, CapturedPart::Method);
        self.solver.other_reads.push(read);
    }

    fn read(&self, ident: &Ident, node: NodeId, part: CapturedPart) -> Read {
        Read {
            node,
            part,
            site: self.site(ident),
            declared: self.declarations.place(&ident.to_id()),
        }
    }

    fn note_read(&mut self, ident: &Ident, node: NodeId, part: CapturedPart) {
        let read = self.read(ident, node, part);
        self.solver.reads.entry(self.unit).or_default().push(read);
    }
}

/// The variable that members are read from.
fn root(expression: &Expr) -> Option<&Ident> {
    let mut expression = expression;
    loop {
        expression = match expression {
            Expr::Ident(it) => return Some(it),
            Expr::Paren(it) => &it.expr,
            Expr::Member(it) => &it.obj,
            _ => return None,
        };
    }
}
