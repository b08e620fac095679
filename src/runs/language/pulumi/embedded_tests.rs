//! A file of tests of a program of Pulumi, which runs without an engine: it sets mocks of it.

use std::sync::Arc;

use lumi_host::{Ending, Program, ProgramError};
use lumi_monitor::ProgramServices;
use lumi_pulumi::PluginServices;
use tokio::runtime::Builder;

use super::permissions;

/// Runs a program by the rules of Node, with the SDK in its `node_modules`.
pub fn run_with_sdk(mut program: Program) -> Result<Ending, ProgramError> {
    // Serves servers that the program starts.
    let threads = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build();
    let threads = threads.map_err(|error| ProgramError::NoThread(error.to_string()))?;
    let services = PluginServices::new(threads.handle().clone());
    program.services = Some(Arc::new(services) as Arc<dyn ProgramServices>);
    program.permissions = permissions(program.permissions);
    program.context.decides_as_node = true;
    lumi_host::run(program)
}
