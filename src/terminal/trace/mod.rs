//! Spans of the layers, as the log of `LUMI_LOG` and the file of `--profile`: they show the time of each part of a run.
//!
//! The layers open spans for goals, steps, calls of providers, writes of the journal, downloads and imports, with the layer as
//! their target. Without the variable and the flag nothing listens, and a span costs the load of an atomic number.
//!
//! | module | |
//! |---|---|
//! | `log_filter` | the layers and levels of `LUMI_LOG` |
//! | `log_output` | lines of text, to standard error or a file, without secrets |
//! | `profile` | a file for Chrome's `about:tracing` and Perfetto |

mod log_filter;
mod log_output;
mod profile;

use std::env;
use std::path::Path;

use parking_lot::Mutex;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::fmt::time::uptime;
use tracing_subscriber::layer::{Layer, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

use lumi_graph::environment_variables::{LOG, LOG_FILE};

use super::exit::Exit;
use super::failure::Failure;
use super::output::terminal::Terminal;
use log_filter::filter_of;
use log_output::LogOutput;
use profile::Profile;

/// The layers that open spans.
const LAYERS: [&str; 6] = ["engine", "host", "packages", "provider", "rpc", "state"];

static PROFILE: Mutex<Option<Profile>> = Mutex::new(None);

/// Listens to the layers from now on, as the environment and the command line ask for it.
pub fn begin(profile: Option<&Path>) -> Result<(), Failure> {
    let filter = match env::var_os(LOG).filter(|it| !it.is_empty()) {
        Some(text) => Some(filter_of(&text.to_string_lossy())?),
        None => None,
    };
    if filter.is_none() && profile.is_none() {
        return Ok(());
    }
    let log = match filter {
        Some(filter) => {
            let file = env::var_os(LOG_FILE).filter(|it| !it.is_empty());
            let output = LogOutput::open(file.as_deref().map(Path::new))?;
            let layer = tracing_subscriber::fmt::layer()
                .compact()
                .with_ansi(false)
                .with_timer(uptime())
                .with_span_events(FmtSpan::NEW | FmtSpan::CLOSE)
                .with_writer(output);
            Some(layer.with_filter(filter))
        }
        None => None,
    };
    let profile = match profile {
        Some(path) => {
            let (profile, layer) = Profile::create(path)?;
            *PROFILE.lock() = Some(profile);
            let of_layers = LAYERS.map(|it| (it, LevelFilter::DEBUG));
            Some(layer.with_filter(Targets::new().with_targets(of_layers)))
        }
        None => None,
    };
    let listeners = tracing_subscriber::registry().with(log).with(profile);
    let begun = listeners.try_init();
    begun.map_err(|error| Failure::error(error.to_string()))
}

/// Writes the profile at the end of the process.
pub fn finish(terminal: Terminal, exit: Exit) -> Exit {
    let Some(profile) = PROFILE.lock().take() else {
        return exit;
    };
    match profile.write() {
        Ok(()) => exit,
        Err(failure) => {
            if let Some(report) = failure.report {
                terminal.report(&report);
            }
            match exit {
                Exit::Success => failure.exit,
                other => other,
            }
        }
    }
}
