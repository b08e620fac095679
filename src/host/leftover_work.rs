//! Work that a file with tests has left: a timer, a connection or a process would keep it running for ever.

use std::collections::BTreeSet;
use std::time::Duration;

use deno_core::stats::{RuntimeActivity, RuntimeActivityStatsFilter};
use tokio::time::timeout;

use super::driver::Driver;
use super::errors::error::ProgramError;
use super::event::{Event, LogLevel};
use super::program::Ending;

/// The time that the work may take after the last test.
const GRACE: Duration = Duration::from_secs(5);

impl Driver<'_> {
    /// Runs the event loop after the last test until nothing is left to run, or until it has been given enough time: what
    /// is left then is named, and ends.
    pub async fn drain_tests(&mut self) -> Result<Ending, ProgramError> {
        if let Ok(ending) = timeout(GRACE, self.drain()).await {
            return ending;
        }
        let seconds = GRACE.as_secs();
        let left = self.leftover_work();
        let what = match left.is_empty() {
            true => "something".to_owned(),
            false => left.join(", "),
        };
        let session = self.runtime.session.borrow();
        (session.events)(Event::Log {
            level: LogLevel::Warning,
            message: format!(
                "the tests of the file are done, but {what} kept it running for {seconds} seconds, and was ended; \
                 end it in the test that begins it"
            ),
            urn: None,
        });
        Ok(Ending::whole())
    }

    /// The kinds of work under way, in order.
    fn leftover_work(&self) -> Vec<String> {
        let filter = RuntimeActivityStatsFilter::all();
        let stats = self.runtime.js.runtime_activity_stats_factory();
        let active = stats.capture(&filter).dump().active;
        let kinds: BTreeSet<String> = active.iter().filter_map(kind).collect();
        kinds.into_iter().collect()
    }
}

/// The name of an activity in messages; `None` for activities that keep nothing running.
fn kind(activity: &RuntimeActivity) -> Option<String> {
    /// Parts of the names of operations; the first one that fits counts.
    const KINDS: [(&str, &str); 9] = [
        ("net_accept", "a server"),
        ("udp_", "a UDP socket"),
        ("web_socket", "a WebSocket"),
        ("http2", "a connection"),
        ("net_", "a connection"),
        ("worker", "a worker"),
        ("process", "a process"),
        ("child", "a process"),
        ("watch", "a watched file"),
    ];
    match activity {
        RuntimeActivity::Timer(..) => Some("a timer".to_owned()),
        RuntimeActivity::Interval(..) => Some("an interval".to_owned()),
        RuntimeActivity::AsyncOp(_, _, name) => {
            let known = KINDS.iter().find(|(part, _)| name.contains(part));
            Some(match known {
                Some((_, kind)) => (*kind).to_owned(),
                None => format!(
                    "`{}`",
                    name.trim_start_matches("op_").trim_start_matches("lumi_")
                ),
            })
        }
        RuntimeActivity::Resource(..) => None,
    }
}
