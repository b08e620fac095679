//! LumiGL: graphs as documents.
//!
//! | module | |
//! |---|---|
//! | `conformance` | the fixtures of `tests/lumigl`, in tests |
//! | `lumigl` | the graph of a run: the LumiGL document |
//! | `lumigl_reader` | reads LumiGL documents |
//! | `lumigl_writer` | a graph as a LumiGL document |
//! | `relocation` | moves the resources of a graph to another stack |
//! | `repeat_writer` | writes text that occurs twice, and serialises it only once |
//! | `source_document` | source positions in documents |
//! | `urn_map` | rewrites URNs in documents |
//! | `yaml_levels` | a bound for the levels of brackets in a YAML text |

#[cfg(test)]
pub mod conformance;
#[allow(clippy::module_inception)]
pub mod lumigl;
pub mod lumigl_reader;
pub mod lumigl_writer;
pub mod relocation;
pub mod repeat_writer;
pub mod source_document;
pub mod urn_map;
pub mod yaml_levels;
