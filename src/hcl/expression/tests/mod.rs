//! Tests of expressions, and a comparison of generated ones with OpenTofu's console.
//!
//! | module | |
//! |---|---|
//! | `evaluation_tests` | values, references and types |
//! | `judge_tests` | the comparisons |
//! | `generator` | random expressions |
//! | `atoms` | constants that generated expressions are made of |
//! | `heredocs` | random heredocs and template files |
//! | `declarations` | random types of variables with defaults, and random JSON |
//! | `mutations` | files that are wrong in places |
//! | `console` | the console, and values as it prints them |
//! | `comparison` | pairs of values, and their differences |

mod atoms;
mod comparison;
mod console;
mod declarations;
mod evaluation_tests;
mod generator;
mod heredocs;
mod judge_tests;
mod mutations;
