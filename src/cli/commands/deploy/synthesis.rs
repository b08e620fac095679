//! Programs of CDKTF, which write a configuration for Terraform instead of declaring resources.

use lumi_project::cdktf::CdktfSettings;
use lumi_terminal::exit::Exit;
use lumi_terminal::ui::report::{Report, Severity};

use super::deploy_request::DeploySource;
use super::deployment::Deployment;
use super::single_run::RunResult;

impl Deployment<'_> {
    /// Notes that a program of CDKTF has declared nothing: its success says nothing.
    pub fn note_synthesis(&self, finished: &RunResult) {
        let outcome = &finished.outcome;
        let has_nothing = outcome.state.resources.is_empty() && !outcome.summary.has_changes();
        let is_program = matches!(self.request.source, DeploySource::Program);
        let is_noted = is_program && has_nothing && finished.exit == Exit::Success;
        let settings = &self.settings;
        let has_settings = settings.folder.join(CdktfSettings::FILE).is_file();
        if is_noted && has_settings && !settings.is_cdktf() {
            let message = "the program declares no resources of Lumi: with CDKTF, it writes a \
                           configuration for Terraform";
            let report = Report::error(message).help(
                "`runtime: cdktf` in Lumi.yaml deploys what it writes, see docs/cdktf.md; docs/migrating.md shows \
                 what such a program becomes as one of Lumi",
            );
            self.terminal.report(&Report {
                severity: Severity::Note,
                ..report
            });
        }
    }
}
