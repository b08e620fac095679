pub mod cli;
pub mod graph;
