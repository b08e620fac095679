//! Plans whose program has thrown: what does not depend on the error is planned nevertheless.

use std::time::Duration;

use tokio::time::timeout;

use super::driver::Driver;
use super::errors::error::ProgramError;
use super::program::{Ending, Mode, Program};
use super::repeat::Repeat;

/// The time that timers, servers and connections of a plan go on after a failed resource.
const GRACE: Duration = Duration::from_secs(5);
/// The time between two looks at what is unanswered after another exception.
const BRIEF_GRACE: Duration = Duration::from_millis(20);

impl Driver<'_> {
    /// Lets a plan go on after an exception of its program, so that it has all that does not depend on it, and all
    /// errors, whichever provider answers first.
    pub(super) async fn planned_on(
        &mut self,
        program: &Program,
        result: Result<Ending, ProgramError>,
    ) -> Result<Ending, ProgramError> {
        let context = &program.context;
        let is_plan = context.dry_run && context.mode == Mode::Program && !program.monitor.plans();
        let Err(ProgramError::Thrown(thrown)) = result else {
            return result;
        };
        let grace = match thrown.is_of_resource() || thrown.results_from_function() {
            true => GRACE,
            false => BRIEF_GRACE,
        };
        let error = ProgramError::Thrown(thrown);
        if !is_plan || self.stop.reason().is_some() {
            return Err(error);
        }
        let mut same = Repeat::of(&error);
        loop {
            match timeout(grace, self.drain()).await {
                Ok(Err(ProgramError::Thrown(it)))
                    if same.take_if(|same| same.is(&it)).is_some() => {}
                Ok(Err(others)) => return Err(error.and(others)),
                Ok(Ok(_)) => return Err(error),
                Err(_) if self.runtime.session.borrow().unanswered > 0 => {}
                // Failures that are held come now.
                Err(_) => {
                    return Err(match self.runtime.idle() {
                        Err(others) => error.and(others),
                        Ok(_) => error,
                    });
                }
            }
        }
    }
}
