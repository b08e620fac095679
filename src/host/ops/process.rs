//! The environment of a program: variables, and what `process` tells.

use deno_core::{OpState, op2};

use super::session::Session;
use super::system_error::SystemError;

/// The variable's value; null if there is none of that name.
#[op2]
#[string]
pub fn op_lumi_env_get(
    state: &mut OpState,
    #[string] name: &str,
) -> Result<Option<String>, SystemError> {
    let session = Session::from_state(state);
    let session = session.borrow();
    session.permissions.check_env(name)?;
    let found = session.environment.iter().find(|(key, _)| key == name);
    Ok(found.map(|(_, value)| value.clone()))
}

/// Names of all variables.
#[op2]
#[serde]
pub fn op_lumi_env_names(state: &mut OpState) -> Result<Vec<String>, SystemError> {
    let session = Session::from_state(state);
    let session = session.borrow();
    session.permissions.check_all_env()?;
    Ok(session
        .environment
        .iter()
        .map(|(name, _)| name.clone())
        .collect())
}

/// The entry module's path.
#[op2]
#[string]
pub fn op_lumi_entry(state: &mut OpState) -> String {
    let session = Session::from_state(state);
    let session = session.borrow();
    session.entry.display().to_string()
}

/// Operating system, processor and line of Lumi, as Node names them.
#[op2]
#[serde]
pub fn op_lumi_platform() -> (&'static str, &'static str, &'static str) {
    let platform = match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    };
    let processor = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        "x86" => "ia32",
        other => other,
    };
    (platform, processor, env!("CARGO_PKG_VERSION"))
}
