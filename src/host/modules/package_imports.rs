//! The imports of modules of packages: classes are made for names that importers ask for.
//!
//! The module of a large package exports thousands of names. Its bindings are set in parts of neighbouring names: when it
//! is evaluated, its importers are known, and so is what they ask for by their texts (`asked_names.rs`). An import that
//! follows leads to a module that sets the rest and exports the same bindings.

use std::collections::{BTreeSet, HashMap};

use super::asked_names::Names;

/// The number of names of one part.
pub const PART: usize = 64;

/// The imports of the packages of a program, by the name of the package.
#[derive(Default)]
pub struct PackageImports(HashMap<String, Imports>);

#[derive(Default)]
struct Imports {
    /// The URLs of the importers, each with its specifier.
    importers: BTreeSet<(String, String)>,
    /// Whether an import asks for all names, as `import()` does.
    is_whole: bool,
    /// Whether the module was evaluated without some of its parts.
    lacks_parts: bool,
}

impl PackageImports {
    /// Takes note of an import. Returns whether it must set the rest of the parts.
    pub fn add(&mut self, package: &str, specifier: &str, referrer: &str, is_whole: bool) -> bool {
        let imports = self.0.entry(package.to_owned()).or_default();
        imports.is_whole |= is_whole;
        let importer = (referrer.to_owned(), specifier.to_owned());
        imports.importers.insert(importer);
        imports.lacks_parts
    }

    /// The parts of a package that its importers ask for, when it is evaluated. `names` are all that it exports, sorted,
    /// and `asked` are those that the text of an importer asks of a specifier.
    pub fn parts(
        &mut self,
        package: &str,
        names: &[&str],
        asked: impl Fn(&str, &str) -> Names,
    ) -> Vec<u32> {
        let imports = self.0.entry(package.to_owned()).or_default();
        let parts = 0_u32..;
        let all = names.chunks(PART).zip(parts);
        if imports.is_whole || names.len() <= PART {
            return all.map(|it| it.1).collect();
        }
        let mut wanted = Names::default();
        for (referrer, specifier) in &imports.importers {
            let names = asked(referrer, specifier);
            wanted.all |= names.star;
            wanted.add(&names);
        }
        let is_wanted = |part: &[&str]| part.iter().any(|it| wanted.contains(it));
        let all = all.map(|(part, number)| (is_wanted(part), number));
        let (wanted, others): (Vec<_>, Vec<_>) = all.partition(|it| it.0);
        imports.lacks_parts = !others.is_empty();
        wanted.into_iter().map(|it| it.1).collect()
    }
}

#[cfg(test)]
mod tests {
    use deno_core::url::Url;

    use super::super::asked_names::asked_names;
    use super::*;

    fn names(of: &[String]) -> Vec<&str> {
        of.iter().map(String::as_str).collect()
    }

    /// The parts of a package of 130 names that a program of this text asks for.
    fn parts(imports: &mut PackageImports, text: &str) -> Vec<u32> {
        let all: Vec<String> = (0..130).map(|it| format!("N{it:03}")).collect();
        let url = Url::parse("file:///p/index.js").unwrap();
        let asked = asked_names(&url, text).unwrap();
        imports.parts("p", &names(&all), |_, specifier| {
            asked.of(specifier).cloned().unwrap_or_else(Names::all)
        })
    }

    #[test]
    fn parts_are_those_of_the_names_that_a_text_asks_for() {
        let table = [
            ("import { N001, N129 } from 'lumi:p'", vec![0, 2]),
            ("import * as p from 'lumi:p'; new p.N064()", vec![1]),
            ("import * as p from 'lumi:p'; f(p)", vec![0, 1, 2]),
            ("export * from 'lumi:p'", vec![0, 1, 2]),
            ("import 'lumi:p'", vec![]),
            ("import { data } from 'lumi:p'", vec![]),
            ("import { N001 } from 'other'", vec![0, 1, 2]),
        ];
        for (text, wanted) in table {
            let mut imports = PackageImports::default();
            imports.add("p", "lumi:p", "file:///p/index.js", false);
            assert_eq!(parts(&mut imports, text), wanted, "{text}");
        }
    }

    #[test]
    fn an_import_after_the_evaluation_needs_the_rest() {
        let mut imports = PackageImports::default();
        let add =
            |imports: &mut PackageImports| imports.add("p", "lumi:p", "file:///p/late.js", false);
        assert!(!add(&mut imports));
        let text = "import { N001 } from 'lumi:p'";
        assert_eq!(parts(&mut imports, text), [0]);
        assert!(add(&mut imports));
    }

    #[test]
    fn an_import_of_the_whole_has_no_rest() {
        let mut imports = PackageImports::default();
        imports.add("p", "lumi:p", "file:///p/index.js", true);
        let text = "import { N001 } from 'lumi:p'";
        assert_eq!(parts(&mut imports, text), [0, 1, 2]);
        assert!(!imports.add("p", "lumi:p", "file:///p/late.js", false));
    }

    #[test]
    fn a_small_package_is_whole() {
        let mut imports = PackageImports::default();
        imports.add("p", "lumi:p", "file:///p/index.js", false);
        let found = imports.parts("p", &["A", "B"], |_, _| Names::default());
        assert_eq!(found, [0]);
        assert!(imports.parts("q", &[], |_, _| Names::default()).is_empty());
    }
}
