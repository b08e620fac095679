//! The program as a source of goals.

use async_trait::async_trait;

use lumi_engine::{Registrar, Source, UnmentionedPolicy};
use lumi_host::StopReason;
use lumi_runs::program_end::ProgramEnd;

use crate::commands::deploy::program_run::ProgramRun;

/// Evaluates a program, whose registrations go to the engine.
pub struct EvalSource<'a> {
    pub program: &'a ProgramRun,
    /// Returns the number of errors that the program has logged.
    pub logged_errors: &'a (dyn Fn() -> usize + Send + Sync),
    /// Source after a program that is evaluated only for its hooks.
    pub rest: Option<Box<dyn Source>>,
    /// The result of the evaluation.
    pub ending: Option<ProgramEnd>,
}

#[async_trait]
impl Source for EvalSource<'_> {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        if !self.program.is_here() {
            registrar.note_unrepeatable();
        }
        self.ending = self.program.evaluate(registrar.clone()).await;
        if matches!(
            self.program.stop().reason(),
            Some(StopReason::Timeout(_) | StopReason::HeapLimit(_) | StopReason::Exited(_))
        ) {
            registrar.cancel_read_only_calls();
        }
        let policy = self.policy(&registrar);
        match &mut self.rest {
            Some(rest) if policy != UnmentionedPolicy::Failed => {
                registrar.discard_outputs();
                rest.run(registrar).await
            }
            _ => policy,
        }
    }

    async fn end(&mut self) {
        self.program.end().await;
    }
}

impl EvalSource<'_> {
    /// Returns the treatment of resources that the program did not declare.
    fn policy(&self, registrar: &Registrar) -> UnmentionedPolicy {
        // The remaining goals of a failed program are unknown, so nothing may be deleted.
        match &self.ending {
            Some(ProgramEnd::Finished(unseen)) if (self.logged_errors)() == 0 => {
                if let Some(unseen) = unseen {
                    registrar.note_unseen(unseen.code.clone());
                }
                UnmentionedPolicy::Delete
            }
            Some(ProgramEnd::Stopped(_)) => UnmentionedPolicy::Keep,
            _ => UnmentionedPolicy::Failed,
        }
    }
}
