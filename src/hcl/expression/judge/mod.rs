//! Compares values of generated expressions with those of OpenTofu's console.
//!
//! | module | |
//! |---|---|
//! | `generator` | random expressions |
//! | `atoms` | constants that generated expressions are made of |
//! | `heredocs` | random heredocs |
//! | `declarations` | random types of variables with defaults, and random JSON |
//! | `mutations` | files that are wrong in places |
//! | `console` | the console, and values as it prints them |
//! | `comparison` | pairs of values, and their differences |
//! | `tests` | the comparisons |

mod atoms;
mod comparison;
mod console;
mod declarations;
mod generator;
mod heredocs;
mod mutations;
mod tests;
