//! The functions of a folder, polled for changes.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use lumi_graph::environment_variables::{PLATFORM, PLATFORM_TOKEN};
use lumi_host::{Confinement, WorkerSettings};

use super::callers::Callers;
use super::definition::{Definition, DefinitionProblem, read_secrets};
use super::event::{Change, Event};
use super::file_fingerprints::FileFingerprints;
use super::function::Function;
use super::functions::{Current, Functions};
use super::settings::Settings;
use super::telemetry::{FunctionOutput, Mask, Telemetry};
use super::token::Token;
use super::worker::{Spawner, WorkerInspection, WorkerStart};

const FILE: &str = "function.json";
/// Interval between polls of the folder.
pub const INTERVAL: Duration = Duration::from_millis(500);
/// Time for which files must be unchanged before they are used.
pub const SETTLING: Duration = Duration::from_millis(50);
/// Maximum number of polls that wait for a folder to settle, which may change continuously.
const MAX_POLLS: u32 = 20;

/// The address of the platform for functions.
pub struct PlatformAddress {
    pub url: String,
    /// Host and port, in the format of the sandbox.
    pub host: String,
    /// The callers that may use the platform.
    pub callers: Arc<Callers>,
    /// Starts the processes of functions.
    pub spawner: Arc<Spawner>,
    pub telemetry: Telemetry,
}

/// Polls the folder.
pub struct Catalog {
    settings: Arc<Settings>,
    place: PlatformAddress,
    known: BTreeMap<PathBuf, Known>,
    /// Whether the first poll is done, which uses the folder without waiting for it to settle.
    has_looked: bool,
    is_unsettled: bool,
    current: watch::Sender<Arc<Functions>>,
}

/// A folder with a definition.
#[derive(Default)]
struct Known {
    /// The files of the definition in use.
    used: FileFingerprints,
    /// The files as of the last poll.
    seen: FileFingerprints,
    /// The number of polls that found further changes.
    waited: u32,
    /// The path of its secrets file, if any.
    secrets: Option<PathBuf>,
    /// The last valid definition.
    function: Option<Arc<Function>>,
}

impl Catalog {
    pub fn new(settings: Arc<Settings>, place: PlatformAddress) -> (Self, Current) {
        let (current, seen) = watch::channel(Arc::default());
        let catalog = Self {
            settings,
            place,
            known: BTreeMap::new(),
            has_looked: false,
            is_unsettled: false,
            current,
        };
        (catalog, seen)
    }

    /// Polls once; holders of a [`Current`] are notified of changes. Returns the time until the
    /// next poll.
    pub fn poll(&mut self) -> Duration {
        self.is_unsettled = false;
        let folders = match self.folders() {
            Ok(folders) => folders,
            // The folder may be in the middle of a replacement, so its functions are kept.
            Err(_) => return INTERVAL,
        };
        let mut is_changed = false;
        let gone: Vec<PathBuf> = self.known.keys().cloned().collect();
        for folder in gone.into_iter().filter(|it| !folders.contains(it)) {
            self.known.remove(&folder);
            is_changed = true;
        }
        for folder in folders {
            is_changed |= self.poll_folder(folder);
        }
        if is_changed {
            self.publish();
        }
        self.has_looked = true;
        match self.is_unsettled {
            true => SETTLING,
            false => INTERVAL,
        }
    }

    fn folders(&self) -> io::Result<Vec<PathBuf>> {
        let mut folders = Vec::new();
        for entry in self.settings.folder.read_dir()? {
            let entry = entry?;
            // Tools give unfinished folders such names.
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            if !is_hidden && entry.path().join(FILE).is_file() {
                folders.push(entry.path());
            }
        }
        folders.sort();
        Ok(folders)
    }

