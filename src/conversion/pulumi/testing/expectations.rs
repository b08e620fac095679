//! `expect(…)` of Jest and Vitest, as assertions.

use deno_ast::swc::ast::{CallExpr, Callee, Expr, Lit, MemberProp};
use deno_ast::swc::ecma_visit::VisitWith;
use lumi_closure::analysis::untyped;

use super::frameworks::Word;
use super::function_text::bytes;
use crate::pulumi::conversion::Conversion;

/// The counterpart of `expect(a).MATCHER(…)`.
enum Assertion {
    /// A function of both values.
    Of(&'static str),
    /// A function of the first value, and what stands behind it.
    Alone(&'static str, &'static str),
}

use Assertion::{Alone, Of};

/// Matchers that compare as an assertion of Lumi does.
fn assertion(matcher: &str) -> Option<Assertion> {
    Some(match matcher {
        "toBe" => Of("assertStrictEquals"),
        "toBeDefined" => Alone("assert", " !== undefined"),
        "toBeFalsy" => Alone("assertFalse", ""),
        "toBeGreaterThan" => Of("assertGreater"),
        "toBeInstanceOf" => Of("assertInstanceOf"),
        "toBeLessThan" => Of("assertLess"),
        "toBeNull" => Alone("assertStrictEquals", ", null"),
        "toBeTruthy" => Alone("assert", ""),
        "toBeUndefined" => Alone("assertStrictEquals", ", undefined"),
        "toEqual" | "toStrictEqual" => Of("assertEquals"),
        "toHaveLength" => Alone("assertStrictEquals", ".length"),
        "toMatch" => Of("assertMatch"),
        _ => return None,
    })
}

impl Conversion<'_> {
    /// Converts an expectation; false if the call is none that is known.
    pub fn expectation(&mut self, call: &CallExpr) -> bool {
        let Callee::Expr(callee) = &call.callee else {
            return false;
        };
        let Expr::Member(member) = untyped(callee) else {
            return false;
        };
        let (Expr::Call(expect), MemberProp::Ident(matcher)) = (untyped(&member.obj), &member.prop)
        else {
            return false;
        };
        let ([actual], Some(name)) = (&expect.args[..], self.name_of_expect(expect)) else {
            return false;
        };
        let Some(assertion) = assertion(&matcher.sym) else {
            return false;
        };
        let [whole, value] = [bytes(call), bytes(&actual.expr)];
        let has_one = call.args.len() == 1 && call.args.iter().all(|it| it.spread.is_none());
        match assertion {
            Of(function) if has_one => {
                let expected = &call.args[0].expr;
                let is_text = matches!(untyped(expected), Expr::Lit(Lit::Str(_)));
                if function == "assertMatch" && is_text {
                    return false;
                }
                let local = self.value_of_testing(function);
                self.edit(name, local);
                self.edit(value.end..bytes(expected).start, ", ");
            }
            Alone(function, ".length") if has_one => {
                let local = self.value_of_testing(function);
                self.edit(name.start..value.start, format!("{local}(("));
                self.edit(value.end..bytes(&call.args[0].expr).start, ").length, ");
            }
            Alone(function, behind) if call.args.is_empty() => {
                let local = self.value_of_testing(function);
                let is_compared = behind.starts_with(" !");
                let [open, close] = if is_compared { ["((", ")"] } else { ["(", ""] };
                self.edit(name.start..value.start, format!("{local}{open}"));
                self.edit(value.end..whole.end, format!("{close}{behind})"));
            }
            _ => return false,
        }
        actual.visit_with(self);
        call.args.visit_with(self);
        true
    }

    /// The place of `expect` in a call of it.
    fn name_of_expect(&self, call: &CallExpr) -> Option<std::ops::Range<usize>> {
        self.tests.sdk.as_ref()?;
        let Callee::Expr(callee) = &call.callee else {
            return None;
        };
        match untyped(callee) {
            Expr::Ident(name) if self.tests.frameworks.word(name) == Some(Word::Expect) => {
                Some(bytes(name))
            }
            _ => None,
        }
    }

    /// Lists an expectation that was not converted.
    pub fn other_expectation(&mut self, call: &CallExpr) {
        if let Some(place) = self.name_of_expect(call) {
            let what = "an expectation that has no exact counterpart".to_owned();
            let advice = "write it with the assertions of `lumi/testing`, or with `node:assert`";
            self.not_converted(place.start, what, advice);
        }
    }
}
