//! Reads the files of a folder into a module.

use std::fs;
use std::io::Read as _;
use std::path::Path;

use indexmap::IndexMap;
use indexmap::map::Entry;

use crate::syntax::{Block, Diagnostic, Diagnostics, Span, parse_body};

use super::blocks;
use super::conditions::Check;
use super::files::ModuleFiles;
use super::module::{Local, Module};
use super::module_call::ModuleCall;
use super::module_checks;
use super::moves::{ImportBlock, Moved, Removed};
use super::named_values::{Output, Variable};
use super::overrides;
use super::provider::ProviderBlock;
use super::reading::{is_identifier, refuse, unplaced};
use super::resource::Resource;
use super::settings::Settings;

/// Files larger than this are no configuration. Bytes.
const LARGEST_FILE: u64 = 64 << 20;

/// Reads the module in a folder; as much as can be read, and what is wrong with it.
pub fn read_module(folder: &Path, shown_folder: &str) -> (Module, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let mut module = Module {
        folder: folder.to_owned(),
        shown_folder: shown_folder.to_owned(),
        ..Module::default()
    };
    let files = match ModuleFiles::list(folder) {
        Ok(files) => files,
        Err(error) => {
            diagnostics.push(error);
            return (module, diagnostics);
        }
    };
    for file in &files.primary {
        for block in blocks_of(file, shown_folder, &mut diagnostics) {
            add(&mut module, &block, &mut diagnostics);
        }
    }
    for file in &files.overrides {
        for block in blocks_of(file, shown_folder, &mut diagnostics) {
            overrides::apply(&mut module, &block, &mut diagnostics);
        }
    }
    module.settings.check_backend(&mut diagnostics);
    module_checks::check(&module, &mut diagnostics);
    (module, diagnostics)
}

/// The name of a file in messages.
fn shown_name(file: &Path, shown_folder: &str) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    match shown_folder {
        "." | "" => name.into_owned(),
        folder => format!("{folder}/{name}"),
    }
}

/// The bytes of a file; not of a pipe or a device, which may have no end.
pub(super) fn read_file(file: &Path) -> std::io::Result<Vec<u8>> {
    if !fs::metadata(file)?.is_file() {
        return Err(std::io::Error::other("it is no file"));
    }
    let mut bytes = Vec::new();
    let size = fs::File::open(file)?
        .take(LARGEST_FILE + 1)
        .read_to_end(&mut bytes)?;
    match size as u64 > LARGEST_FILE {
        true => Err(std::io::Error::other("it is too large")),
        false => Ok(bytes),
    }
}

fn blocks_of(file: &Path, shown_folder: &str, diagnostics: &mut Diagnostics) -> Vec<Block> {
    let name = shown_name(file, shown_folder);
    let text = match read_file(file) {
        Ok(text) => text,
        Err(error) => {
            let detail = format!("{name}: {error}");
            diagnostics.push(unplaced("a file cannot be read", detail));
            return Vec::new();
        }
    };
    match parse_body(&name, &text) {
        Err(found) => {
            diagnostics.extend(found);
            Vec::new()
        }
        Ok(body) => {
            let (content, found) = body.content(&blocks::file());
            diagnostics.extend(found);
            content.blocks
        }
    }
}

fn add(module: &mut Module, block: &Block, diagnostics: &mut Diagnostics) {
    match block.name.as_str() {
        "terraform" => module.settings.read(block, false, diagnostics),
        "language" => Settings::read_language(block, diagnostics),
        "required_providers" => {
            let detail = "write the block in a block `terraform`";
            let message = "the block `required_providers` is not valid here";
            diagnostics.push(Diagnostic::error(message, detail, &block.span));
        }
        "ephemeral" => {
            let name = block.labels.first().map_or("", |it| it.text.as_str());
            let advice = "a program of Lumi can open it, see `lumi.ephemeral`";
            refuse(
                &format!("the ephemeral resource `{name}`"),
                advice,
                &block.span,
                diagnostics,
            );
        }
        "locals" => add_locals(module, block, diagnostics),
        "moved" => module.moved.extend(Moved::read(block, diagnostics)),
        "import" => module.imports.extend(ImportBlock::read(block, diagnostics)),
        "removed" => module.removed.extend(Removed::read(block, diagnostics)),
        _ => add_named(module, block, diagnostics),
    }
}

fn add_named(module: &mut Module, block: &Block, diagnostics: &mut Diagnostics) {
    match block.name.as_str() {
        "provider" => {
            if let Some(it) = ProviderBlock::read(block, diagnostics) {
                insert(
                    &mut module.providers,
                    it.key(),
                    it,
                    |it| &it.span,
                    "a provider",
                    diagnostics,
                );
            }
        }
        "variable" => {
            if let Some(it) = Variable::read(block, false, diagnostics) {
                insert(
                    &mut module.variables,
                    it.name.clone(),
                    it,
                    |it| &it.span,
                    "a variable",
                    diagnostics,
                );
            }
        }
        "output" => {
            if let Some(it) = Output::read(block, false, diagnostics) {
                insert(
                    &mut module.outputs,
                    it.name.clone(),
                    it,
                    |it| &it.span,
                    "an output",
                    diagnostics,
                );
            }
        }
        _ => add_object(module, block, diagnostics),
    }
}

fn add_object(module: &mut Module, block: &Block, diagnostics: &mut Diagnostics) {
    match block.name.as_str() {
        "module" => {
            if let Some(it) = ModuleCall::read(block, false, diagnostics) {
                insert(
                    &mut module.calls,
                    it.name.clone(),
                    it,
                    |it| &it.span,
                    "a module",
                    diagnostics,
                );
            }
        }
        "check" => {
            if let Some(it) = Check::read(block, diagnostics) {
                insert(
                    &mut module.checks,
                    it.name.clone(),
                    it,
                    |it| &it.span,
                    "a check",
                    diagnostics,
                );
            }
        }
        _ => {
            if let Some(it) = Resource::read(block, diagnostics) {
                insert(
                    &mut module.resources,
                    it.address(),
                    it,
                    |it| &it.span,
                    "a resource",
                    diagnostics,
                );
            }
        }
    }
}

/// Adds what has a name that nothing else of its kind can have.
fn insert<K: std::hash::Hash + Eq, V>(
    all: &mut IndexMap<K, V>,
    key: K,
    value: V,
    span: impl Fn(&V) -> &Span,
    what: &str,
    diagnostics: &mut Diagnostics,
) {
    match all.entry(key) {
        Entry::Vacant(place) => {
            place.insert(value);
        }
        Entry::Occupied(first) => {
            let place = span(first.get());
            let detail = format!(
                "it is declared in {}, line {} already",
                place.file(),
                place.position().0
            );
            diagnostics.push(Diagnostic::error(
                format!("{what} is declared twice"),
                detail,
                span(&value),
            ));
        }
    }
}

fn add_locals(module: &mut Module, block: &Block, diagnostics: &mut Diagnostics) {
    let (attributes, found) = block.body.just_attributes();
    diagnostics.extend(found);
    for attribute in attributes {
        if !is_identifier(&attribute.name) {
            let detail = format!("`{}` is no name", attribute.name);
            diagnostics.push(Diagnostic::error(
                "the name of a local value is not valid",
                detail,
                &attribute.name_span,
            ));
        }
        let local = Local {
            value: attribute.expression,
            span: attribute.span,
        };
        insert(
            &mut module.locals,
            attribute.name,
            local,
            |it| &it.span,
            "a local value",
            diagnostics,
        );
    }
}
