//! Decides whether a file is an ES module or CommonJS.

use std::path::Path;

use deno_core::url::Url;

use crate::modules::error::LoadError;
use crate::modules::media::Media;
use crate::modules::require::commonjs;
use crate::modules::source::read_text;

use super::{Packages, Rules};
use lumi_node::package_json::PackageType;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// ES modules, including TypeScript, JSON, and other importable files.
    Module,
    CommonJs,
}

impl Packages {
    /// Decides as Node does within packages. The program's own files are ES modules unless their
    /// extension or `"type"` in package.json says otherwise. `file` must be a real, readable path.
    pub fn format(&mut self, file: &Path) -> Result<Format, LoadError> {
        let is_own = !self.is_packaged(file);
        if is_own && self.rules == Rules::Compiled {
            return self.compiled_format(file);
        }
        let is_asked = match file.extension().and_then(|it| it.to_str()) {
            Some("cjs") => return Ok(Format::CommonJs),
            Some("js") | None if !is_own || self.rules == Rules::Node => true,
            Some("cts") => true,
            Some("js" | "jsx" | "ts" | "tsx") if is_own => true,
            _ => false,
        };
        if !is_asked {
            return Ok(Format::Module);
        }
        if let Some(known) = self.formats.get(file) {
            return Ok(*known);
        }
        let format = match is_own {
            _ if file.extension().is_some_and(|it| it == "cts") => self.typed_format(file)?,
            true if self.rules == Rules::Node
                && matches!(Media::of(file), Media::JavaScript | Media::Other) =>
            {
                self.packaged_format(file)?
            }
            true => self.own_format(file)?,
            false => self.packaged_format(file)?,
        };
        self.formats.insert(file.to_owned(), format);
        Ok(format)
    }

    /// Gives the program's own JavaScript files the formats that they have in Node.
    pub fn decide_as_node(&mut self) {
        self.rules = Rules::Node;
    }

    /// Gives the program's own files the formats that they have in Node with a compiler of TypeScript.
    pub fn decide_as_compiled(&mut self) {
        self.rules = Rules::Compiled;
    }

    /// The compiler makes CommonJS of TypeScript, unless package.json or the extension says otherwise.
    fn compiled_format(&mut self, file: &Path) -> Result<Format, LoadError> {
        let is_typed = match file.extension().and_then(|it| it.to_str()) {
            Some("mjs" | "mts") => return Ok(Format::Module),
            Some("cjs" | "cts") => return Ok(Format::CommonJs),
            Some("ts" | "tsx" | "jsx") => true,
            Some("json") => return Ok(Format::Module),
            _ => false,
        };
        if !is_typed {
            return self.packaged_format(file);
        }
        let scope = self.scope(file.parent().unwrap_or(file))?;
        let is_module = scope.is_some_and(|it| it.package_type() == PackageType::Module);
        Ok(match is_module {
            true => Format::Module,
            false => Format::CommonJs,
        })
    }

    fn packaged_format(&mut self, file: &Path) -> Result<Format, LoadError> {
        let folder = file.parent().unwrap_or(file);
        let scope = self.scope(folder)?;
        let package_type = scope.map_or(PackageType::Unknown, |it| it.package_type());
        Ok(match package_type {
            PackageType::Module => Format::Module,
            PackageType::CommonJs => Format::CommonJs,
            PackageType::Unknown => self.guess(file)?,
        })
    }

    /// Only a package.json that says so makes the program's own files CommonJS.
    fn own_format(&mut self, file: &Path) -> Result<Format, LoadError> {
        let project = self.project.clone();
        let folders = file.ancestors().skip(1);
        let mut scope = None;
        for folder in folders.take_while(|it| it.starts_with(&project)) {
            scope = self.manifest(folder)?;
            if scope.is_some() {
                break;
            }
        }
        if scope.map(|it| it.package_type()) != Some(PackageType::CommonJs) {
            return Ok(Format::Module);
        }
        match Media::of(file) {
            Media::TypeScript | Media::Tsx => self.typed_format(file),
            _ => Ok(Format::CommonJs),
        }
    }

    /// TypeScript that may be CommonJS. With `import` and `export` it is an ES module: compilers
    /// take both for any file, and npm writes `"type": "commonjs"` by itself.
    fn typed_format(&self, file: &Path) -> Result<Format, LoadError> {
        let text = read_text(file, &self.shown(file))?;
        let url = Url::from_file_path(file);
        let is_module =
            url.is_ok_and(|url| commonjs::is_typed_module(&url, Media::of(file), &text));
        Ok(match is_module {
            true => Format::Module,
            false => Format::CommonJs,
        })
    }

    /// Decides by the text if the package does not.
    fn guess(&self, file: &Path) -> Result<Format, LoadError> {
        let text = read_text(file, &self.shown(file))?;
        let is_module = commonjs::may_be_module(&text)
            && Url::from_file_path(file).is_ok_and(|url| self.guesses.is_module(&url, &text));
        Ok(if is_module {
            Format::Module
        } else {
            Format::CommonJs
        })
    }

    /// Why a file is CommonJS, for an error.
    pub fn commonjs_rule(&self, file: &Path) -> String {
        match file.extension().and_then(|it| it.to_str()) {
            Some("cjs") => "files that end in .cjs are CommonJS".to_owned(),
            _ if self.is_packaged(file) => {
                "the package.json of the package does not say \"type\": \"module\"".to_owned()
            }
            _ => "package.json says \"type\": \"commonjs\"".to_owned(),
        }
    }
}
