//! `lumi language-host`: runs a program for an engine in another process.

use std::env;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use crate::runtime;
use lumi_provider::{ProviderFacts, ProviderService, SecretGate, SecretPolicy, dynamic_line};
use lumi_rpc::{PrivateSocket, Router, Server, Token};
use lumi_runs::language::HostService;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::write_output;
use lumi_terminal::ui::report::Report;

/// Serves until standard input ends. The first line of standard output is the port, or the socket
/// if the engine offers one.
pub fn run(started: Instant) -> Result<Exit, Failure> {
    let token = env::var(Token::VARIABLE).ok();
    let token = token.as_deref().and_then(Token::parse).ok_or_else(|| {
        let message = format!(
            "`lumi language-host` is started by an engine, which sets {} to {} visible ASCII \
             characters or more",
            Token::VARIABLE,
            Token::MIN_LEN
        );
        let report = Report::error(message).help("to run a program, use `lumi run`");
        Failure::new(Exit::Usage, report)
    })?;
    let failed = |error: io::Error| {
        let message = format!("the language host cannot serve: {error}");
        Failure::new(Exit::Failure, Report::error(message))
    };
    let runtime = runtime::threads().map_err(failed)?;
    let (line, requests) = dynamic_line(false);
    // Requests contain marked secrets; providers in programs get plain data.
    let provider = Arc::new(SecretGate::new(line.provider(), SecretPolicy::Plain));
    let facts = ProviderFacts {
        schema: None,
        package: "dynamic".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        keeps_secrets: true,
    };
    let router = Router::new(token.clone())
        .with(HostService::server(token, requests, started))
        .with(ProviderService::server(provider, facts));
    let server = runtime.block_on(listen(router)).map_err(failed)?;
    write_output(&format!("{}\n", server.endpoint().first_line()))?;
    // The client closes standard input when it ends.
    let _ = io::copy(&mut io::stdin().lock().take(u64::MAX), &mut io::sink());
    drop(server);
    drop(line);
    runtime.shutdown_background();
    Ok(Exit::Success)
}

async fn listen(router: Router) -> io::Result<Server> {
    if let Some(path) = env::var_os(PrivateSocket::VARIABLE)
        && let Ok(server) = Server::start_at(Path::new(&path), router.clone()).await
    {
        return Ok(server);
    }
    // The path may be too long for a socket.
    Server::start(router).await
}
