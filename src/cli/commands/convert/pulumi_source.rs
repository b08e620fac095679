//! A project of Pulumi, and its modules.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use lumi_conversion::{Note, NoteKind, SyntaxFault, convert_module, relative_imports};
use lumi_graph::{LUMI_FOLDER, SourcePosition};
use lumi_host::{entry_file, entry_names};
use serde_json::{Map, Value};

use super::npm_packages::NpmPackages;
use super::package_json::without_pulumi;
use super::settings_text::settings_text;
use super::target_folder::CopiedFile;
use super::test_files;
use lumi_project::reports::{Report, escaped};
use lumi_project::{NODE_RUNTIME, Project, ProjectSettings, PulumiProject};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::read_limit;

/// Files that stay behind: they belong to Pulumi, or are written anew.
const LEFT: &[&str] = &[
    PulumiProject::FILE,
    "Lumi.lock",
    "package.json",
    "tsconfig.json",
];
/// Locks of package managers, which no longer fit when `package.json` changes.
const LOCKS: &[&str] = &[
    "bun.lock",
    "npm-shrinkwrap.json",
    "package-lock.json",
    "pnpm-lock.yaml",
    "yarn.lock",
];
pub const LEFT_FOLDERS: &[&str] = &[".git", LUMI_FOLDER, ".pulumi", "node_modules"];
pub const EXTENSIONS: &[&str] = &["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"];
/// The most files that are copied.
const MOST_FILES: usize = 10_000;

/// A project of Pulumi whose program is in TypeScript.
pub struct PulumiSource {
    pub settings: ProjectSettings,
    pub packages: NpmPackages,
    /// The name of the entry file, relative to the project folder.
    entry: String,
    package_json: Option<Map<String, Value>>,
}

/// All that is written.
pub struct Converted {
    /// Names and texts.
    pub files: Vec<(String, String)>,
    pub copied: Vec<CopiedFile>,
    pub notes: Vec<Note>,
}

impl PulumiSource {
    pub fn open(project: &Path, current: &Path) -> Result<Self, Failure> {
        let settings = ProjectSettings::find(project, current)?;
        let runtime = match &settings.pulumi {
            Some(_) => settings.manifest.runtime.as_deref().unwrap_or_default(),
            None => return Err(no_project(&settings.folder)),
        };
        if runtime != NODE_RUNTIME {
            let message = format!(
                "the program is written for `runtime: {}`, and lumi converts TypeScript for `runtime: {NODE_RUNTIME}`",
                escaped(runtime)
            );
            return Err(Failure::new(Exit::Usage, Report::error(message)));
        }
        let package_json = package_json(&settings.folder)?;
        let empty = Map::new();
        let found = package_json.as_ref().unwrap_or(&empty);
        let packages = NpmPackages::of_project(&settings.folder, found);
        let project = Project::find(&settings.folder, current)?;
        let entry = entry_of(&project.entry, found)?;
        let entry = entry.strip_prefix(&settings.folder).unwrap_or(&entry);
        Ok(Self {
            entry: entry.to_string_lossy().into_owned(),
            packages,
            package_json,
            settings,
        })
    }

    /// Converts everything, without writing.
    pub fn convert(&self) -> Result<Converted, Failure> {
        let mut notes = Vec::new();
        let mut files = BTreeMap::new();
        let modules = self.modules()?;
        let originals: BTreeSet<String> = modules.keys().cloned().collect();
        for (name, text) in modules {
            let module = convert_module(&name, &text, &self.packages.pulumi);
            let module = module.map_err(|fault| unreadable(&fault))?;
            notes.extend(module.notes);
            let is_entry = name == self.entry;
            let name = test_files::new_name(&name, &text)
                .filter(|_| !is_entry)
                .unwrap_or(name);
            files.insert(name, module.text);
        }
        let (text, settings_notes) = settings_text(&self.settings, &self.entry, &self.used(&files));
        notes.extend(settings_notes);
        files.insert("Lumi.yaml".to_owned(), text);
        let package_json = self.package_json.as_ref();
        let changed = package_json.and_then(|it| without_pulumi(it, &self.packages));
        let is_changed = changed.is_some();
        if let Some(text) =
            changed.or_else(|| Some(format!("{:#}\n", Value::Object(package_json?.clone()))))
        {
            files.insert("package.json".to_owned(), text);
        }
        let mut copied = self.copied(&originals, is_changed, &mut notes)?;
        self.ignore_file(&mut files, &mut copied);
        notes.extend(self.tsconfig_note());
        Ok(Converted {
            files: files.into_iter().collect(),
            copied,
            notes,
        })
    }

