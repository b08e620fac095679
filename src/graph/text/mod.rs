//! Texts for users, and places in them.
//!
//! | module | |
//! |---|---|
//! | `digits` | digits of base64, base32 and hexadecimal texts |
//! | `escaped_text` | escapes text from users for one line of an error or a terminal |
//! | `hex` | bytes and hashes as lower-case hexadecimal text |
//! | `line_index` | lines and columns of many places in one text |
//! | `nearest` | finds the known name that is closest to a mistyped one |
//! | `secret_mask` | the text in place of secrets |
//! | `source_text` | lines and columns as JavaScript and editors count them |
//! | `whole_encoding` | the texts that a whole text may be an encoding of |

pub mod digits;
pub mod escaped_text;
pub mod hex;
pub mod line_index;
pub mod nearest;
pub mod secret_mask;
pub mod source_text;
pub mod whole_encoding;
