//! Places in the text of modules, for errors.
//!
//! | module | |
//! |---|---|
//! | `error_sites` | positions of errors that have none, such as a thrown text |
//! | `export_site` | finds the declaration of an export, for errors about its value |
//! | `import_site` | the place of an import of a module that could not be loaded |
//! | `parsed_module` | a module that was parsed to find a position in it, for an error |
//! | `source_maps` | source maps of emitted modules, and of bundled functions in separate files |
//! | `throw_sites` | finds statements that may have thrown a value other than an Error |

pub mod error_sites;
pub mod export_site;
pub mod import_site;
pub mod parsed_module;
pub mod source_maps;
pub mod throw_sites;