    /// The providers whose packages converted modules import, by name.
    fn used(&self, files: &BTreeMap<String, String>) -> BTreeMap<String, String> {
        let versions = self.packages.versions.iter();
        let used = versions.filter(|(name, _)| {
            let quoted = ['"', '\''].map(|quote| format!("{quote}lumi:{name}{quote}"));
            files
                .values()
                .any(|text| quoted.iter().any(|it| text.contains(it)))
        });
        used.map(|(name, version)| (name.clone(), version.clone()))
            .collect()
    }

    /// The modules that the entry file and tests with mocks reach by relative imports, by name.
    fn modules(&self) -> Result<BTreeMap<String, String>, Failure> {
        let mut modules = BTreeMap::new();
        let mut open = test_files::find(&self.settings.folder);
        open.push(self.entry.clone());
        while let Some(name) = open.pop() {
            if modules.contains_key(&name) {
                continue;
            }
            let path = self.settings.folder.join(&name);
            let text = read_limit::source(&path).map_err(|error| {
                Failure::error(format!("cannot read {}: {error}", escaped(&name)))
            })?;
            let imports = relative_imports(&name, &text).map_err(|fault| unreadable(&fault))?;
            let folder = path.parent().unwrap_or(&self.settings.folder).to_owned();
            open.extend(imports.iter().filter_map(|it| self.module(&folder, it)));
            modules.insert(name, text);
        }
        Ok(modules)
    }

    /// The name of the file that a relative import means, if it is a module of the project.
    fn module(&self, folder: &Path, specifier: &str) -> Option<String> {
        let path = normal(&folder.join(specifier));
        let with = |extension: &str| {
            let mut name = path.clone().into_os_string();
            name.push(format!(".{extension}"));
            PathBuf::from(name)
        };
        let mut candidates = vec![path.clone()];
        // What compiles to `./site.js` is `site.ts`.
        candidates.insert(0, path.with_extension("ts"));
        candidates.extend(EXTENSIONS.iter().map(|it| with(it)));
        candidates.extend(EXTENSIONS.iter().map(|it| path.join(format!("index.{it}"))));
        let is_module = |it: &PathBuf| {
            let extension = it.extension().and_then(|it| it.to_str());
            it.is_file() && extension.is_some_and(|it| EXTENSIONS.contains(&it))
        };
        let found = candidates.into_iter().find(is_module)?;
        let name = found.strip_prefix(&self.settings.folder).ok()?;
        Some(name.to_string_lossy().into_owned())
    }

