//! Compares values of generated expressions with those of OpenTofu's console.
//!
//! | module | |
//! |---|---|
//! | `generator` | random expressions |
//! | `atoms` | constants that generated expressions are made of |
//! | `heredocs` | random heredocs |
//! | `console` | the console, and values as it prints them |
//! | `comparison` | pairs of values, and their differences |
//! | `tests` | the comparisons |

mod atoms;
mod comparison;
mod console;
mod generator;
mod heredocs;
mod tests;
