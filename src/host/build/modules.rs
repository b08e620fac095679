//! Which modules are in the snapshot, and which are loaded when they are needed.

use std::collections::HashMap;
use std::fs;

use super::bundle::{self, Bundle};
use super::chunks::Chunks;
use super::module_syntax::Export;

/// The module that imports everything needed at start-up.
const MAIN: &str = "lumi:/main.ts";
/// The modules behind `lumi` and its member `log`.
pub const SDK: [&str; 2] = ["lumi:/lumi/index.ts", "lumi:/lumi/log.ts"];

/// Modules as pairs of specifier and code.
pub struct Modules {
    /// Modules evaluated in the snapshot: the bundle of everything that `MAIN` needs, and
    /// re-exports for the SDK.
    pub in_snapshot: Vec<(String, String)>,
    /// All other modules, and re-exporting modules for the bundled modules that they import.
    pub on_demand: Vec<(String, String)>,
}

impl Modules {
    /// `late`: the prefixes of modules that are not in the snapshot.
    pub fn bundled(modules: Vec<(String, String)>, late: &[&str]) -> Self {
        let names = names_of(&modules);
        let (on_demand, bundled): (Vec<_>, Vec<_>) =
            modules.into_iter().partition(|it| is_late(&it.0, late));
        let (code, modules) = bundle::with_syntax_trees(|| {
            let sources: HashMap<&str, &str> = bundled
                .iter()
                .map(|(specifier, code)| (specifier.as_str(), code.as_str()))
                .collect();
            let main = Bundle::of(&[MAIN], &sources);
            for (specifier, _) in &bundled {
                assert!(
                    main.has(specifier),
                    "{specifier} is needed by no other module"
                );
            }
            let chunks = Chunks::of((MAIN, &main), &on_demand);
            let (modules, wanted) = chunks.modules(&on_demand, &SDK, &names);
            (main.code(&wanted, Export::clone), modules)
        });
        assert!(code.is_ascii(), "snapshot sources must be ASCII");
        let (mut in_snapshot, mut on_demand): (Vec<_>, Vec<_>) = modules
            .into_iter()
            .partition(|it| SDK.contains(&it.0.as_str()));
        in_snapshot.push((MAIN.to_owned(), code));
        on_demand.sort();
        Self {
            in_snapshot,
            on_demand,
        }
    }
}

/// Text with the names by which modules are loaded: by programs, and by other modules when they run.
fn names_of(modules: &[(String, String)]) -> String {
    let mut names = String::new();
    for table in ["builtin.rs", "require/replaced.rs"] {
        let file = format!("{}/modules/{table}", env!("CARGO_MANIFEST_DIR"));
        println!("cargo:rerun-if-changed={file}");
        names += &fs::read_to_string(file).expect("the table of modules is readable");
    }
    names.extend(modules.iter().map(|it| it.1.as_str()));
    names
}

/// Whether a module is outside of the snapshot.
pub fn is_late(specifier: &str, late: &[&str]) -> bool {
    let name = specifier.strip_prefix("lumi:/").unwrap_or(specifier);
    late.iter().any(|prefix| name.starts_with(prefix))
}
