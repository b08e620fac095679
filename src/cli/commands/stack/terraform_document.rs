//! `lumi stack export --terraform`: the state of a configuration in HCL as a file of Terraform and OpenTofu.

use std::path::Path;
use std::sync::Arc;

use lumi_hcl::states::{ExportError, exported};
use lumi_host::StopHandle;
use lumi_monitor::PlanMonitor;
use lumi_project::hcl::terraform_state::state_file;
use lumi_project::stacks::backend::wait;
use lumi_project::stacks::stack_cipher::StackCipher;
use lumi_runs::language::{HclRun, diagnostic_report};
use lumi_state::StackState;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::read_limit;
use lumi_terminal::output::redaction;
use lumi_terminal::ui::report::{Report, escaped};
use lumi_terminal::ui::wording::counted;
use lumi_terraform::state_file::StateFile;

use super::StackCommandRunner;

impl StackCommandRunner<'_> {
    /// The file, which continues the one that the tools have in the folder, if there is one.
    pub(super) fn terraform_document(
        &self,
        stack: &str,
        state: &StackState,
    ) -> Result<Vec<u8>, Failure> {
        if !self.settings.deploys_hcl() {
            let message = "only a configuration in HCL has a state that Terraform reads";
            let help = "resources of other programs have no addresses in a configuration";
            return Err(Failure::new(Exit::Usage, Report::error(message).help(help)));
        }
        if !state.pending.is_empty() {
            let operations = counted(state.pending.len(), "operation");
            let message = format!("{operations} of unknown outcome cannot be in the file");
            let help = format!(
                "`lumi stack pending -s {}` shows what to do",
                escaped(stack)
            );
            self.terminal.report(&Report::warning(message).help(help));
        }
        let earlier = self.earlier(&state_file(&self.settings, stack));
        let cipher = StackCipher::new(&self.settings, stack, self.terminal);
        let config = self.settings.config(stack, &[], Some(&cipher))?;
        redaction::set_secrets(&config);
        let run = HclRun {
            settings: self.settings.clone(),
            entry: self.settings.hcl_folder(),
            stack: stack.to_owned(),
            current: self.current.to_owned(),
            config,
            variables: Vec::new(),
            is_plan: true,
            accepts_plugins: false,
            monitor: Arc::new(PlanMonitor::default()),
            events: Arc::new(|_| {}),
            stop: StopHandle::default(),
            limit: None,
        };
        let program = run.program()?;
        let written = wait(exported(state, program, earlier.as_ref()))?;
        let file = written.map_err(|error| failed(&error))?;
        Ok(file.to_text().into_bytes())
    }

    /// The file that the tools have; `None` without one whose history can go on.
    fn earlier(&self, path: &Path) -> Option<StateFile> {
        let bytes = read_limit::file(path, read_limit::DOCUMENT).ok()?;
        match StateFile::parse(&bytes) {
            Ok(file) => Some(file),
            Err(error) => {
                let shown = escaped(&path.display().to_string());
                let message = format!(
                    "the exported state begins a history of its own, as {shown} cannot be read: {error}"
                );
                self.terminal.report(&Report::warning(message));
                None
            }
        }
    }
}

fn failed(error: &ExportError) -> Failure {
    let report = Report::error(format!(
        "the state cannot be written for Terraform: {error}"
    ));
    let report = match error {
        ExportError::Configuration(diagnostics) => Report {
            related: diagnostics.iter().map(diagnostic_report).collect(),
            ..report
        },
        _ => report,
    };
    Failure::new(Exit::Usage, report)
}
