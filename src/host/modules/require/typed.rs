//! The code that a compiler of TypeScript in the program makes of its files (`js/pulumi/typescript.ts`), kept in the cache
//! of modules.

use std::path::Path;
use std::sync::Arc;

use crate::modules::caches::cache::{Key, ModuleCache};
use crate::modules::error::LoadError;
use crate::modules::loader::ModuleLoader;
use crate::modules::source::read_text;
use crate::modules::transpile::Emitted;

/// The code of one file.
pub struct TypedCode {
    pub key: Key,
    pub emitted: Emitted,
    pub code_cache: Option<Vec<u8>>,
}

impl ModuleLoader {
    /// Finds the code that the compiler made of a file in an earlier run, for the next load of the file. `compiler` names
    /// its version and settings. Returns the text that it must compile if there is none.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn typed_text(&self, path: &Path, compiler: &str) -> Result<Option<String>, LoadError> {
        let text = read_text(&self.readable(path)?, &self.shown_path(path))?;
        let key = typed_key(&text, compiler);
        let Some(entry) = self.cache.load(&key) else {
            return Ok(Some(text));
        };
        let code = TypedCode {
            key,
            emitted: entry.emitted,
            code_cache: entry.code_cache,
        };
        self.state.borrow_mut().typed.insert(path.to_owned(), code);
        Ok(None)
    }

    /// Takes the code that the compiler has made of a text, for the next load of the file.
    pub fn keep_typed(&self, path: &Path, compiler: &str, text: &str, emitted: Emitted) {
        let code = TypedCode {
            key: typed_key(text, compiler),
            emitted,
            code_cache: None,
        };
        self.state.borrow_mut().typed.insert(path.to_owned(), code);
    }
}

fn typed_key(text: &str, compiler: &str) -> Key {
    ModuleCache::key(text, &("typed", compiler))
}

/// The code of a compiler, with its source map if it is not empty.
pub fn emitted(code: &str, map: &str) -> Emitted {
    Emitted {
        code: code.into(),
        map: (!map.is_empty()).then(|| Arc::from(map)),
    }
}
