//! Lumi as a program of its own programs: `process.execPath`.

use std::path::Path;
use std::sync::OnceLock;

use lumi_graph::environment_variables::SCRIPT;

use crate::surroundings::Surroundings;
use lumi_sandbox::ScriptParent;

/// The name by which permissions know Lumi.
pub const NAME: &str = "lumi";

/// The absolute path of this executable.
pub fn path() -> &'static str {
    static PATH: OnceLock<String> = OnceLock::new();
    PATH.get_or_init(|| {
        let path = std::env::current_exe();
        let path = path.ok().and_then(|it| it.to_str().map(str::to_owned));
        path.unwrap_or_else(|| NAME.to_owned())
    })
}

/// The name that the sandbox is asked for.
pub fn permission_name(program: &str) -> &str {
    match program == path() {
        true => NAME,
        false => program,
    }
}

/// The variable by which a process that runs Lumi, or a shell that will, passes on the permissions of the
/// program; `None` for other processes.
pub fn permissions_variable(
    surroundings: &Surroundings,
    program: &str,
    arguments: &[String],
) -> Option<(&'static str, String)> {
    let own = path();
    let runs_own = program == own || Path::new(program).file_name() == Some(NAME.as_ref());
    if !runs_own && !arguments.iter().any(|it| it.contains(own)) {
        return None;
    }
    let parent = ScriptParent {
        permissions: surroundings.permissions.to_flags(),
        project: surroundings.permissions.project().to_owned(),
        heap: surroundings.heap_limit,
        is_pulumi_plugin: false,
    };
    Some((SCRIPT, parent.text()))
}