    /// Whether a new definition is in use.
    fn poll_folder(&mut self, folder: PathBuf) -> bool {
        let known = self.known.remove(&folder);
        let is_new = known.is_none();
        let mut known = known.unwrap_or_default();
        let mut fingerprints = FileFingerprints::of(&folder);
        if let Some(secrets) = &known.secrets {
            fingerprints.add(secrets.clone());
        }
        let is_changed = if known.used == fingerprints && !is_new {
            known.waited = 0;
            false
        } else if known.seen != fingerprints && self.has_looked && known.waited < MAX_POLLS {
            // The folder is being written: a half-written one is neither the old nor the new
            // version.
            known.seen = fingerprints;
            known.waited += 1;
            self.is_unsettled = true;
            false
        } else {
            self.reload(&folder, &mut known)
        };
        self.known.insert(folder, known);
        is_changed
    }

    /// Loads a changed definition.
    fn reload(&self, folder: &Path, known: &mut Known) -> bool {
        known.waited = 0;
        known.used = FileFingerprints::of(folder);
        match self.read(folder, known) {
            Ok(function) => {
                known.function = Some(function);
                true
            }
            Err(DefinitionProblem { place, text }) => {
                // Keep the previous definition until the new one is valid.
                let file = folder.join(FILE);
                let problem = format!("{}{place} cannot be used: {text}", file.display());
                (self.settings.events)(Event::Problem(problem));
                false
            }
        }
    }

    fn read(&self, folder: &Path, known: &mut Known) -> Result<Arc<Function>, DefinitionProblem> {
        let text = std::fs::read_to_string(folder.join(FILE)).map_err(|it| it.to_string())?;
        let mut definition = Definition::parse(&text)?;
        for slip in Definition::misspelt_members(&text) {
            let file = folder.join(FILE);
            (self.settings.events)(Event::Problem(format!("{}: {slip}", file.display())));
        }
        known.secrets = definition.secrets.as_deref().map(|it| folder.join(it));
        let mut secrets = BTreeMap::new();
        if let Some(path) = &known.secrets {
            known.used.add(path.clone());
            secrets = read_secrets(path)?;
        }
        let mask = (self.settings.mask_of)(secrets.values().cloned().collect());
        definition.env.extend(secrets);
        let problem = |error| format!("cannot read its folder: {error}");
        let real = folder.canonicalize().map_err(problem)?;
        let entry = real.join(&definition.entry);
        let missing = || format!("its entry {:?} does not exist", definition.entry);
        let entry = entry.canonicalize().ok().filter(|it| it.is_file());
        let entry = entry.ok_or_else(missing)?;
        if !entry.starts_with(&real) {
            let problem = format!("its entry {:?} is outside of its folder", definition.entry);
            return Err(problem.into());
        }
        let workers = self.workers(&definition, real, entry, mask);
        let token = Token::random().map_err(|error| format!("no random numbers: {error}"))?;
        let function = Function::new(definition, token, workers, self.settings.timeout);
        let function = Arc::new(function);
        self.place.callers.admit(&function);
        Ok(function)
    }

    fn workers(
        &self,
        definition: &Definition,
        folder: PathBuf,
        entry: PathBuf,
        mask: Mask,
    ) -> WorkerStart {
        let all = &*self.settings;
        let mut environment = definition.env.clone();
        environment.insert(PLATFORM.to_owned(), self.place.url.clone());
        environment.remove(PLATFORM_TOKEN);
        let permissions = definition
            .permissions
            .with(&all.permissions, &self.place.host);
        let mut confinement = Confinement::of(&permissions, &folder);
        // Variables that TLS reads, not the function.
        let variables = all.worker.environment.iter();
        let certificates = variables.filter(|(name, _)| name.starts_with("SSL_CERT_"));
        if let Some(readable) = &mut confinement.readable {
            readable.extend(certificates.map(|(_, path)| PathBuf::from(path)));
        }
        let settings = WorkerSettings {
            entry,
            source_map: None,
            environment: environment.into_iter().collect(),
            confinement,
            folder,
            permissions,
            heap: definition.limits.heap().or(all.heap),
            console_color: all.console_color,
            inspection: all.inspection.as_ref().map(WorkerInspection::of_worker),
        };
        let name = definition.name.clone();
        let output = FunctionOutput {
            function: name.clone(),
            telemetry: self.place.telemetry.clone(),
            events: Arc::clone(&all.events),
            mask,
        };
        WorkerStart {
            settings,
            cache: all.cache.clone(),
            spawner: Arc::clone(&self.place.spawner),
            name,
            inspection: all.inspection.clone(),
            output: Arc::new(output),
        }
    }

