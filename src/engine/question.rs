//! Questions to providers: calls that change nothing, and so can be given up at any time.

use std::future::Future;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

use lumi_provider::ProviderError;

use super::run::Run;

/// The time that a provider has for an answer.
const LIMIT: Duration = Duration::from_secs(10 * 60);
/// The time it has left when the run is stopped, so that answers under way are not reported as missing.
const GRACE: Duration = Duration::from_secs(2);

/// Whether answers are still waited for.
pub struct Questions(watch::Sender<bool>);

impl Default for Questions {
    fn default() -> Self {
        Self(watch::channel(true).0)
    }
}

impl Questions {
    /// Answers are waited for no longer than a moment from here on.
    pub fn give_up(&self) {
        self.0.send_replace(false);
    }

    async fn are_given_up(&self) {
        // The sender is here, so this ends with the value only.
        let _ = self.0.subscribe().wait_for(|is_open| !is_open).await;
        sleep(GRACE).await;
    }

    async fn ask<T>(
        &self,
        method: &str,
        limit: Duration,
        answer: impl Future<Output = Result<T, ProviderError>>,
    ) -> Result<T, ProviderError> {
        tokio::select! {
            answer = answer => answer,
            () = self.are_given_up() => Err(ProviderError::failed(format!(
                "the run was stopped before its provider answered `{method}`"
            ))),
            () = sleep(limit) => Err(ProviderError::failed(format!(
                "its provider did not answer `{method}` within {}",
                humantime::format_duration(limit)
            ))),
        }
    }
}

impl Run {
    /// Waits for the answer of a call that changes nothing, until the run is stopped or the time is over.
    pub(super) async fn question<T>(
        &self,
        method: &str,
        answer: impl Future<Output = Result<T, ProviderError>>,
    ) -> Result<T, ProviderError> {
        self.questions.ask(method, LIMIT, answer).await
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use super::*;

    type Answer = Result<u8, ProviderError>;

    #[tokio::test]
    async fn an_answer_is_waited_for_until_its_time_is_over() {
        let questions = Questions::default();
        let limit = Duration::from_millis(20);
        let answer = questions.ask("Read", limit, ready(Answer::Ok(7))).await;
        assert_eq!(answer.unwrap(), 7);
        let error = questions.ask("Read", limit, pending::<Answer>()).await;
        let message = error.unwrap_err().to_string();
        assert_eq!(message, "its provider did not answer `Read` within 20ms");
    }

    #[tokio::test]
    async fn what_is_given_up_has_a_moment_left() {
        let questions = Questions::default();
        questions.give_up();
        let soon = async {
            sleep(GRACE / 2).await;
            Answer::Ok(7)
        };
        assert_eq!(questions.ask("Diff", LIMIT, soon).await.unwrap(), 7);
        let error = questions.ask("Diff", LIMIT, pending::<Answer>()).await;
        assert!(error.unwrap_err().to_string().contains("was stopped"));
    }
}
