//! Conversions of values and unification of types.
