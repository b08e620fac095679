//! `match`: cases as conditions that bind names.

use lumi_pack::il::{At, Expr, ExprKind, Slot, Statement};
use ruff_python_ast::{
    Identifier, MatchCase, Pattern, PatternMatchClass, PatternMatchMapping, PatternMatchSequence,
    Singleton, StmtMatch,
};

use super::lowering::Lowering;
use super::nodes::*;
use super::statements::{if_else, leaves, name_expression};

impl Lowering<'_> {
    pub fn match_statement(&mut self, it: &StmtMatch, found: &mut Vec<Statement>) {
        let at = self.at(it);
        let subject = self.own("subject");
        let value = self.expression(&it.subject);
        found.push(constant(subject, value, at));
        let is_open = self.hoisted("unmatched");
        found.push(evaluate(set(is_open, boolean(true, at), at)));
        for case in &it.cases {
            let made = self.kept(|this| this.case(case, subject, is_open));
            found.push(made);
        }
    }

    /// `if (unmatched && pattern && guard) { unmatched = false; … }`
    fn case(&mut self, case: &MatchCase, subject: Slot, is_open: Slot) -> Statement {
        let at = self.at(case);
        let mut test = local(is_open, at);
        if let Some(condition) = self.pattern(&case.pattern, local(subject, at)) {
            test = binary("&&", test, condition, at);
        }
        if let Some(guard) = &case.guard {
            let guard = self.condition(guard);
            test = binary("&&", test, guard, at);
        }
        let mut body = vec![evaluate(set(is_open, boolean(false, at), at))];
        self.statements(&case.body, &mut body);
        if_else(test, body, None, at)
    }

    /// The condition of a pattern; `None` if it always holds.
    fn pattern(&mut self, pattern: &Pattern, subject: Expr) -> Option<Expr> {
        let at = self.at(pattern);
        match pattern {
            Pattern::MatchValue(it) => {
                let value = self.expression(&it.value);
                Some(self.py("equal", vec![subject, value], at))
            }
            Pattern::MatchSingleton(it) => {
                let value = match it.value {
                    Singleton::None => null(at),
                    Singleton::True => boolean(true, at),
                    Singleton::False => boolean(false, at),
                };
                Some(self.py("same", vec![subject, value], at))
            }
            Pattern::MatchSequence(it) => Some(self.sequence(it, subject, at)),
            Pattern::MatchMapping(it) => Some(self.mapping(it, subject, at)),
            Pattern::MatchClass(it) => Some(self.class_pattern(it, subject, at)),
            Pattern::MatchStar(it) => self.capture(it.name.as_ref()?, subject),
            Pattern::MatchAs(it) => {
                let inner = it.pattern.as_deref();
                let inner = inner.and_then(|it| self.pattern(it, subject.clone()));
                let bound = it.name.as_ref().and_then(|it| self.capture(it, subject));
                both(inner, bound, at)
            }
            Pattern::MatchOr(it) => {
                let mut result: Option<Expr> = None;
                for it in &it.patterns {
                    let one = self.pattern(it, subject.clone());
                    let one = one.unwrap_or_else(|| boolean(true, at));
                    result = Some(match result {
                        Some(before) => binary("||", before, one, at),
                        None => one,
                    });
                }
                result
            }
        }
    }

    /// Binds a name, which always succeeds.
    fn capture(&mut self, name: &Identifier, value: Expr) -> Option<Expr> {
        let at = self.at(name);
        let target = name_expression(name);
        let assigned = self.assigned_name(name.as_str(), value, &target);
        Some(expr(
            ExprKind::Sequence(vec![assigned, boolean(true, at)]),
            at,
        ))
    }

    /// `(parts = value) !== null && …`, with a condition for each part.
    fn parts<'p>(
        &mut self,
        value: Expr,
        patterns: impl Iterator<Item = &'p Pattern>,
        at: At,
    ) -> Expr {
        let slot = self.hoisted("parts");
        let mut result = binary("!==", set(slot, value, at), null(at), at);
        for (index, it) in patterns.enumerate() {
            let kind = ExprKind::At {
                of: Box::new(local(slot, at)),
                index: Box::new(count(index, at)),
                optional: false,
            };
            if let Some(condition) = self.pattern(it, expr(kind, at)) {
                result = binary("&&", result, condition, at);
            }
        }
        result
    }

    fn sequence(&mut self, it: &PatternMatchSequence, subject: Expr, at: At) -> Expr {
        let star = it.patterns.iter().position(Pattern::is_match_star);
        let mut arguments = vec![subject, count(it.patterns.len(), at)];
        arguments.extend(star.map(|it| count(it, at)));
        let value = self.py("matchSequence", arguments, at);
        self.parts(value, it.patterns.iter(), at)
    }

    fn mapping(&mut self, it: &PatternMatchMapping, subject: Expr, at: At) -> Expr {
        let keys: Vec<Expr> = it.keys.iter().map(|it| self.expression(it)).collect();
        let keys = array(keys, at);
        let value = self.py("matchMapping", vec![subject.clone(), keys.clone()], at);
        let found = self.parts(value, it.patterns.iter(), at);
        let Some(rest) = &it.rest else {
            return found;
        };
        let others = self.py("otherEntries", vec![subject, keys], at);
        let bound = self.capture(rest, others);
        both(Some(found), bound, at).unwrap_or_else(|| boolean(true, at))
    }

    fn class_pattern(&mut self, it: &PatternMatchClass, subject: Expr, at: At) -> Expr {
        let class = self.expression(&it.cls);
        let keywords = it.arguments.keywords.iter();
        let names = keywords.clone().map(|it| string(&it.attr, at)).collect();
        let by_place = count(it.arguments.patterns.len(), at);
        let value = self.py(
            "matchClass",
            vec![subject, class, by_place, array(names, at)],
            at,
        );
        let patterns = it.arguments.patterns.iter();
        self.parts(value, patterns.chain(keywords.map(|it| &it.pattern)), at)
    }
}

fn both(first: Option<Expr>, second: Option<Expr>, at: At) -> Option<Expr> {
    match (first, second) {
        (Some(first), Some(second)) => Some(binary("&&", first, second, at)),
        (first, second) => first.or(second),
    }
}

#[expect(clippy::cast_precision_loss, reason = "the number of patterns")]
fn count(of: usize, at: At) -> Expr {
    number(of as f64, at)
}

/// Whether one case holds in any case, and code never goes on after any of them.
pub fn always_leaves(it: &StmtMatch) -> bool {
    let is_last_open = it.cases.last().is_some_and(|it| {
        let is_open = matches!(&it.pattern, Pattern::MatchAs(it) if it.pattern.is_none());
        is_open && it.guard.is_none()
    });
    is_last_open && it.cases.iter().all(|it| it.body.last().is_some_and(leaves))
}
