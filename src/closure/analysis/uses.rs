//! Visits references: member chains, calls, patterns.

use deno_ast::swc::ast::*;
use deno_ast::swc::ecma_visit::VisitWith;

use super::block::BlockEnd;
use super::collector::{Collector, MentionRole};
use super::member_chain::{Chain, MentionRoot, chain};
use super::syntax::*;

impl Collector {
    /// Visits the expressions in a pattern, and records its targets if it is an assignment.
    pub fn pattern(&mut self, pattern: &Pat, is_assignment: bool) {
        match pattern {
            Pat::Ident(ident) if is_assignment => self.mention_ident(&ident.id, MentionRole::Write),
            Pat::Ident(_) | Pat::Invalid(_) => {}
            Pat::Array(array) => {
                for element in array.elems.iter().flatten() {
                    self.pattern(element, is_assignment);
                }
            }
            Pat::Object(object) => {
                for property in &object.props {
                    match property {
                        ObjectPatProp::KeyValue(pair) => {
                            pair.key.visit_with(self);
                            self.pattern(&pair.value, is_assignment);
                        }
                        ObjectPatProp::Assign(it) => {
                            if is_assignment {
                                self.mention_ident(&it.key.id, MentionRole::Write);
                            }
                            it.value.visit_with(self);
                        }
                        ObjectPatProp::Rest(rest) => self.pattern(&rest.arg, is_assignment),
                    }
                }
            }
            Pat::Assign(assign) => {
                self.pattern(&assign.left, is_assignment);
                assign.right.visit_with(self);
            }
            Pat::Rest(rest) => self.pattern(&rest.arg, is_assignment),
            Pat::Expr(expr) => expr.visit_with(self),
        }
    }

    /// `const { name, url: u } = bucket`: records the members as references with names.
    pub fn destructured(&mut self, pattern: &Pat, value: &Expr) -> bool {
        let Some(chain) = chain(value) else {
            let (Pat::Ident(ident), Expr::Object(_)) = (pattern, value) else {
                return false;
            };
            let role = MentionRole::Alias(ident.to_id());
            self.literal(value, &mut Vec::new(), &role);
            return true;
        };
        match pattern {
            Pat::Ident(ident) => {
                self.mention(chain, MentionRole::Alias(ident.to_id()));
                true
            }
            Pat::Object(object) if object.props.iter().all(is_plain_member) => {
                for property in &object.props {
                    let (key, alias) = match property {
                        ObjectPatProp::Assign(it) => (it.key.sym.to_string(), it.key.to_id()),
                        ObjectPatProp::KeyValue(pair) => match &*pair.value {
                            Pat::Ident(ident) => (key_text(&pair.key), ident.to_id()),
                            _ => continue,
                        },
                        ObjectPatProp::Rest(_) => continue,
                    };
                    let mut path = chain.path.clone();
                    path.push(key);
                    let member = Chain {
                        root: chain.root.clone(),
                        path,
                        offset: chain.offset,
                    };
                    self.mention(member, MentionRole::Alias(alias));
                }
                true
            }
            _ => false,
        }
    }

    pub fn arguments(&mut self, callee: Option<&Chain>, arguments: &[ExprOrSpread]) {
        for (index, argument) in arguments.iter().enumerate() {
            match (callee, chain(&argument.expr)) {
                (Some(callee), Some(passed)) if argument.spread.is_none() => {
                    let role = MentionRole::Argument {
                        callee: callee.root.clone(),
                        callee_path: callee.path.clone(),
                        index,
                    };
                    self.mention_chain(passed, role);
                }
                (Some(callee), None) if argument.spread.is_none() => {
                    let role = MentionRole::Argument {
                        callee: callee.root.clone(),
                        callee_path: callee.path.clone(),
                        index,
                    };
                    self.literal(&argument.expr, &mut Vec::new(), &role);
                }
                _ => argument.expr.visit_with(self),
            }
        }
    }

    /// Records members of an object literal: `{ queue, of: { url: bucket.url } }`. `role` is the
    /// use of the literal.
    fn literal(&mut self, expression: &Expr, path: &mut Vec<String>, role: &MentionRole) {
        let Expr::Object(object) = expression else {
            return expression.visit_with(self);
        };
        let member = |path: &[String]| MentionRole::Member {
            path: path.to_vec(),
            of: Box::new(role.clone()),
        };
        for property in &object.props {
            match property {
                PropOrSpread::Prop(it) if let Prop::Shorthand(ident) = &**it => {
                    path.push(ident.sym.to_string());
                    self.mention_ident(ident, member(path));
                    path.pop();
                }
                PropOrSpread::Prop(it)
                    if let Prop::KeyValue(pair) = &**it
                        && !matches!(pair.key, PropName::Computed(_)) =>
                {
                    path.push(key_text(&pair.key));
                    match chain(&pair.value) {
                        Some(chain) => self.mention_chain(chain, member(path)),
                        None => self.literal(&pair.value, path, role),
                    }
                    path.pop();
                }
                other => other.visit_with(self),
            }
        }
    }

    pub fn mention_chain(&mut self, chain: Chain, role: MentionRole) {
        if let MentionRoot::Name(id) = &chain.root
            && &*id.0 == "arguments"
            && !self.known.contains_key(id)
        {
            self.note(|traits| traits.uses_arguments = true);
            return;
        }
        self.mention(chain, role);
    }

    pub fn call(&mut self, callee: &Expr, arguments: &[ExprOrSpread]) {
        if let Expr::Ident(ident) = callee
            && &*ident.sym == "eval"
        {
            self.note(|traits| traits.calls_eval = true);
        }
        let called = chain(callee);
        match chain(callee) {
            Some(it) => self.mention_chain(it, MentionRole::Call),
            None => callee.visit_with(self),
        }
        self.arguments(called.as_ref(), arguments);
    }

    pub fn loop_scope(&mut self, body: &Stmt, walk: impl FnOnce(&mut Self)) {
        let end = match body {
            Stmt::Block(block) => brace(block),
            _ => BlockEnd::None,
        };
        self.in_block(end, walk);
    }

    pub fn for_each(&mut self, left: &ForHead, right: &Expr, body: &Stmt) {
        right.visit_with(self);
        self.loop_scope(body, |this| {
            match left {
                ForHead::VarDecl(it) => it.visit_with(this),
                ForHead::UsingDecl(it) => it.visit_with(this),
                ForHead::Pat(pattern) => this.pattern(pattern, true),
            }
            body.visit_with(this);
        });
    }

    pub fn member(&mut self, member: &MemberExpr) {
        match &member.prop {
            MemberProp::Computed(it) => {
                match chain(&member.obj) {
                    Some(chain) => self.mention_chain(chain, MentionRole::Computed),
                    None => member.obj.visit_with(self),
                }
                it.expr.visit_with(self);
            }
            MemberProp::PrivateName(name) => {
                member.obj.visit_with(self);
                self.private_name(name);
            }
            MemberProp::Ident(_) => member.obj.visit_with(self),
        }
    }

    /// Every unit between the use and the declaring class depends on that class.
    pub fn private_name(&mut self, name: &PrivateName) {
        let declared = self
            .private_names
            .iter()
            .rfind(|(_, names)| names.contains(&*name.name));
        let Some(&(outside, _)) = declared else {
            return;
        };
        let mut at = self.unit;
        while let Some(id) = at
            && self.units[id.0 as usize].parent != outside
        {
            let unit = &mut self.units[id.0 as usize];
            unit.traits.uses_private = true;
            at = unit.parent;
        }
    }
}
