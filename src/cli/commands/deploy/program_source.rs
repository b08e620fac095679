//! The program as the source of a run, or what comes before the source.

use lumi_engine::{NullSource, PreparedRun, RefreshSource, Source};
use lumi_terminal::output::run_display::RunDisplay;

use super::deploy_request::DeploySource;
use super::deployment::Deployment;
use super::planned_source::EndedSource;
use super::program_run::ProgramRun;
use super::sources::eval_source::EvalSource;

impl Deployment<'_> {
    /// Source after the program of a run that evaluates it only for its hooks.
    pub(super) fn rest_of_source(&self) -> Option<Box<dyn Source>> {
        match self.request.source {
            DeploySource::Program => None,
            DeploySource::RealObjects => Some(Box::new(RefreshSource)),
            _ => Some(Box::new(NullSource)),
        }
    }
}

/// Runs the goals of the program, and `rest` after it.
pub async fn run_program(
    prepared: PreparedRun,
    program: &ProgramRun,
    display: &RunDisplay,
    rest: Option<Box<dyn Source>>,
) -> EndedSource {
    let logged = || display.logged_errors();
    let mut source = EvalSource {
        program,
        logged_errors: &logged,
        rest,
        ending: None,
    };
    let outcome = prepared.run(&mut source).await;
    EndedSource {
        outcome,
        program_end: source.ending,
        code: None,
        program: None,
    }
}
