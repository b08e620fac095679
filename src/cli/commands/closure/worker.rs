//! `lumi closure worker`: serves one function on behalf of `lumi closure serve`.

use std::env;
use std::fs::File;
use std::io;

use lumi_host::serve;
use lumi_platform::WorkerProgram;
use lumi_terminal::exit::Exit;
use lumi_terminal::output::terminal::write_error;

const ARGUMENTS: [&str; 2] = ["closure", "worker"];
/// Environment variables about the system that a worker gets: certificates, time zone, language.
const VARIABLES: [&str; 5] = ["SSL_CERT_FILE", "SSL_CERT_DIR", "TZ", "LANG", "LC_ALL"];

/// Whether this process was started as a worker.
pub fn is_requested() -> bool {
    env::args_os().skip(1).eq(ARGUMENTS)
}

/// The entry point of a worker.
pub fn main() -> Exit {
    let served = pipes().map_err(|error| error.to_string());
    let served = served
        .and_then(|(orders, reports)| serve(orders, reports).map_err(|error| error.to_string()));
    match served {
        Ok(()) => Exit::Success,
        Err(problem) => {
            write_error(&format!("error: {problem}\n"));
            Exit::Failure
        }
    }
}

/// Opens the pipes of orders and reports, and redirects standard input and output, so that other
/// output cannot corrupt the reports.
fn pipes() -> io::Result<(File, File)> {
    use std::os::fd::{AsFd as _, AsRawFd as _};

    let orders = io::stdin().as_fd().try_clone_to_owned()?;
    let reports = io::stdout().as_fd().try_clone_to_owned()?;
    let nothing = File::open("/dev/null")?;
    for (from, to) in [(nothing.as_raw_fd(), 0), (io::stderr().as_raw_fd(), 1)] {
        // SAFETY: both are open file descriptors.
        if unsafe { libc::dup2(from, to) } < 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok((orders.into(), reports.into()))
}

/// The command that starts a worker: this executable, even if its file is replaced meanwhile.
pub fn program() -> io::Result<WorkerProgram> {
    let path = match cfg!(target_os = "linux") {
        true => "/proc/self/exe".into(),
        false => env::current_exe()?,
    };
    let variables = VARIABLES.iter();
    let environment = variables.filter_map(|it| Some(((*it).to_owned(), env::var(it).ok()?)));
    Ok(WorkerProgram {
        path,
        arguments: ARGUMENTS.map(str::to_owned).into(),
        environment: environment.collect(),
    })
}
