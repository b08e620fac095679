//! Programs in Go and in JavaScript, with the SDKs of `sdk/` as `tools/sdk-packages` builds them.
//!
//! | module | |
//! |---|---|
//! | `project` | a project with a program |
//! | `graphs` | a program makes the graph of its twin in TypeScript |
//! | `examples` | the programs and providers of `examples/go` and `examples/nodejs` |
//! | `failures` | mistakes are shown where they are |
//! | `packages` | the tests of the SDKs, and what is generated in them |

mod examples;
mod failures;
mod graphs;
mod packages;
mod project;

pub use project::SdkProgram;
