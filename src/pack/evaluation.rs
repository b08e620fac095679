//! The modules that a package is run and raised as.

use lumi_closure::nesting::with_stack;

use crate::archive::MAX_DEPTH;
use crate::print::{Script, script, source};
use crate::verify::Pack;

impl Pack {
    /// The modules as JavaScript, with source maps to the files that they were compiled from.
    pub fn scripts(&self) -> Vec<Script> {
        let files = self.module_files();
        let entries = self.manifest.modules.iter().zip(&self.modules);
        with_stack(MAX_DEPTH, || {
            entries
                .map(|(entry, module)| script(module, &entry.file, &self.texts, &files))
                .collect()
        })
    }

    /// The modules as TypeScript: file and text. Built again, they give the same code.
    pub fn sources(&self) -> Vec<(String, String)> {
        let files = self.module_files();
        let entries = self.manifest.modules.iter().zip(&self.modules);
        with_stack(MAX_DEPTH, || {
            let sources = entries.map(|(entry, module)| {
                (
                    raised_file(&entry.file),
                    source(module, &self.texts, &files),
                )
            });
            sources.collect()
        })
    }

    /// The files that modules import as data.
    pub fn data(&self) -> impl Iterator<Item = (&str, &str)> {
        self.data
            .iter()
            .map(|(file, text)| (file.as_str(), text.as_str()))
    }

    /// The file of the module that a run begins with.
    pub fn entry(&self) -> &str {
        let mut entries = self.manifest.modules.iter();
        entries
            .find(|it| it.name == self.manifest.entry)
            .map_or("", |it| &it.file)
    }
}

impl Pack {
    /// The file of the entry module in raised source.
    pub fn raised_entry(&self) -> String {
        raised_file(self.entry())
    }
}

/// Raised source is TypeScript.
fn raised_file(file: &str) -> String {
    match file.strip_suffix(".js").or(file.strip_suffix(".mjs")) {
        Some(stem) => format!("{stem}.ts"),
        None => file.to_owned(),
    }
}
