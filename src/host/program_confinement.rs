//! The limits that the kernel enforces on the thread of a program.

use std::fs;

use lumi_sandbox::{Confinement, Network};

use super::program::Program;

/// The limits for its permissions, its project, the module cache, and the certificates named by
/// environment variables.
pub fn of(program: &Program) -> Confinement {
    let mut own = Confinement::from_permissions(&program.permissions, &program.current);
    own.open_project(&program.project, program.context.dry_run);
    // A rule needs an existing folder; for a missing one, the nearest parent would be opened.
    let cache = program.cache.iter();
    for cache in cache.filter(|it| fs::create_dir_all(it).is_ok()) {
        own.open_for_reading(cache.clone());
        if let Some(writable) = &mut own.writable {
            writable.push(cache.clone());
        }
    }
    for (name, value) in &program.environment {
        if name.starts_with("SSL_CERT_") || name == "NODE_EXTRA_CA_CERTS" {
            own.open_for_reading(value.into());
        }
        // A proxy has a port of its own.
        if name.to_ascii_uppercase().ends_with("_PROXY") && own.network != Network::Closed {
            own.network = Network::Open;
        }
    }
    own
}
