//! Functions of numbers.
