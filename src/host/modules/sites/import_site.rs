//! The place of an import of a module that could not be loaded.

use deno_core::ModuleLoadReferrer;
use deno_core::url::Url;
use lumi_graph::SourcePosition;

use crate::errors::position::display_file;

use crate::modules::error::{LoadError, Position};
use crate::modules::loader::ModuleLoader;
use crate::modules::source::{find_computed_import, find_import};

impl ModuleLoader {
    /// Adds the position of the import in `importer` (a URL), if known.
    pub(in crate::modules) fn located(
        &self,
        problem: LoadError,
        specifier: &str,
        importer: &str,
    ) -> LoadError {
        let has_position = matches!(
            problem,
            LoadError::Syntax { .. } | LoadError::ManifestSyntax { .. }
        );
        if has_position || !importer.starts_with("file:") {
            return problem;
        }
        let problem = Box::new(problem);
        let file = display_file(importer, &self.project);
        let text = std::fs::read_to_string(self.project.join(&file));
        let text = text.unwrap_or_default();
        let place = find_import(&text, &file, specifier);
        match place.or_else(|| find_computed_import(&text, &file)) {
            Some(position) => LoadError::ImportedAt {
                problem,
                position: Position(position),
            },
            None => LoadError::ImportedFrom {
                problem,
                importer: file,
            },
        }
    }

    /// Adds the position that V8 has for the import. Its columns are those of the source, unless the
    /// source was rewritten.
    pub(in crate::modules) fn located_by(
        &self,
        problem: LoadError,
        url: &Url,
        import: &ModuleLoadReferrer,
    ) -> LoadError {
        let importer = import.specifier.as_str();
        let is_rewritten = {
            let state = self.state.borrow();
            state.texts.get(importer).is_none_or(|it| it.map.is_some())
        };
        let numbers = (
            u32::try_from(import.line_number),
            u32::try_from(import.column_number),
        );
        match numbers {
            (Ok(line @ 1..), Ok(column @ 1..))
                if !is_rewritten && !matches!(problem, LoadError::Syntax { .. }) =>
            {
                LoadError::ImportedAt {
                    problem: Box::new(problem),
                    position: Position(SourcePosition {
                        file: display_file(importer, &self.project).into(),
                        line,
                        column,
                    }),
                }
            }
            _ => self.located(problem, url.as_str(), importer),
        }
    }
}
