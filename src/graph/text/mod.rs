//! Texts for users, and places in them.
//!
//! | module | |
//! |---|---|
//! | `escaped_text` | escapes text from users for one line of an error or a terminal |
//! | `hex` | bytes and hashes as lower-case hexadecimal text |
//! | `line_index` | lines and columns of many places in one text |
//! | `nearest` | finds the known name that is closest to a mistyped one |
//! | `source_text` | lines and columns as JavaScript and editors count them |

pub mod escaped_text;
pub mod hex;
pub mod line_index;
pub mod nearest;
pub mod source_text;
