//! The order of numbers, and whole numbers as numbers.

use std::cmp::Ordering;

use num_bigint::BigUint;

use super::number::{Form, INTEGER_PRECISION, Number, signed};

impl From<i64> for Number {
    fn from(integer: i64) -> Self {
        Self::normal(
            integer < 0,
            BigUint::from(integer.unsigned_abs()),
            0,
            INTEGER_PRECISION,
        )
    }
}

impl From<usize> for Number {
    fn from(integer: usize) -> Self {
        Self::normal(false, BigUint::from(integer), 0, INTEGER_PRECISION)
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Number {}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        let signs = self.signum().cmp(&other.signum());
        if signs.is_ne() {
            return signs;
        }
        let size = match (&self.form, &other.form) {
            (Form::Zero, _) | (Form::Infinite, Form::Infinite) => Ordering::Equal,
            (Form::Infinite, _) => Ordering::Greater,
            (_, Form::Infinite) => Ordering::Less,
            (
                Form::Finite {
                    mantissa: one,
                    exponent: one_exponent,
                },
                Form::Finite {
                    mantissa: two,
                    exponent: two_exponent,
                },
            ) => {
                let sizes =
                    (one_exponent + signed(one.bits())).cmp(&(two_exponent + signed(two.bits())));
                let shift = (one_exponent - two_exponent).unsigned_abs();
                // Numbers of one magnitude differ by fewer bits than their mantissas have.
                sizes.then_with(|| match one_exponent >= two_exponent {
                    true => (one << shift).cmp(two),
                    false => one.cmp(&(two << shift)),
                })
            }
            (Form::Finite { .. }, Form::Zero) => Ordering::Greater,
        };
        match self.is_negative {
            true => size.reverse(),
            false => size,
        }
    }
}
