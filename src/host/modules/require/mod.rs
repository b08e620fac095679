//! Modules of CommonJS.
//!
//! | module | |
//! |---|---|
//! | `commonjs` | modules of CommonJS files, for `import` |
//! | `commonjs_exports` | the exports of a CommonJS file, judged by its text alone: the names that `import` can link to |
//! | `facade_names` | the exports of CommonJS files that are read: getters run only for names that importers ask for |
//! | `requiring` | `require` for CommonJS files, and their facades |
//! | `replaced` | modules of Pulumi's SDK that Lumi has in their place |
//! | `typed` | the code that a compiler of TypeScript in the program makes |

pub mod commonjs;
pub mod commonjs_exports;
pub mod facade_names;
pub mod replaced;
pub mod requiring;
pub mod typed;
