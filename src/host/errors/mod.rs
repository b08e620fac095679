//! Errors of programs, and where they come from.
//!
//! | module | |
//! |---|---|
//! | `import_circle` | modules that import each other, in errors |
//! | `import_exception` | the exceptions of failed imports |
//! | `lost_resources` | resources that look declared, and that nothing registers |
//! | `error`, `thrown_error` | errors, and how they are read from what V8 threw |
//! | `node_stack` | the property `stack` of errors in programs of Pulumi |
//! | `stack_text` | the property `stack` of errors |
//! | `position`, `property_position` | source positions |

pub mod error;
pub mod import_circle;
pub mod import_exception;
pub mod lost_resources;
pub mod node_stack;
pub mod position;
pub mod property_position;
pub mod stack_text;
pub mod thrown_error;
