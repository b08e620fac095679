//! The program as a source of goals.

use std::sync::Arc;

use async_trait::async_trait;

use crate::cli::args::ProgramFlags;
use crate::cli::evaluation::Evaluation;
use crate::engine::{Registrar, Rest, Source};
use crate::host::{self, Ending, EventSink, ProgramError};
use crate::monitor::DeployingMonitor;

/// Evaluates a program, whose registrations go to the engine.
pub struct EvalSource<'a> {
    pub evaluation: &'a Evaluation,
    pub flags: &'a ProgramFlags,
    pub events: EventSink,
    /// Tells the program that nothing is deployed.
    pub dry_run: bool,
    /// How many errors the program has logged.
    pub logged_errors: &'a (dyn Fn() -> usize + Send + Sync),
    /// How the evaluation ended.
    pub ending: Option<Result<Ending, ProgramError>>,
}

#[async_trait]
impl Source for EvalSource<'_> {
    async fn run(&mut self, registrar: Registrar) -> Rest {
        let monitor = Arc::new(DeployingMonitor::new(registrar));
        let events = Arc::clone(&self.events);
        let program = self
            .evaluation
            .program(self.flags, monitor, events, self.dry_run);
        let ending = tokio::task::spawn_blocking(move || host::run(program)).await;
        let ending = ending.unwrap_or_else(|error| {
            let what = format!("the thread of the program ended: {error}");
            Err(ProgramError::Internal(what))
        });
        // What a program did not come to, nobody knows; nothing may be deleted for it.
        let rest = match &ending {
            Ok(Ending::Finished) if (self.logged_errors)() == 0 => Rest::Delete,
            Ok(Ending::Stopped(_)) => Rest::Keep,
            _ => Rest::Failed,
        };
        self.ending = Some(ending);
        rest
    }
}
