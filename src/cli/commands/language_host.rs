//! `lumi language-host`: runs a program for an engine in another process.

use std::env;
use std::io::{self, Read as _};

use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::language::HostService;
use crate::cli::terminal::write_output;
use crate::cli::ui::report::Report;
use crate::provider::{ProviderService, dynamic_line};
use crate::rpc::{Router, Server, Token};

/// Serves until standard input ends. The first line of standard output is the port.
pub fn run() -> Result<Exit, Failure> {
    let token = env::var(Token::VARIABLE).ok();
    let token = token.as_deref().and_then(Token::parse).ok_or_else(|| {
        let message = format!(
            "`lumi language-host` is started by an engine, which sets {}",
            Token::VARIABLE
        );
        let report = Report::error(message).help("to run a program, use `lumi run`");
        Failure::new(Exit::Usage, report)
    })?;
    let failed = |error: io::Error| {
        let message = format!("the language host cannot serve: {error}");
        Failure::new(Exit::Failure, Report::error(message))
    };
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.enable_all().build().map_err(failed)?;
    let (line, requests) = dynamic_line(false);
    let version = env!("CARGO_PKG_VERSION");
    let router = Router::new(token.clone())
        .with(HostService::server(token, requests))
        .with(ProviderService::server(line.provider(), "dynamic", version));
    let server = runtime.block_on(Server::start(router)).map_err(failed)?;
    write_output(&format!("{}\n", server.address().port()))?;
    // Whatever comes, and however it ends: then nobody is there any more.
    let _ = io::copy(&mut io::stdin().lock().take(u64::MAX), &mut io::sink());
    drop(server);
    drop(line);
    runtime.shutdown_background();
    Ok(Exit::Success)
}
