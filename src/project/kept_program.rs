//! Programs in compiled languages that are kept from one run to the next, while the files that they were made of are the same.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::UNIX_EPOCH;

use lumi_graph::sha256_hex;
use lumi_host::ModuleCache;
use lumi_pack::{PackedProgram, SourceFiles};
use serde::{Deserialize, Serialize};

use super::project_settings::ProjectSettings;
use crate::process_environment::{cache_folder, executable};

/// Longer texts are not kept.
const MAX_TEXT: usize = 64 << 20;

/// The answers that the compiler got from the project.
#[derive(Debug, Default, PartialEq, Eq)]
struct Answers {
    /// The hash of each file; `None` if it cannot be read.
    files: BTreeMap<String, Option<String>>,
    /// The file that each specifier (second) means in a file (first).
    resolved: BTreeMap<(String, String), Result<String, String>>,
    /// The files of each folder (first) that have an extension (second).
    listed: BTreeMap<(String, String), Vec<String>>,
    libraries: BTreeMap<String, bool>,
}

/// Files that write down what they are asked.
pub struct RecordedFiles<'f> {
    files: &'f mut dyn SourceFiles,
    answers: RefCell<Answers>,
}

impl<'f> RecordedFiles<'f> {
    pub fn new(files: &'f mut dyn SourceFiles) -> Self {
        Self {
            files,
            answers: RefCell::default(),
        }
    }
}

impl SourceFiles for RecordedFiles<'_> {
    fn resolve(&mut self, specifier: &str, importer: &str) -> Result<String, String> {
        let answer = self.files.resolve(specifier, importer);
        let key = (importer.to_owned(), specifier.to_owned());
        self.answers.get_mut().resolved.insert(key, answer.clone());
        answer
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        let answer = self.files.read(file);
        let hash = answer.as_ref().ok().map(|it| digest(it));
        self.answers.get_mut().files.insert(file.to_owned(), hash);
        answer
    }

    fn listed(&mut self, folder: &str, extension: &str) -> Vec<String> {
        let answer = self.files.listed(folder, extension);
        let key = (folder.to_owned(), extension.to_owned());
        self.answers.get_mut().listed.insert(key, answer.clone());
        answer
    }

    fn is_library(&self, package: &str) -> bool {
        let answer = self.files.is_library(package);
        let mut answers = self.answers.borrow_mut();
        answers.libraries.insert(package.to_owned(), answer);
        answer
    }
}

impl Answers {
    /// Whether the project still answers so.
    fn are_those_of(&self, files: &mut dyn SourceFiles) -> bool {
        let is_same = |(file, hash): (&String, &Option<String>)| {
            files.read(file).ok().map(|it| digest(&it)) == *hash
        };
        self.files.iter().all(is_same)
            && self
                .resolved
                .iter()
                .all(|((importer, specifier), it)| files.resolve(specifier, importer) == *it)
            && self
                .listed
                .iter()
                .all(|((folder, extension), it)| files.listed(folder, extension) == *it)
            && self
                .libraries
                .iter()
                .all(|(name, it)| files.is_library(name) == *it)
    }
}

#[derive(Serialize, Deserialize)]
struct Kept {
    /// Pairs, as JSON has no other keys than texts.
    files: Vec<(String, Option<String>)>,
    resolved: Vec<((String, String), Result<String, String>)>,
    listed: Vec<((String, String), Vec<String>)>,
    libraries: Vec<(String, bool)>,
    program: PackedProgram,
}

/// The place of one program in the cache of what was verified.
pub struct KeptProgram {
    cache: ModuleCache,
    name: String,
}

impl KeptProgram {
    /// `None` if programs cannot be distinguished from those of another build of lumi.
    pub fn of(entry: &Path, settings: &ProjectSettings) -> Option<Self> {
        let build = executable()?.metadata().ok()?;
        let changed = build.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        let facts = (
            "compiled program",
            (build.len(), changed.as_nanos()),
            entry,
            &settings.folder,
            &settings.name,
        );
        Some(Self {
            cache: ModuleCache::of_texts(cache_folder()),
            name: digest(&format!("{facts:?}")),
        })
    }

    /// The program, if it was made of the same files.
    pub fn load(&self, files: &mut dyn SourceFiles) -> Option<PackedProgram> {
        let text = self.cache.load_text(&self.name)?;
        let kept: Kept = serde_json::from_str(&text).ok()?;
        let answers = Answers {
            files: kept.files.into_iter().collect(),
            resolved: kept.resolved.into_iter().collect(),
            listed: kept.listed.into_iter().collect(),
            libraries: kept.libraries.into_iter().collect(),
        };
        answers.are_those_of(files).then_some(kept.program)
    }

    /// A program that cannot be stored is compiled again in the next run.
    pub fn store(&self, files: RecordedFiles<'_>, program: &PackedProgram) {
        let answers = files.answers.into_inner();
        let kept = Kept {
            files: answers.files.into_iter().collect(),
            resolved: answers.resolved.into_iter().collect(),
            listed: answers.listed.into_iter().collect(),
            libraries: answers.libraries.into_iter().collect(),
            program: program.clone(),
        };
        if let Ok(text) = serde_json::to_string(&kept)
            && text.len() <= MAX_TEXT
        {
            self.cache.store_text(&self.name, &text);
        }
    }
}

fn digest(text: &str) -> String {
    sha256_hex(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone)]
    struct Texts(BTreeMap<&'static str, &'static str>, bool);

    impl SourceFiles for Texts {
        fn resolve(&mut self, specifier: &str, _: &str) -> Result<String, String> {
            self.read(specifier).map(|_| specifier.to_owned())
        }

        fn read(&mut self, file: &str) -> Result<String, String> {
            let text = self.0.get(file).map(|it| (*it).to_owned());
            text.ok_or_else(|| "absent".to_owned())
        }

        fn listed(&mut self, _: &str, extension: &str) -> Vec<String> {
            let names = self.0.keys().filter(|it| it.ends_with(extension));
            names.map(|it| (*it).to_owned()).collect()
        }

        fn is_library(&self, _: &str) -> bool {
            self.1
        }
    }

    #[test]
    fn answers_are_compared() {
        let mut texts = Texts([("a.py", "1"), ("b.ts", "2")].into(), false);
        let mut recorded = RecordedFiles::new(&mut texts);
        assert!(recorded.read("a.py").is_ok());
        assert!(recorded.read("c.py").is_err());
        assert!(recorded.resolve("b.ts", "a.py").is_ok());
        assert_eq!(recorded.listed("", "go"), Vec::<String>::new());
        assert!(!recorded.is_library("web"));
        let answers = recorded.answers.into_inner();
        assert!(answers.are_those_of(&mut texts));
        let mut others = vec![texts.clone(); 5];
        others[0].0.insert("a.py", "3");
        others[1].0.insert("c.py", "4");
        others[2].0.remove("b.ts");
        others[3].1 = true;
        others[4].0.insert("e.go", "6");
        for mut it in others {
            assert!(!answers.are_those_of(&mut it));
        }
        // A file that nothing asked for does not count.
        texts.0.insert("d.py", "5");
        assert!(answers.are_those_of(&mut texts));
    }
}