    /// The other files of the project.
    fn copied(
        &self,
        written: &BTreeSet<String>,
        is_changed: bool,
        notes: &mut Vec<Note>,
    ) -> Result<Vec<CopiedFile>, Failure> {
        let mut copied = Vec::new();
        let mut folders = vec![self.settings.folder.clone()];
        while let Some(folder) = folders.pop() {
            let entries = fs::read_dir(&folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
            let entries = entries.map_err(|error| {
                Failure::error(format!("cannot read {}: {error}", folder.display()))
            })?;
            for entry in entries {
                let path = entry.path();
                let relative = path.strip_prefix(&self.settings.folder).unwrap_or(&path);
                let name = relative.to_string_lossy().into_owned();
                let kind = entry.file_type()?;
                let own = entry.file_name().to_string_lossy().into_owned();
                if kind.is_dir() {
                    if !LEFT_FOLDERS.contains(&own.as_str()) {
                        folders.push(path);
                    }
                } else if kind.is_symlink() && !LEFT_FOLDERS.contains(&own.as_str()) {
                    let what = "a symbolic link is not copied".to_owned();
                    notes.push(note(
                        NoteKind::Check,
                        &name,
                        what,
                        "copy it, if the program needs it",
                    ));
                } else if kind.is_file()
                    && !written.contains(&name)
                    && !is_left(&name, &own, is_changed)
                {
                    notes.extend(unreached(&name, &path));
                    copied.push(CopiedFile { name, from: path });
                }
            }
            if copied.len() > MOST_FILES {
                let message =
                    format!("the project has more than {MOST_FILES} files besides its program");
                let report = Report::error(message)
                    .help("move what the program does not need out of its folder");
                return Err(Failure::new(Exit::Usage, report));
            }
        }
        copied.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(copied)
    }

    /// `.gitignore` with Lumi's own folder.
    fn ignore_file(&self, files: &mut BTreeMap<String, String>, copied: &mut Vec<CopiedFile>) {
        const NAME: &str = ".gitignore";
        let text = read_limit::source(&self.settings.folder.join(NAME)).unwrap_or_default();
        if text.lines().any(|it| it.trim_matches('/') == ".lumi") {
            return;
        }
        copied.retain(|it| it.name != NAME);
        let end = if text.is_empty() || text.ends_with('\n') {
            ""
        } else {
            "\n"
        };
        files.insert(NAME.to_owned(), format!("{text}{end}.lumi/\n"));
    }

    /// The settings of the compiler are those of a new project; some of them had a meaning for a run.
    fn tsconfig_note(&self) -> Option<Note> {
        let name = self
            .settings
            .pulumi
            .as_ref()
            .and_then(|it| it.tsconfig.clone());
        let name = name.unwrap_or_else(|| "tsconfig.json".to_owned());
        let text = read_limit::source(&self.settings.folder.join(&name)).ok()?;
        let meant = ["paths", "experimentalDecorators", "jsx"];
        let meant: Vec<&str> = meant
            .into_iter()
            .filter(|it| text.contains(&format!("\"{it}\"")))
            .collect();
        if meant.is_empty() {
            return None;
        }
        let what = format!("the settings of the compiler have {}", meant.join(" and "));
        let advice = "tsconfig.json is that of a new project: write what a run needs into it, and `paths` as `imports` of package.json";
        Some(note(NoteKind::Check, &name, what, advice))
    }
}

/// A module that uses Pulumi, and that the program does not import, such as a test.
fn unreached(name: &str, path: &Path) -> Option<Note> {
    let extension = path.extension()?.to_str()?;
    if !EXTENSIONS.contains(&extension) {
        return None;
    }
    let text = read_limit::source(path).ok()?;
    let is_of_pulumi = ['"', '\'']
        .iter()
        .any(|it| text.contains(&format!("{it}@pulumi/")));
    is_of_pulumi.then(|| {
        let what =
            "a module of Pulumi that the program does not import is copied as it is".to_owned();
        note(
            NoteKind::Check,
            name,
            what,
            "tests are written with `lumi/testing`",
        )
    })
}

fn is_left(name: &str, own: &str, package_json_is_changed: bool) -> bool {
    let is_settings = |tool: &str| own.starts_with(&format!("{tool}.")) && own.ends_with(".yaml");
    LEFT.contains(&name)
        || is_settings("Pulumi")
        || is_settings("Lumi")
        || (package_json_is_changed && LOCKS.contains(&name))
}

/// A note about a file as a whole.
pub fn note(kind: NoteKind, file: &str, what: String, advice: &str) -> Note {
    let place = SourcePosition {
        file: file.into(),
        line: 1,
        column: 1,
    };
    Note {
        kind,
        place,
        what,
        advice: advice.to_owned(),
    }
}

/// The source of the entry module. `main` of `package.json` may name what the compiler makes of it: `bin/index.js`.
fn entry_of(entry: &Path, package_json: &Map<String, Value>) -> Result<PathBuf, Failure> {
    if entry.is_file() {
        return Ok(source_of(entry));
    }
    let main = package_json.get("main").and_then(Value::as_str);
    let main = main.map(|it| source_of(&normal(&entry.join(it))));
    let named = main.filter(|it| it.is_file());
    let is_source = |it: &PathBuf| it.extension().is_some_and(|it| it == "ts");
    let index = entry_file(entry, None);
    let found = named.clone().filter(is_source).or(index).or(named);
    found.ok_or_else(|| {
        let names = entry_names().join(", ");
        let message = format!(
            "there is no program in the folder {}: looked for {names}",
            entry.display()
        );
        Failure::new(Exit::Usage, Report::error(message))
    })
}

fn source_of(entry: &Path) -> PathBuf {
    let is_script = entry.extension().is_none_or(|it| it == "js");
    let source = entry.with_extension("ts");
    match is_script && source.is_file() {
        true => source,
        false => entry.to_owned(),
    }
}

fn package_json(folder: &Path) -> Result<Option<Map<String, Value>>, Failure> {
    let path = folder.join("package.json");
    if !path.is_file() {
        return Ok(None);
    }
    let text = read_limit::source(&path)
        .map_err(|error| Failure::error(format!("cannot read package.json: {error}")))?;
    let parsed = serde_json::from_str(&text);
    parsed.map(Some).map_err(|error| {
        let message = format!(
            "package.json:{}:{}: it is not an object in JSON",
            error.line(),
            error.column()
        );
        Failure::new(Exit::Usage, Report::error(message))
    })
}

/// A path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(normal.pop()),
            other => normal.push(other),
        }
    }
    normal
}

fn unreadable(fault: &SyntaxFault) -> Failure {
    let message = format!("{}; nothing was written", escaped(&fault.to_string()));
    Failure::new(Exit::Usage, Report::error(message))
}

fn no_project(folder: &Path) -> Failure {
    let names: BTreeSet<&str> = ["cdktf.json", "main.tf", "template.yaml"].into();
    let other = names.into_iter().find(|it| folder.join(it).is_file());
    let found = other.map_or(String::new(), |it| format!(", but {it}"));
    let message = format!("{} has no {}{found}", folder.display(), PulumiProject::FILE);
    let report = Report::error(message)
        .help("lumi converts projects of Pulumi in TypeScript: give the folder of one");
    Failure::new(Exit::Usage, report)
}
