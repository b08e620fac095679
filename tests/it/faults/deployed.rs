//! A project with a stack, and its invariants.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use lumi::state::{Action, Backend, BackendSettings, KeySource, Resource, StackState};
use zeroize::Zeroizing;

use super::random_program::{Wanted, World, marker};
use crate::support::lumi::{Answer, Lumi};
use crate::support::s3_server::S3Server;

/// `Err` describes a violated invariant.
pub type Held = Result<(), String>;

pub struct Deployed {
    pub lumi: Lumi,
    /// URL of the backend, unless it is in the project folder.
    pub backend: Option<String>,
    /// Variables for every `lumi` command.
    pub environment: Vec<(String, String)>,
    /// Wraps the data key, unless the project's key file does.
    pub passphrase: Option<String>,
    /// Appended to every program.
    pub epilogue: String,
    /// Serves the backend.
    pub server: Option<S3Server>,
}

impl Deployed {
    pub fn new() -> Self {
        Self {
            lumi: Lumi::new(),
            backend: None,
            environment: Vec::new(),
            passphrase: None,
            epilogue: String::new(),
            server: None,
        }
    }

    /// A copy of the project, its world and state included.
    pub fn copy(&self) -> Self {
        let copy = Self::new();
        copy_folder(self.lumi.folder(), copy.lumi.folder());
        copy
    }

    pub fn program(&self, wanted: &Wanted) {
        let program = wanted.program() + self.epilogue.as_str();
        self.lumi.file("index.ts", program);
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = self.lumi.command(args);
        command.envs(self.environment.iter().cloned());
        if let Some(passphrase) = &self.passphrase {
            command.env("LUMI_PASSPHRASE", passphrase);
        }
        command
    }

    pub fn run(&self, args: &[&str]) -> Answer {
        let output = self.command(args).output().unwrap();
        Answer::of(output, args, self.lumi.folder())
    }

    /// Waits for commands and requests left by a killed run.
    pub fn wait_for_orphans(&self) {
        let folder = self.lumi.folder().canonicalize().unwrap();
        let is_inside = |process: &fs::DirEntry| {
            let cwd = fs::read_link(process.path().join("cwd"));
            cwd.is_ok_and(|it| it.starts_with(&folder))
        };
        while fs::read_dir("/proc")
            .into_iter()
            .flatten()
            .flatten()
            .any(|it| is_inside(&it))
        {
            std::thread::sleep(Duration::from_millis(5));
        }
        if let Some(server) = &self.server {
            server.wait_for_requests();
        }
    }

    /// Runs `lumi`, which must exit with the code.
    pub fn expect(&self, args: &[&str], code: i32) -> Result<Answer, String> {
        let answer = self.run(args);
        if answer.code == code {
            return Ok(answer);
        }
        Err(format!("not {code}, but:\n{}", answer.transcript()))
    }

    /// The state as the next run reads it.
    pub fn state(&self) -> Result<StackState, String> {
        let folder = self.lumi.folder();
        let keys = match &self.passphrase {
            Some(passphrase) => KeySource::Passphrase(Zeroizing::new(passphrase.clone())),
            None => KeySource::File(Backend::default_key_file(folder)),
        };
        let backend = Backend::open(BackendSettings {
            url: self.backend.as_deref(),
            project_folder: folder,
            environment: &self.environment,
            keys,
            shared_keys: None,
        });
        let stack = backend.and_then(|it| it.stack("demo", "dev"));
        let stack = stack.map_err(|error| error.to_string())?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        let loaded = runtime.unwrap().block_on(stack.load());
        let state = loaded
            .map_err(|error| format!("the state does not load: {error}"))?
            .state;
        let validity = state.validate();
        validity.map_err(|error| format!("the state is not whole: {error}"))?;
        Ok(state)
    }

    /// All files, by their path in the project folder.
    pub fn world(&self) -> World {
        let mut world = World::new();
        collect(self.lumi.folder(), "out", &mut world);
        world
    }

    /// Every object is in the state or in a pending operation.
    pub fn nothing_is_lost(&self) -> Held {
        let state = self.state()?;
        let mut places: Vec<String> = state
            .resources
            .values()
            .filter_map(|it| place(it))
            .collect();
        for pending in state.pending.values() {
            if let Action::Create { resource, .. } | Action::Update { resource } = &pending.action {
                places.extend(place(resource));
            }
        }
        let is_interrupted =
            !state.pending.is_empty() || state.resources.values().any(|it| !it.problems.is_empty());
        for path in self.world().keys() {
            // The temporary file of an interrupted write stays until the file is written again.
            let is_unfinished = path.contains("/.lumi-");
            let is_known = places.iter().any(|it| {
                let rest = path.strip_prefix(it.as_str());
                rest.is_some_and(|it| it.is_empty() || it.starts_with('/'))
            });
            let is_allowed = is_known || (is_unfinished && is_interrupted);
            if !is_allowed {
                return Err(format!("{path} is lost: {places:?}"));
            }
        }
        Ok(())
    }

    /// A run reaches the desired world; after it, nothing is left to do.
    pub fn converges(&self, wanted: &Wanted, up: &[&str]) -> Held {
        self.program(wanted);
        self.expect(up, 0)?;
        self.is_as(wanted)?;
        self.expect(&["preview", "--detailed-exitcode"], 0)?;
        self.expect(&["refresh", "-y", "--expect-no-changes"], 0)?;
        self.expect(&["preview", "--detailed-exitcode"], 0)?;
        self.is_as(wanted)
    }

    /// World and state are exactly as desired.
    fn is_as(&self, wanted: &Wanted) -> Held {
        let state = self.state()?;
        let outputs = |name: &str, output: &str| {
            let resource = state.resources.values().find(|it| it.urn.name() == name);
            let value = resource.and_then(|it| it.outputs.get(output)?.as_str().map(str::to_owned));
            value.unwrap_or_default()
        };
        let (expected, found) = (wanted.world(&outputs), self.world());
        let mut differences = String::new();
        for path in expected.keys().chain(found.keys()) {
            let (expected, found) = (expected.get(path), found.get(path));
            if expected != found {
                differences += &format!("\n{path} is {found:?}, not {expected:?}");
            }
        }
        if !differences.is_empty() {
            return Err(format!("the world is not what is wanted:{differences}"));
        }
        let mut expected: Vec<&str> = wanted.0.iter().map(|it| it.name.as_str()).collect();
        let mut found: Vec<&str> = state.resources.values().map(|it| it.urn.name()).collect();
        expected.sort_unstable();
        found.sort_unstable();
        if expected != found || !state.pending.is_empty() {
            let pending = state.pending.len();
            return Err(format!(
                "the state has {found:?} and {pending} pending, not {expected:?}"
            ));
        }
        Ok(())
    }
}

/// The path of a resource's object.
fn place(resource: &Resource) -> Option<String> {
    let text = |name: &str| resource.inputs.get(name)?.as_str().map(str::to_owned);
    match resource.urn.resource_type() {
        "std:exec:Command" => Some(marker(resource.urn.name())),
        _ => text("path"),
    }
}

fn collect(folder: &Path, path: &str, world: &mut World) {
    for entry in fs::read_dir(folder.join(path)).into_iter().flatten() {
        let entry = entry.unwrap();
        let path = format!("{path}/{}", entry.file_name().to_string_lossy());
        if entry.file_type().unwrap().is_dir() {
            collect(folder, &path, world);
        } else if let Ok(content) = fs::read_to_string(entry.path()) {
            world.insert(path, content);
        }
    }
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}
