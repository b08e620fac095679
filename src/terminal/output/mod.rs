//! Standard output and standard error: their capabilities, the live display, what is hidden.
//!
//! | module | |
//! |---|---|
//! | `downloads` | the progress of downloads |
//! | `plugin_lines` | messages of plugins, up to a limit |
//! | `terminal`, `screen`, `progress`, `run_display`, `kept_events`, `captured_output` | output streams and the live display |
//! | `redaction`, `partial_secrets` | hides secrets in output |

pub mod captured_output;
pub mod downloads;
pub mod kept_events;
pub mod partial_secrets;
pub mod plugin_lines;
pub mod progress;
pub mod redaction;
pub mod run_display;
pub mod screen;
pub mod terminal;
