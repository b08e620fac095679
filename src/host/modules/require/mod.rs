//! Modules of CommonJS.
//!
//! | module | |
//! |---|---|
//! | `commonjs` | modules of CommonJS files, for `import` |
//! | `commonjs_exports` | the exports of a CommonJS file, judged by its text alone: the names that `import` can link to |
//! | `facade_names` | the exports of CommonJS files that are read: getters run only for names that importers ask for |
//! | `requiring` | `require` for CommonJS files, and their facades |

pub mod commonjs;
pub mod commonjs_exports;
pub mod facade_names;
pub mod requiring;
