//! Operators and conditionals.

use super::lexer::{Token, TokenKind};
use super::parser::{Parsed, Parser};
use crate::syntax::expression::{BinaryOperator, Expression, ExpressionKind};

/// The maximum length of a chain of operators, each of which is a level of the tree.
const MAX_OPERATORS: usize = 5000;

impl Parser {
    pub(super) fn expression(&mut self) -> Parsed<Expression> {
        self.nested(Self::conditional)
    }

    fn conditional(&mut self) -> Parsed<Expression> {
        let condition = self.operation(1)?;
        if !self.take("?") {
            return Ok(condition);
        }
        let on_true = self.expression()?;
        self.symbol(
            ":",
            "The conditional `… ? … : …` needs a value for the case that its condition is false.",
        )?;
        let on_false = self.expression()?;
        let span = condition.span.to(&on_false.span);
        let kind = ExpressionKind::Conditional {
            condition,
            on_true,
            on_false,
        };
        Ok(Expression::new(kind, span))
    }

    /// Reads operations whose operators bind as tightly as `least`, or more tightly.
    fn operation(&mut self, least: u8) -> Parsed<Expression> {
        let mut left = self.term_with_traversals()?;
        let mut count = 0;
        while let Some(operator) = operator(&self.peek()).filter(|it| it.precedence() >= least) {
            let token = self.read();
            count += 1;
            if count > MAX_OPERATORS {
                let detail = format!("At most {MAX_OPERATORS} operators can stand in a row.");
                return Err(self.error("The expression is too long", &detail, &token));
            }
            let right = self.operation(operator.precedence() + 1)?;
            let span = left.span.to(&right.span);
            let kind = ExpressionKind::Binary {
                operator,
                left,
                right,
            };
            left = Expression::new(kind, span);
        }
        Ok(left)
    }
}

fn operator(token: &Token) -> Option<BinaryOperator> {
    let TokenKind::Symbol(symbol) = token.kind else {
        return None;
    };
    Some(match symbol {
        "||" => BinaryOperator::Or,
        "&&" => BinaryOperator::And,
        "==" => BinaryOperator::Equal,
        "!=" => BinaryOperator::NotEqual,
        ">" => BinaryOperator::Greater,
        ">=" => BinaryOperator::GreaterOrEqual,
        "<" => BinaryOperator::Less,
        "<=" => BinaryOperator::LessOrEqual,
        "+" => BinaryOperator::Add,
        "-" => BinaryOperator::Subtract,
        "*" => BinaryOperator::Multiply,
        "/" => BinaryOperator::Divide,
        "%" => BinaryOperator::Remainder,
        _ => return None,
    })
}
