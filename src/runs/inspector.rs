//! `--inspect`: the server for debuggers, one for each process.

use std::net::SocketAddr;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::flags::SandboxFlags;
use lumi_host::{Allow, DebuggerLine, Inspection, InspectionStart, InspectorServer};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::write_error;
use lumi_terminal::ui::report::Report;

/// The running server: the port stays the same while a command runs several programs.
static SERVER: Mutex<Option<Arc<InspectorServer>>> = Mutex::new(None);

/// How debuggers attach to the program of `flags`; `None` without `--inspect`. Starts the server.
pub fn inspection(flags: &SandboxFlags) -> Result<Option<Inspection>, Failure> {
    let requested = server(flags)?;
    if let (Some((server, _)), Allow::Only(_)) = (&requested, &flags.permissions.flags().run) {
        server.hide_targets();
    }
    Ok(requested.map(|(server, start)| Inspection {
        line: DebuggerLine::Server(server),
        start,
    }))
}

/// The server that `flags` ask for. Starts it.
pub fn server(
    flags: &SandboxFlags,
) -> Result<Option<(Arc<InspectorServer>, InspectionStart)>, Failure> {
    let Some((address, start)) = flags.inspect.requested() else {
        return Ok(None);
    };
    let mut server = SERVER.lock();
    let server = match &*server {
        Some(server) => Arc::clone(server),
        None => Arc::clone(server.insert(listen(address)?)),
    };
    Ok(Some((server, start)))
}

fn listen(address: SocketAddr) -> Result<Arc<InspectorServer>, Failure> {
    if !address.ip().is_loopback() {
        write_error(&format!(
            "warning: every machine that reaches {address} can run code as you while this runs\n"
        ));
    }
    // The words that editors look for.
    let announce = |target: &str, function: Option<&str>| {
        let function = function.map(|it| format!(" for {it}")).unwrap_or_default();
        write_error(&format!("Debugger listening on {target}{function}\n"));
    };
    InspectorServer::start(address, announce).map_err(|error| {
        let message = format!("debuggers cannot be served on {address}: {error}");
        let report = Report::error(message).help(format!(
            "the port is in use, perhaps by another program that is being debugged; choose \
             another one, such as --inspect={}:0 for any free port",
            address.ip()
        ));
        Failure::new(Exit::Usage, report)
    })
}
