//! Functions of numbers.
//!
//! | module | |
//! |---|---|
//! | `rounding` | `abs`, `ceil`, `floor`, `max`, `min`, `signum` |
//! | `powers` | `pow` and `log`, which calculate with doubles |
//! | `doubles` | exponentials and logarithms, to the last bit those of OpenTofu |
//! | `parsing` | `parseint` |

mod doubles;
mod parsing;
mod powers;
mod rounding;
#[cfg(test)]
mod tests;

use super::Function;

pub(super) fn functions() -> Vec<Function> {
    [
        rounding::functions(),
        powers::functions(),
        parsing::functions(),
    ]
    .concat()
}
