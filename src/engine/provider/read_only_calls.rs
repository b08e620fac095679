//! Provider calls that can be abandoned at any time, because they have no effect, or because their
//! effects are registered separately.

use std::future::Future;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};

use lumi_provider::ProviderError;

/// The remaining time of calls when the run is stopped, so that responses in transit are not
/// reported as missing.
const GRACE: Duration = Duration::from_secs(2);

/// The time limit of read-only calls, and their cancellation.
pub struct ReadOnlyCalls {
    is_open: watch::Sender<bool>,
    limit: Duration,
}

/// A provider call as messages name it.
#[derive(Clone, Copy, Debug)]
pub struct CallName<'a> {
    pub package: &'a str,
    pub method: &'a str,
}

impl ReadOnlyCalls {
    /// `limit` is the time limit of each call.
    pub fn new(limit: Duration) -> Self {
        Self {
            is_open: watch::channel(true).0,
            limit,
        }
    }

    /// Limits the remaining time of all calls.
    pub fn cancel(&self) {
        self.is_open.send_replace(false);
    }

    async fn are_cancelled(&self) {
        // The sender is a field of `self`, so this completes only with the value.
        let _ = self.is_open.subscribe().wait_for(|is_open| !is_open).await;
        sleep(GRACE).await;
    }

    /// Waits for a response until the run is stopped or the time limit is exceeded, which starts at
    /// the instant returned by `latest`. That instant may advance.
    pub async fn ask<T>(
        &self,
        call: CallName<'_>,
        answer: impl Future<Output = Result<T, ProviderError>>,
        latest: impl Fn() -> Instant,
    ) -> Result<T, ProviderError> {
        let over = async {
            // A limit beyond the range of the clock never expires.
            while let Some(end) = latest().checked_add(self.limit) {
                if end <= Instant::now() {
                    return;
                }
                sleep_until(end).await;
            }
            std::future::pending().await
        };
        let CallName { package, method } = call;
        tokio::select! {
            answer = answer => answer,
            () = self.are_cancelled() => Err(ProviderError::failed(format!(
                "the run was stopped before the provider of `{package}` answered `{method}`"
            ))),
            () = over => Err(ProviderError::failed(format!(
                "the provider of `{package}` did not answer `{method}` within {}; allow more time \
                 with --provider-timeout",
                humantime::format_duration(self.limit)
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::future::{pending, ready};

    use super::*;

    type Answer = Result<u8, ProviderError>;

    const SHORT: Duration = Duration::from_millis(20);

    const READ: CallName<'static> = CallName {
        package: "scripted",
        method: "Read",
    };

    async fn ask(read_only_calls: &ReadOnlyCalls, answer: impl Future<Output = Answer>) -> Answer {
        let begun = Instant::now();
        read_only_calls.ask(READ, answer, || begun).await
    }

    #[tokio::test]
    async fn an_answer_is_waited_for_until_its_time_is_over() {
        let read_only_calls = ReadOnlyCalls::new(SHORT);
        let answer = ask(&read_only_calls, ready(Answer::Ok(7))).await;
        assert_eq!(answer.unwrap(), 7);
        let error = ask(&read_only_calls, pending::<Answer>()).await;
        insta::assert_snapshot!(
            error.unwrap_err(),
            @"the provider of `scripted` did not answer `Read` within 20ms; allow more time with \
              --provider-timeout"
        );
    }

    #[tokio::test]
    async fn time_does_not_pass_while_something_happens() {
        let read_only_calls = ReadOnlyCalls::new(SHORT);
        let begun = Instant::now();
        let looks = Cell::new(0);
        let latest = || {
            looks.set(looks.get() + 1);
            match looks.get() {
                1..10 => Instant::now(),
                _ => begun,
            }
        };
        let answer = read_only_calls.ask(READ, pending::<Answer>(), latest).await;
        assert!(answer.is_err());
        assert_eq!(looks.get(), 10);
    }

    #[tokio::test]
    async fn a_limit_may_be_as_large_as_one_likes() {
        let read_only_calls = ReadOnlyCalls::new(Duration::MAX);
        let late = async {
            sleep(SHORT).await;
            Answer::Ok(7)
        };
        assert_eq!(ask(&read_only_calls, late).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn cancelled_calls_have_a_grace_period() {
        let read_only_calls = ReadOnlyCalls::new(Duration::MAX);
        read_only_calls.cancel();
        let soon = async {
            sleep(GRACE / 2).await;
            Answer::Ok(7)
        };
        assert_eq!(ask(&read_only_calls, soon).await.unwrap(), 7);
        let error = ask(&read_only_calls, pending::<Answer>()).await;
        insta::assert_snapshot!(
            error.unwrap_err(),
            @"the run was stopped before the provider of `scripted` answered `Read`"
        );
    }
}
