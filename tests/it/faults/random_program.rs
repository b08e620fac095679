//! Random programs: their text, and the world that they describe.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Files below the project folder, by path, with their content.
pub type World = BTreeMap<String, String>;

/// Deployed outputs: name of the resource and of the output.
pub type Outputs<'a> = &'a dyn Fn(&str, &str) -> String;

/// A program with resources of the package `std`.
#[derive(Clone, Debug, Default)]
pub struct Wanted(pub Vec<Thing>);

/// One resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thing {
    pub name: String,
    pub kind: Kind,
    /// A change is an update.
    pub version: u64,
    /// An earlier resource whose output is part of its text.
    pub link: Option<String>,
    pub delete_first: bool,
}

/// A change of `place`, `trigger` or `keeper` is a replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Id { keeper: u64 },
    File { place: u64 },
    Directory { place: u64, files: u64 },
    Command { trigger: u64 },
}

impl Thing {
    pub fn new(name: &str, kind: Kind) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            version: 0,
            link: None,
            delete_first: false,
        }
    }

    pub fn linked(self, link: &str) -> Self {
        let link = Some(link.to_owned());
        Self { link, ..self }
    }

    /// The path of its object, a file or a folder; an `Id` has none.
    pub fn path(&self) -> Option<String> {
        let name = &self.name;
        match self.kind {
            Kind::Id { .. } => None,
            Kind::File { place } => Some(format!("out/{name}-{place}.txt")),
            Kind::Directory { place, .. } => Some(format!("out/{name}-{place}")),
            Kind::Command { .. } => Some(marker(name)),
        }
    }

    /// The output that others use.
    fn output(&self) -> &'static str {
        match self.kind {
            Kind::Id { .. } => "hex",
            Kind::File { .. } | Kind::Directory { .. } => "path",
            Kind::Command { .. } => "stdout",
        }
    }
}

/// The file that the command of a resource creates.
pub fn marker(name: &str) -> String {
    format!("out/{name}.command")
}

impl Wanted {
    pub fn find(&self, name: &str) -> Option<&Thing> {
        self.0.iter().find(|it| it.name == name)
    }

    /// The program in TypeScript.
    pub fn program(&self) -> String {
        let mut text = "import * as lumi from \"lumi\";\n\
                        import { exec, fs, random } from \"lumi/std\";\n\n"
            .to_owned();
        for thing in &self.0 {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", self.declaration(thing));
        }
        text
    }

    fn declaration(&self, thing: &Thing) -> String {
        let name = &thing.name;
        let content = self.content(thing);
        let path = thing.path().unwrap_or_default();
        let (class, inputs) = match thing.kind {
            Kind::Id { keeper } => (
                "random.Id",
                format!("byteLength: 4, keepers: {{ k: {keeper} }}"),
            ),
            Kind::File { .. } => ("fs.File", format!("path: \"{path}\", content: {content}")),
            Kind::Directory { files, .. } => {
                let files = (0..files).map(|it| {
                    let text = folder_text(thing, it);
                    format!("\"{it}.txt\": new lumi.StringAsset(\"{text}\")")
                });
                let files = files.collect::<Vec<_>>().join(", ");
                (
                    "fs.Directory",
                    format!("path: \"{path}\", source: new lumi.AssetArchive({{ {files} }})"),
                )
            }
            Kind::Command { trigger } => (
                "exec.Command",
                format!(
                    // Atomically, as a good command does: what it leaves when it fails is elsewhere.
                    "create: \"mkdir -p out tmp && printf %s \\\"$TEXT\\\" > tmp/{name}.new && \
                     mv tmp/{name}.new {path} && cat {path}\", \
                     delete: \"rm -f {path}\", read: \"cat {path}\", \
                     environment: {{ TEXT: {content} }}, triggers: [{trigger}]"
                ),
            ),
        };
        let options = match thing.delete_first {
            true => ", { deleteBeforeReplace: true }",
            false => "",
        };
        format!("const {name} = new {class}(\"{name}\", {{ {inputs} }}{options});")
    }

    /// The expression for the text of a file or command.
    fn content(&self, thing: &Thing) -> String {
        let (name, version) = (&thing.name, thing.version);
        match self.linked(thing) {
            None => format!("\"{name} {version}\""),
            Some(link) => {
                let (other, output) = (&link.name, link.output());
                format!("lumi.interpolate`{name} {version} ${{{other}.{output}}}`")
            }
        }
    }

    fn linked(&self, thing: &Thing) -> Option<&Thing> {
        self.find(thing.link.as_deref()?)
    }

    /// The value of that expression.
    fn text(&self, thing: &Thing, outputs: Outputs) -> String {
        let (name, version) = (&thing.name, thing.version);
        let Some(link) = self.linked(thing) else {
            return format!("{name} {version}");
        };
        let value = match link.kind {
            Kind::Id { .. } => outputs(&link.name, link.output()),
            Kind::File { .. } | Kind::Directory { .. } => link.path().unwrap_or_default(),
            Kind::Command { .. } => self.text(link, outputs),
        };
        format!("{name} {version} {value}")
    }

    /// The world that the program describes.
    pub fn world(&self, outputs: Outputs) -> World {
        let mut world = World::new();
        for thing in &self.0 {
            let Some(path) = thing.path() else { continue };
            if let Kind::Directory { files, .. } = thing.kind {
                let files =
                    (0..files).map(|it| (format!("{path}/{it}.txt"), folder_text(thing, it)));
                world.extend(files);
            } else {
                world.insert(path, self.text(thing, outputs));
            }
        }
        world
    }
}

/// The first file of a folder never changes, the others change with every version.
fn folder_text(thing: &Thing, file: u64) -> String {
    let version = if file == 0 { 0 } else { thing.version };
    format!("{} {file} {version}", thing.name)
}