    fn publish(&self) {
        let mut functions = Functions::default();
        for (folder, known) in &self.known {
            let Some(function) = &known.function else {
                continue;
            };
            let name = function.name().to_owned();
            if functions.by_name.contains_key(&name) {
                let problem = format!(
                    "{} is not used: there is another function {name:?}",
                    folder.join(FILE).display()
                );
                (self.settings.events)(Event::Problem(problem));
                continue;
            }
            for (method, pattern, takes) in function.definition.routes() {
                if let Err(problem) = functions.router.add(method, pattern, takes, &name) {
                    (self.settings.events)(Event::Problem(problem));
                }
            }
            function.prepare_for_debuggers();
            functions.by_name.insert(name, Arc::clone(function));
        }
        let functions = Arc::new(functions);
        let before = self.current.send_replace(Arc::clone(&functions));
        self.report_changes(&before, &functions);
    }

    fn report_changes(&self, before: &Functions, after: &Functions) {
        let report_changes = |name: &str, change| {
            let name = name.to_owned();
            (self.settings.events)(Event::Function { name, change });
        };
        for function in before.all().filter(|it| after.get(it.name()).is_none()) {
            report_changes(function.name(), Change::Removed);
        }
        for function in after.all() {
            match before.get(function.name()) {
                None => report_changes(function.name(), Change::Added),
                Some(old) if !Arc::ptr_eq(old, function) => {
                    report_changes(function.name(), Change::Changed)
                }
                Some(_) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use parking_lot::Mutex;

    use super::*;
    use crate::http::AllowedHosts;
    use crate::telemetry::TelemetrySettings;
    use crate::worker::Program as WorkerProgram;
    use lumi_host::PermissionFlags;

    struct Watched {
        folder: tempfile::TempDir,
        catalog: Catalog,
        current: Current,
        events: Arc<Mutex<Vec<String>>>,
    }

    impl Watched {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let events = Arc::new(Mutex::new(Vec::new()));
            let seen = Arc::clone(&events);
            let settings = Settings {
                folder: folder.path().canonicalize().unwrap(),
                host: Ipv4Addr::LOCALHOST.into(),
                port: 0,
                allowed_hosts: AllowedHosts::default(),
                site: None,
                caller_token: None,
                timeout: Some(Duration::from_secs(1)),
                heap: None,
                permissions: PermissionFlags::default(),
                worker: WorkerProgram::default(),
                cache: None,
                shows_errors: false,
                console_color: false,
                inspection: None,
                telemetry: TelemetrySettings::default(),
                mask_of: Arc::new(|_| Arc::new(str::to_owned)),
                events: Arc::new(move |event| {
                    seen.lock().push(match event {
                        Event::Function { name, change } => format!("{name} {change:?}"),
                        Event::Problem(text) => text,
                        other => format!("{other:?}"),
                    });
                }),
            };
            let place = PlatformAddress {
                url: String::new(),
                host: String::new(),
                callers: Arc::new(Callers::new(Token::random().unwrap(), None)),
                spawner: Spawner::new(WorkerProgram::default()).unwrap(),
                telemetry: Telemetry::default(),
            };
            let (catalog, current) = Catalog::new(Arc::new(settings), place);
            Self {
                folder,
                catalog,
                current,
                events,
            }
        }

        fn write(&self, folder: &str, name: &str, text: &str) {
            let folder = self.folder.path().join(folder);
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join(name), text).unwrap();
        }

        fn function(&self, folder: &str, name: &str, path: &str) {
            let text = format!(
                r#"{{ "name": "{name}", "triggers": [{{ "type": "http", "path": "{path}" }}] }}"#
            );
            self.write(folder, "index.mjs", "");
            self.write(folder, FILE, &text);
        }

        /// The result of a poll, as text.
        fn poll(&mut self) -> String {
            while self.catalog.poll() == SETTLING {}
            let root = self.folder.path().canonicalize().unwrap();
            let said = std::mem::take(&mut *self.events.lock()).join("\n");
            said.replace(&format!("{}/", root.display()), "")
        }

        fn names(&self) -> Vec<String> {
            let functions = self.current.borrow();
            functions.all().map(|it| it.name().to_owned()).collect()
        }
    }

    #[test]
    fn changes_are_noticed() {
        let mut it = Watched::new();
        it.function("a", "first", "/a");
        it.function("b", "second", "/b");
        assert_eq!(it.poll(), "first Added\nsecond Added");
        assert_eq!(it.poll(), "");
        it.write("a", "index.mjs", "// longer");
        assert_eq!(it.poll(), "first Changed");
        it.function("b", "other", "/b");
        assert_eq!(it.poll(), "second Removed\nother Added");
        std::fs::remove_dir_all(it.folder.path().join("a")).unwrap();
        assert_eq!(it.poll(), "first Removed");
        assert_eq!(it.names(), ["other"]);
    }

    #[test]
    fn a_definition_is_used_once_it_is_complete() {
        let mut it = Watched::new();
        it.function("a", "first", "/a");
        it.poll();
        for text in ["// 1", "// 12", "// 123"] {
            it.write("a/lib", "text.mjs", text);
            assert_eq!(it.catalog.poll(), SETTLING);
        }
        assert_eq!(it.events.lock().len(), 0);
        assert_eq!(it.catalog.poll(), INTERVAL);
        assert_eq!(it.poll(), "first Changed");
        // A folder that changes continuously is used after MAX_POLLS polls.
        let mut looks = 0;
        let mut text = String::from("//");
        while it.events.lock().is_empty() {
            text.push('.');
            it.write("a", "log", &text);
            it.catalog.poll();
            looks += 1;
        }
        assert_eq!(looks, MAX_POLLS + 1);
    }

    #[test]
    fn an_invalid_definition_does_not_replace_a_valid_one() {
        let mut it = Watched::new();
        it.function("a", "first", "/a");
        it.poll();
        it.write("a", FILE, "{ \"name\": ");
        let said = it.poll();
        assert!(
            said.starts_with("a/function.json:1:10 cannot be used: EOF"),
            "{said}"
        );
        assert_eq!(
            (it.poll().as_str(), it.names()),
            ("", vec!["first".to_owned()])
        );
        it.function("a", "first", "/longer");
        assert_eq!(it.poll(), "first Changed");
    }

    #[test]
    fn names_and_routes_belong_to_one_function() {
        let mut it = Watched::new();
        it.function("a", "one", "/a");
        it.function("b", "one", "/b");
        it.function("c", "two", "/a");
        it.write(
            "d",
            FILE,
            r#"{ "name": "three", "entry": "../a/index.mjs" }"#,
        );
        it.write("e", FILE, r#"{ "name": "four", "trigers": [] }"#);
        insta::assert_snapshot!(it.poll(), @r#"
        d/function.json cannot be used: its entry "../a/index.mjs" is outside of its folder
        e/function.json: its member "trigers" is not used; did you mean "triggers"?
        e/function.json cannot be used: its entry "index.mjs" does not exist
        b/function.json is not used: there is another function "one"
        the route ANY /a of function "two" is not used: function "one" has it
        one Added
        two Added
        "#);
    }
}
