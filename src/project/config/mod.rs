//! Configuration keys: their names, declarations and types, and values from the command line.
//!
//! | module | |
//! |---|---|
//! | `config_declaration` | declarations of configuration keys in `Lumi.yaml` |
//! | `config_flag` | configuration from the command line: `-c key=value` |
//! | `config_key` | configuration keys: `[namespace:]name` |
//! | `config_path` | paths into configuration values: `outer.inner`, `names[0]` |
//! | `encrypted_value` | encrypted values as files have them |
//! | `nested_value` | parts of structured configuration values |
//! | `config_type` | types of configuration values |

pub mod config_declaration;
pub mod config_flag;
pub mod config_key;
pub mod config_path;
pub mod config_type;
pub mod encrypted_value;
pub mod nested_value;
