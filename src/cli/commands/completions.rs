//! `lumi completions`: what makes a shell complete commands and flags.

use std::io::Write;

use clap_complete::Shell;

use super::error::CommandError;
use crate::exit::Exit;

/// Print a completion script for a shell
///
/// Source it from the shell's start-up file, such as `source <(lumi completions bash)`.
#[derive(Clone, Debug, clap::Args)]
pub struct CompletionsArgs {
    /// The shell to complete in
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Writes the script for `command`, which is called by its own name.
pub fn run(
    args: &CompletionsArgs,
    command: &mut clap::Command,
    out: &mut dyn Write,
) -> Result<Exit, CommandError> {
    let name = command.get_name().to_owned();
    // The generator panics when it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, name, &mut script);
    out.write_all(&script)?;
    Ok(Exit::Success)
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn every_shell_gets_a_script() {
        for &shell in Shell::value_variants() {
            let mut command = clap::Command::new("lumi").subcommand(clap::Command::new("preview"));
            let mut out = Vec::new();
            run(&CompletionsArgs { shell }, &mut command, &mut out).unwrap();
            assert!(
                String::from_utf8(out).unwrap().contains("preview"),
                "{shell}"
            );
        }
    }
}
