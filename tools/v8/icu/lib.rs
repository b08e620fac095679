//! Nothing: the folder of the dependency is what counts.
