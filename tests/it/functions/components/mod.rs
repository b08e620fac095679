//! Components of `lumi/cloud` on this machine that are more than functions.

pub mod databases;
pub mod python;
pub mod services;
pub mod shop;
pub mod sites;
