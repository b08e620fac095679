//! Plans with real providers, compared with those of OpenTofu.
//!
//! | module | |
//! |---|---|
//! | `planning_monitor` | a monitor that plans with real providers |
//! | `planned` | the values of a plan of Lumi |
//! | `tofu` | plans of OpenTofu |

mod planned;
mod planning_monitor;
mod tofu;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use planned::{plan, reconcile};
use tofu::Tofu;

const PROVIDERS: [&str; 6] = ["kit", "legacy", "local", "random", "time", "tls"];

/// A file of the judges; `None` without them, and never in CI.
#[expect(clippy::print_stderr, reason = "a skipped test names what is missing")]
fn judge(path: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = root.join("target").join(path);
    match file.exists() {
        true => Some(file.canonicalize().unwrap()),
        false if std::env::var_os("CI").is_some() => panic!("{} is missing", file.display()),
        false => {
            eprintln!(
                "skipped: {} is missing; `make judges` builds it",
                file.display()
            );
            None
        }
    }
}

fn provider_program(name: &str) -> Option<PathBuf> {
    judge(&format!(
        "terraform-providers/{name}/terraform-provider-{name}"
    ))
}

/// `fileName` and `file_name` are one name.
fn plain_name(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy(&path, &target),
            false => drop(fs::copy(&path, &target).unwrap()),
        }
    }
}

fn folders(kind: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/hcl");
    let entries = fs::read_dir(root.join(kind)).unwrap();
    let mut folders: Vec<PathBuf> = entries.map(|it| it.unwrap().path()).collect();
    folders.sort();
    folders
}

fn name(folder: &Path) -> String {
    folder.file_name().unwrap().to_string_lossy().into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn plans_have_the_values_of_opentofu() {
    let mut wrong = Vec::new();
    for folder in folders("valid") {
        let Some(tofu) = Tofu::new(&folder) else {
            return;
        };
        let own = tempfile::tempdir().unwrap();
        copy(&folder, own.path());
        let planned = match plan(own.path()).await {
            Ok(planned) => planned,
            Err(error) => {
                wrong.push(format!("{}: {error}", name(&folder)));
                continue;
            }
        };
        let expected = tofu.plan();
        for (mut lumi, mut tofu) in [(planned.0, expected.0), (planned.1, expected.1)] {
            let names: BTreeSet<String> = lumi.keys().chain(tofu.keys()).cloned().collect();
            for key in names {
                let (lumi, tofu) = (lumi.remove(&key), tofu.remove(&key));
                let (mut lumi, mut tofu) = (lumi.unwrap_or_default(), tofu.unwrap_or_default());
                reconcile(&mut lumi, &mut tofu);
                if lumi != tofu {
                    wrong.push(format!("{} {key}:\n  {lumi}\n  {tofu}", name(&folder)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Errors that name no line in OpenTofu, or another one.
const ELSEWHERE: [(&str, &str); 8] = [
    ("alias_missing", "main.tf:2"),
    ("cycle", "main.tf:"),
    ("module_cycle", "main.tf:"),
    ("module_missing", "main.tf:2"),
    ("module_type", "main.tf:3"),
    ("required_version", "main.tofu:2"),
    ("variable_missing", "main.tf:1"),
    ("variable_type", "main.tf:1"),
];

#[tokio::test(flavor = "multi_thread")]
async fn errors_are_at_the_lines_of_opentofu() {
    let mut wrong = Vec::new();
    for folder in folders("invalid") {
        let Some(tofu) = Tofu::new(&folder) else {
            return;
        };
        let name = name(&folder);
        let Err(text) = plan(&folder).await else {
            wrong.push(format!("{name} is accepted"));
            continue;
        };
        let other = ELSEWHERE.iter().find(|it| it.0 == name);
        let places = other.map_or_else(|| tofu.errors(), |(_, place)| vec![(*place).to_owned()]);
        for place in places {
            if !text.contains(&place) {
                wrong.push(format!("{name} is not refused at {place}\n{text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
