//! Settings files in YAML, with positions of errors.
//!
//! | module | |
//! |---|---|
//! | `fault` | errors in settings files |
//! | `settings_file` | reads settings files, with positions of errors |
//! | `yaml_advice` | explains syntax errors of YAML |
//! | `yaml_locator` | the position of a value in a YAML text |

pub mod fault;
pub mod settings_file;
pub mod yaml_advice;
pub mod yaml_locator;
