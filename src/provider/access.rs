//! The interface to the permissions of Lumi's own providers beyond the resources in an accepted plan.
//!
//! `Permissions` of the host implements it; `builtin/provider_context.rs` asks it.

use std::path::Path;

/// The user's permissions. An error is a sentence that names the flag.
pub trait Access: Send + Sync {
    /// To read a file that is not managed, or to take its content.
    fn read(&self, path: &Path) -> Result<(), String>;

    /// To create or change a file.
    fn write(&self, path: &Path) -> Result<(), String>;

    /// To send a request about an object that is not managed. `port` is the effective one.
    fn net(&self, host: &str, port: u16) -> Result<(), String>;

    /// To run a program by its name or path; an empty text means any.
    fn run(&self, program: &str) -> Result<(), String>;
}

/// Allows everything, for callers without a sandbox.
pub struct Unrestricted;

impl Access for Unrestricted {
    fn read(&self, _path: &Path) -> Result<(), String> {
        Ok(())
    }

    fn write(&self, _path: &Path) -> Result<(), String> {
        Ok(())
    }

    fn net(&self, _host: &str, _port: u16) -> Result<(), String> {
        Ok(())
    }

    fn run(&self, _program: &str) -> Result<(), String> {
        Ok(())
    }
}
