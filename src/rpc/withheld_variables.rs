//! Environment variables that child processes do not inherit.
//!
//! Commands, plugins and language runtimes inherit the user's environment, as they would in a
//! shell: `PATH`, proxies and cloud credentials configure them. Variables that are private to Lumi
//! are removed, unless they are set for that very process.

use std::process::Command;

/// Secrets of stacks, tokens of runs and platforms, and variables of Lumi's own tests.
const WITHHELD: [&str; 5] = [
    "LUMI_PASSPHRASE",
    "LUMI_PASSPHRASE_FILE",
    "LUMI_PLATFORM_TOKEN",
    "LUMI_TOKEN",
    "LUMI_FAILPOINT",
];

/// Whether child processes do not inherit the variable from the user's environment.
pub fn is_withheld(name: &str) -> bool {
    WITHHELD.contains(&name)
}

/// Removes these variables from the inherited ones. Call it before the process's own variables are
/// set.
pub fn withhold_variables(command: &mut Command) {
    for name in WITHHELD {
        command.env_remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_for_a_process_stays() {
        let mut command = Command::new("true");
        withhold_variables(&mut command);
        command.env("LUMI_TOKEN", "its own");
        let set = |name: &str| {
            let found = command.get_envs().find(|it| it.0 == name);
            found.map(|it| it.1.map(|it| it.to_str().unwrap()))
        };
        assert_eq!(set("LUMI_TOKEN"), Some(Some("its own")));
        assert_eq!(set("LUMI_PASSPHRASE"), Some(None));
        assert_eq!(set("PATH"), None);
    }
}
