//! Guesses of the format of large files, kept in the cache of modules: to parse such a file takes longer than to load its
//! compiled code.

use std::rc::Rc;

use deno_core::url::Url;

use crate::modules::caches::cache::ModuleCache;
use crate::modules::require::commonjs;
use crate::modules::transpile::Emitted;

/// The size in bytes from which a guess is kept. The guess of a smaller file takes no longer than the file of an entry.
const LARGE: usize = 16 << 10;

/// The code of an entry, by the answer.
const ANSWERS: [&str; 2] = ["script", "module"];

/// A cache of guesses by the text of the file; without one, each is made anew.
#[derive(Default)]
pub struct KeptGuesses(Option<Rc<ModuleCache>>);

impl KeptGuesses {
    pub fn new(cache: Rc<ModuleCache>) -> Self {
        Self(Some(cache))
    }

    /// Whether a text is valid only as an ES module.
    pub fn is_module(&self, url: &Url, text: &str) -> bool {
        let cache = self.0.as_ref().filter(|it| it.is_kept());
        let Some(cache) = cache.filter(|_| text.len() >= LARGE) else {
            return commonjs::is_module(url, text);
        };
        let key = ModuleCache::key(text, &"module syntax");
        if let Some(kept) = cache.load(&key) {
            return *kept.emitted.code == *ANSWERS[1];
        }
        let is_module = commonjs::is_module(url, text);
        let answer = Emitted {
            code: ANSWERS[usize::from(is_module)].into(),
            map: None,
        };
        cache.store(&key, &answer, &[]);
        is_module
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_file_is_parsed_once() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Rc::new(ModuleCache::new(Some(folder.path().to_owned())));
        let guesses = KeptGuesses::new(Rc::clone(&cache));
        let url = Url::parse("file:///p/a.js").unwrap();
        let filler = "x".repeat(LARGE);
        for (text, wanted) in [("export {};", true), ("exports.a = 1;", false)] {
            let text = format!("{text} // {filler}");
            assert_eq!(guesses.is_module(&url, &text), wanted);
            let key = ModuleCache::key(&text, &"module syntax");
            assert_eq!(
                &*cache.load(&key).unwrap().emitted.code,
                ANSWERS[usize::from(wanted)]
            );
            // The kept answer is what counts.
            let other = Emitted {
                code: ANSWERS[usize::from(!wanted)].into(),
                map: None,
            };
            cache.store(&key, &other, &[]);
            assert_eq!(guesses.is_module(&url, &text), !wanted);
        }
        assert!(guesses.is_module(&url, "export {};"));
        assert!(KeptGuesses::default().is_module(&url, &format!("export {{}}; // {filler}")));
    }
}
