//! Lumi as `pulumi-language-lumi`: Pulumi's engine starts it for `runtime: lumi`.

use std::path::Path;
use std::thread;
use std::time::Duration;
use std::{env, io};

use crate::runtime;
use lumi_host as host;
use lumi_rpc::{Router, Server, Token};
use lumi_runs::language::PulumiHost;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::{write_error, write_output};
use lumi_terminal::ui::report::{RenderReport as _, Report};

const NAME: &str = "pulumi-language-lumi";
/// Interval between checks whether the engine still runs.
const PAUSE: Duration = Duration::from_millis(500);

/// Whether this process was started under that name.
pub fn is_requested() -> bool {
    let name = env::args_os().next();
    let stem = name.as_deref().map(Path::new).and_then(Path::file_stem);
    stem.is_some_and(|it| it == NAME)
}

/// The entry point of `pulumi-language-lumi`.
pub fn main() -> Exit {
    host::initialize();
    run().unwrap_or_else(|failure| {
        if let Some(report) = failure.report {
            write_error(&report.render(false));
        }
        failure.exit
    })
}

/// Serves until the engine that started this process ends. The first line of standard output is the
/// port.
fn run() -> Result<Exit, Failure> {
    let failed = |error: io::Error| {
        let message = format!("{NAME} cannot serve: {error}");
        Failure::new(Exit::Failure, Report::error(message))
    };
    let engine = engine_address(env::args().skip(1));
    let parent = Parent::now();
    let runtime = runtime::threads().map_err(failed)?;
    let router = Router::new(Token::NONE).with(PulumiHost::server(engine));
    let server = runtime.block_on(Server::start(router)).map_err(failed)?;
    write_output(&format!("{}\n", server.endpoint().first_line()))?;
    parent.wait_for_end();
    drop(server);
    runtime.shutdown_background();
    Ok(Exit::Success)
}

/// The last argument that is not a flag. Flags concern logging and differ between versions.
fn engine_address(arguments: impl Iterator<Item = String>) -> String {
    let mut address = String::new();
    let mut is_value = false;
    for argument in arguments {
        if argument.starts_with('-') {
            is_value = argument.trim_start_matches('-') == "tracing";
        } else if !std::mem::take(&mut is_value) {
            address = argument;
        }
    }
    address
}

/// The parent process. Signals end this process, too, but a killed engine sends none.
struct Parent {
    id: u32,
}

impl Parent {
    /// Must be called before the engine may end.
    fn now() -> Self {
        Self {
            id: std::os::unix::process::parent_id(),
        }
    }

    fn is_there(&self) -> bool {
        std::os::unix::process::parent_id() == self.id
    }

    fn wait_for_end(&self) {
        while self.is_there() {
            thread::sleep(PAUSE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_found_among_flags() {
        let found = |line: &str| engine_address(line.split(' ').map(str::to_owned));
        assert_eq!(found("127.0.0.1:1"), "127.0.0.1:1");
        assert_eq!(found("--logtostderr -v=9 127.0.0.1:1"), "127.0.0.1:1");
        assert_eq!(found("--tracing http://x 127.0.0.1:1"), "127.0.0.1:1");
        assert_eq!(found("-tracing=http://x 127.0.0.1:1"), "127.0.0.1:1");
        assert_eq!(found("--logtostderr"), "");
    }
}
