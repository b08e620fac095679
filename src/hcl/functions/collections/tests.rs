//! Functions of collections.
