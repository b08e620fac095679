//! Caches of emitted and of compiled code.
//!
//! | module | |
//! |---|---|
//! | `cache` | emitted code and V8's code cache, by content |
//! | `cache_pruning` | removes entries of the cache that are old or too many |
//! | `code_cache` | V8's code caches of Lumi's own modules, which are in the binary |
//! | `compiled_code` | code that V8 has compiled, from which code caches are made when the program is over |

pub mod cache;
pub mod cache_pruning;
pub mod code_cache;
pub mod compiled_code;
