//! Positions of errors that have none: a thrown value other than an Error, and a wrong export.

use std::collections::BTreeSet;

use deno_ast::swc::sourcemap::SourceMap;
use deno_core::url::Url;

use lumi_graph::SourcePosition;

use crate::errors::position::display_file;

use super::export_site;
use super::throw_sites;
use crate::modules::loader::ModuleLoader;
use crate::modules::media::Media;
use crate::modules::source::read_text;

impl ModuleLoader {
    /// Statements in `entry` and its imports that may have thrown a value other than an Error;
    /// `message` is the value as text.
    pub fn throw_sites(&self, entry: &Url, message: &str) -> Vec<SourcePosition> {
        let look = |url: &Url, file: &str, media: Media, text: &str| {
            throw_sites::find(url, file, media, text, message)
        };
        let in_memory = self.memory_sites(look);
        if self.memory.get().is_some_and(|it| it.has_program) {
            return in_memory;
        }
        let state = self.state.borrow();
        let urls: BTreeSet<&Url> = state.resolver.files().chain([entry]).collect();
        let files = urls
            .into_iter()
            .filter_map(|url| Some((url, url.to_file_path().ok()?)));
        let sites = files.flat_map(|(url, path)| {
            let file = display_file(url.as_str(), &self.project);
            let text = read_text(&path, &file).unwrap_or_default();
            look(url, &file, Media::of(&path), &text)
        });
        sites.chain(in_memory).collect()
    }

    /// The position of the export `name` in the module at `url`.
    pub fn export_site(&self, url: &Url, name: &str) -> Option<SourcePosition> {
        let look = |url: &Url, file: &str, media: Media, text: &str| {
            export_site::find(url, file, media, text, name)
        };
        if self.memory.get().is_some_and(|it| it.get(url).is_some()) {
            let entry = url;
            let sites = self.memory_sites(|url, file, media, text| match url == entry {
                true => look(url, file, media, text).into_iter().collect(),
                false => Vec::new(),
            });
            return sites.into_iter().next();
        }
        let path = self.readable(&url.to_file_path().ok()?).ok()?;
        let file = display_file(url.as_str(), &self.project);
        let text = read_text(&path, &file).ok()?;
        look(url, &file, Media::of(&path), &text)
    }

    /// Advice for a name that V8 did not find among the exports of a module that has a type of that name.
    pub(in crate::modules) fn type_advice(&self, specifier: &str, name: &str) -> Option<String> {
        let state = self.state.borrow();
        let mut urls = state.resolver.urls_of(specifier);
        let is_type = urls.any(|url| {
            let Some(path) = url.to_file_path().ok() else {
                return false;
            };
            let media = Media::of(&path);
            if !media.is_transpiled() {
                return false;
            }
            let file = display_file(url.as_str(), &self.project);
            let text = read_text(&path, &file).unwrap_or_default();
            export_site::is_type(url, &file, media, &text, name)
        });
        is_type.then(|| {
            format!(
                "; it is a type there, which is gone when the program runs: write \"import {{ type {name} }}\" or \
                 \"export {{ type {name} }}\""
            )
        })
    }

    /// Positions in the code of modules that are in no file, as those of their sources.
    fn memory_sites(
        &self,
        look: impl Fn(&Url, &str, Media, &str) -> Vec<SourcePosition>,
    ) -> Vec<SourcePosition> {
        let Some(modules) = self.memory.get() else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for (url, code, map) in modules.scripts() {
            let file = display_file(url.as_str(), &self.project);
            let Ok(map) = SourceMap::from_slice(map.as_bytes()) else {
                continue;
            };
            let sites = look(&url, &file, Media::JavaScript, code);
            found.extend(sites.into_iter().filter_map(|it| {
                let (line, column) = (it.line.checked_sub(1)?, it.column.checked_sub(1)?);
                let token = map.lookup_token(line, column)?;
                Some(SourcePosition {
                    line: token.get_src_line() + 1,
                    column: token.get_src_col() + 1,
                    ..it
                })
            }));
        }
        found
    }
}
