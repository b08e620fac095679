//! The providers in the layout of a mirror.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tempfile::TempDir;

use crate::terraform::built;

/// By namespace, name and version; those of Lumi's own tests have a made-up version.
const PROVIDERS: [(&str, &str, &str); 6] = [
    ("hashicorp", "random", "3.9.0"),
    ("hashicorp", "local", "2.9.0"),
    ("hashicorp", "tls", "4.3.0"),
    ("hashicorp", "time", "0.14.2"),
    ("lumi", "kit", "1.0.0"),
    ("lumi", "legacy", "1.0.0"),
];

pub fn names() -> impl Iterator<Item = &'static str> {
    PROVIDERS.iter().map(|it| it.1)
}

/// The folder; `None` without the judges, for each test that asks.
pub fn mirror() -> Option<&'static Path> {
    static MIRROR: OnceLock<TempDir> = OnceLock::new();
    let programs = PROVIDERS.iter().map(|it| built(it.1));
    let programs: Vec<PathBuf> = programs.collect::<Option<_>>()?;
    Some(MIRROR.get_or_init(|| made(&programs)).path())
}

pub fn program(mirror: &Path, name: &str) -> PathBuf {
    let found = PROVIDERS.iter().find(|it| it.1 == name).unwrap();
    folder(mirror, found).join(format!("terraform-provider-{name}"))
}

fn folder(mirror: &Path, (namespace, name, version): &(&str, &str, &str)) -> PathBuf {
    let platform = match std::env::consts::ARCH {
        "aarch64" => "linux_arm64",
        _ => "linux_amd64",
    };
    mirror.join(format!(
        "registry.opentofu.org/{namespace}/{name}/{version}/{platform}"
    ))
}

fn made(programs: &[PathBuf]) -> TempDir {
    let mirror = tempfile::tempdir().unwrap();
    for (provider, built) in PROVIDERS.iter().zip(programs) {
        let folder = folder(mirror.path(), provider);
        fs::create_dir_all(&folder).unwrap();
        let name = built.file_name().unwrap();
        // A link spares a copy, where both are on one disk.
        let place = folder.join(name);
        if fs::hard_link(built, &place).is_err() {
            fs::copy(built, &place).unwrap();
        }
    }
    mirror
}
