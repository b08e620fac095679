//! `lumi state mv`.

use crate::args::StackFlag;
use lumi_graph::Urn;
use lumi_provider::rename_managers_of_files;
use lumi_state::{RenamingError, StackState};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::{Report, escaped};

use super::StackCommandRunner;
use super::resources::the_only;

impl StackCommandRunner<'_> {
    /// Changes the URN of a resource. The state is written atomically.
    pub fn rename_resource(
        &mut self,
        flag: &StackFlag,
        old: &str,
        new: &str,
    ) -> Result<Exit, Failure> {
        let renamed = self.change_state(flag, "state mv", async |change, mut state| {
            let old = the_only(&state, old, change.locked.stack())?.urn.clone();
            let new = new_urn(&old, new)?;
            let renamed = state.rename(&old, &new).map_err(refused)?;
            change.locked.stack().rename_in_set_back(&renamed).await?;
            change.save(&state, "renamed", renamed.len()).await?;
            Ok(renamed)
        })?;
        rename_managers_of_files(&self.settings.folder, |urn| {
            let found = renamed.iter().find(|(old, _)| old == urn);
            found.map(|(_, new)| new.clone())
        });
        for (old, new) in &renamed {
            let (old, new) = (escaped(old.as_str()), escaped(new.as_str()));
            self.terminal
                .print_line(&format!("renamed {old}\n     to {new}"));
        }
        self.terminal
            .print_line("rename it in the program, too: `lumi preview` then shows no changes");
        Ok(Exit::Success)
    }
}

/// The URN for a new name or URN.
fn new_urn(old: &Urn, text: &str) -> Result<Urn, Failure> {
    if !text.starts_with("urn:") {
        return StackState::renamed(old, text).map_err(refused);
    }
    Urn::parse(text).map_err(|error| {
        let report = Report::error(error.to_string()).help("nothing was changed");
        Failure::new(Exit::Usage, report)
    })
}

fn refused(error: RenamingError) -> Failure {
    let help = match &error {
        RenamingError::Clash(_) => {
            "nothing was changed; `lumi state rm` removes the other resource from the state"
        }
        RenamingError::OtherStack(_) => {
            "nothing was changed; `lumi stack rename` gives the stack another name"
        }
        _ => "nothing was changed; `lumi state ls --json` shows the URNs of all resources",
    };
    Failure::new(Exit::Usage, Report::error(error.to_string()).help(help))
}
