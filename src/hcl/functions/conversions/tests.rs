//! Functions that change what a value is taken for.
