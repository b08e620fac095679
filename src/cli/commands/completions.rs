//! `lumi completions`: prints a script that completes commands, flags and names in a shell.

use std::io::Write;

use clap_complete::Shell;
use clap_complete::env::Shells;

use super::error::CommandError;
use lumi_graph::environment_variables::COMPLETE;
use lumi_terminal::exit::Exit;

/// Print a completion script for a shell
///
/// Source it from the shell's start-up file, such as `source <(lumi completions bash)`. It asks lumi
/// for commands, flags and names: of stacks, resources, outputs and configuration.
#[derive(Clone, Debug, clap::Args)]
pub struct CompletionsArgs {
    /// The shell to complete in
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Writes the script, which calls `lumi` from `PATH`.
pub fn run(args: &CompletionsArgs, out: &mut dyn Write) -> Result<Exit, CommandError> {
    let name = args.shell.to_string();
    let shells = Shells::builtins();
    let shell = shells.completer(&name);
    let shell = shell.expect("BUG: every shell that can be named has a script");
    shell.write_registration(COMPLETE, "lumi", "lumi", "lumi", out)?;
    Ok(Exit::Success)
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn every_shell_gets_a_script() {
        for &shell in Shell::value_variants() {
            let mut out = Vec::new();
            run(&CompletionsArgs { shell }, &mut out).unwrap();
            let script = String::from_utf8(out).unwrap();
            assert!(script.contains(COMPLETE), "{shell}: {script}");
        }
    }
}
