//! Decides whether a file is an ES module or CommonJS.

use std::path::Path;

use deno_core::url::Url;

use crate::modules::commonjs;
use crate::modules::error::LoadError;
use crate::modules::source::read_text;

use super::Packages;
use super::manifest::PackageType;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// ES modules, including TypeScript, JSON, and other importable files.
    Module,
    CommonJs,
}

impl Packages {
    /// Decides as Node does within packages; the program's own files are ES modules unless they end
    /// in `.cjs`. `file` must be a real, readable path.
    pub fn format(&mut self, file: &Path) -> Result<Format, LoadError> {
        match file.extension().and_then(|it| it.to_str()) {
            Some("cjs") => return Ok(Format::CommonJs),
            Some("js") | None if self.is_packaged(file) => {}
            _ => return Ok(Format::Module),
        }
        if let Some(known) = self.formats.get(file) {
            return Ok(*known);
        }
        let folder = file.parent().unwrap_or(file);
        let scope = self.scope(folder)?;
        let package_type = scope.map_or(PackageType::Unknown, |it| it.package_type());
        let format = match package_type {
            PackageType::Module => Format::Module,
            PackageType::CommonJs => Format::CommonJs,
            PackageType::Unknown => self.guess(file)?,
        };
        self.formats.insert(file.to_owned(), format);
        Ok(format)
    }

    /// Decides by the text if the package does not.
    fn guess(&self, file: &Path) -> Result<Format, LoadError> {
        let text = read_text(file, &self.shown(file))?;
        let is_module =
            Url::from_file_path(file).is_ok_and(|url| commonjs::has_module_syntax(&url, &text));
        Ok(if is_module {
            Format::Module
        } else {
            Format::CommonJs
        })
    }
}
