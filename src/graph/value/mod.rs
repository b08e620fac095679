//! Values of properties, and their text.
//!
//! | module | |
//! |---|---|
//! | `asset`, `asset_path` | assets and archives, and their paths |
//! | `ephemeral_reference` | a value that nothing stores, by its place |
//! | `number` | the text of numbers |
//! | `plain_value` | a parsed document before its `$lumi` objects are resolved |
//! | `property_path` | the path of a value within a resource's properties |
//! | `quoted_secret` | texts that contain a secret |
//! | `sealer` | the interface that encrypts secrets of documents |
//! | `tagged_object` | reads a `$lumi` object |
//! | `value` | the value of a property: the central type of this layer |
//! | `value_error` | errors of reading a value |
//! | `value_reader` | reads values from JSON or YAML |
//! | `value_writer` | values as JSON |

pub mod asset;
pub mod asset_path;
pub mod ephemeral_reference;
pub mod number;
pub mod plain_value;
pub mod property_path;
pub mod quoted_secret;
pub mod sealer;
pub mod tagged_object;
#[allow(clippy::module_inception)]
pub mod value;
pub mod value_error;
pub mod value_reader;
pub mod value_writer;
