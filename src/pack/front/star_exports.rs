//! `export * from`: the names that it exports.

use std::collections::{BTreeSet, HashMap, HashSet};

use deno_ast::swc::common::BytePos;

use crate::il::{Export, ExportTarget, Import, OWN_PACKAGE, Token};

use super::CompiledModule;

/// All exports of a module of the program, which another one exports, too.
#[derive(Clone, Debug)]
pub struct StarExport {
    /// The entry of the imports that stands in its place.
    pub import: usize,
    pub module: Token,
    pub at: BytePos,
}

/// A module and the name of an export of it.
type Place = (String, String);

struct Exports<'m> {
    explicit: HashMap<&'m str, HashMap<&'m str, &'m ExportTarget>>,
    stars: HashMap<&'m str, &'m [StarExport]>,
}

/// Adds the exports of each `export *` by their names. As in ECMAScript, a name that two modules give to different
/// declarations is not exported. Returns each `export *` that leads back to its own module, as the index of the module
/// and the place in it: the names of a circle have no order.
pub fn name_exports(
    modules: &mut [CompiledModule],
    stars: &[Vec<StarExport>],
) -> Vec<(usize, BytePos)> {
    if stars.iter().all(Vec::is_empty) {
        return Vec::new();
    }
    let circles;
    let found: Vec<_> = {
        let exports = Exports::of(modules, stars);
        circles = exports.circles(modules, stars);
        let each = modules.iter().zip(stars);
        each.map(|(it, stars)| exports.named(&it.module.name, stars))
            .collect()
    };
    for ((compiled, stars), named) in modules.iter_mut().zip(stars).zip(found) {
        let module = &mut compiled.module;
        for (star, names) in stars.iter().zip(named).rev() {
            let tokens: Vec<Token> = names.iter().map(|it| star.module.sibling(it)).collect();
            let imports = tokens.iter().map(|token| Import {
                token: token.clone(),
                alias: String::new(),
                is_type: false,
            });
            // A module without names is evaluated all the same.
            if !names.is_empty() {
                module.imports.splice(star.import..=star.import, imports);
            }
            let exports = names.into_iter().zip(tokens).map(|(name, token)| Export {
                name,
                value: ExportTarget::Token(token),
            });
            module.exports.extend(exports);
        }
        module.exports.sort_by(|a, b| a.name.cmp(&b.name));
    }
    circles
}

/// Leaves out entries of the imports that are there for an export alone, and that an earlier entry stands for.
pub fn list_once(compiled: &mut CompiledModule) {
    let mut seen = HashSet::new();
    let imports = &mut compiled.module.imports;
    imports.retain(|it| !it.alias.is_empty() || it.is_type || seen.insert(it.token.clone()));
}

impl<'m> Exports<'m> {
    fn of(modules: &'m [CompiledModule], stars: &'m [Vec<StarExport>]) -> Self {
        let explicit = modules.iter().map(|it| {
            let exports = it.module.exports.iter();
            let exports = exports.map(|it| (it.name.as_str(), &it.value));
            (it.module.name.as_str(), exports.collect())
        });
        let names = modules.iter().map(|it| it.module.name.as_str());
        Self {
            explicit: explicit.collect(),
            stars: names.zip(stars.iter().map(Vec::as_slice)).collect(),
        }
    }

    fn circles(
        &self,
        modules: &[CompiledModule],
        stars: &[Vec<StarExport>],
    ) -> Vec<(usize, BytePos)> {
        let mut found = Vec::new();
        for (index, list) in stars.iter().enumerate() {
            for star in list {
                let mut seen = HashSet::new();
                self.names(star.module.module(), &mut seen, &mut BTreeSet::new());
                if seen.contains(&modules[index].module.name) {
                    found.push((index, star.at));
                }
            }
        }
        found
    }

    /// The names of each `export *` of a module.
    fn named(&self, module: &str, stars: &[StarExport]) -> Vec<Vec<String>> {
        let own = self.explicit.get(module);
        let mut taken: HashSet<&str> = own.into_iter().flat_map(|it| it.keys().copied()).collect();
        taken.insert("default");
        let mut named = Vec::new();
        for star in stars {
            let mut names = BTreeSet::new();
            self.names(star.module.module(), &mut HashSet::new(), &mut names);
            names.retain(|it| !taken.contains(it));
            let mut found = Vec::new();
            for name in names {
                let mut origins = BTreeSet::new();
                self.origins(module, name, &mut HashSet::new(), &mut origins);
                if origins.len() == 1 {
                    taken.insert(name);
                    found.push(name.to_owned());
                }
            }
            named.push(found);
        }
        named
    }

    fn names(&self, module: &str, seen: &mut HashSet<String>, names: &mut BTreeSet<&'m str>) {
        if !seen.insert(module.to_owned()) {
            return;
        }
        let own = self.explicit.get(module);
        names.extend(own.into_iter().flat_map(|it| it.keys().copied()));
        for star in self.stars.get(module).copied().unwrap_or_default() {
            self.names(star.module.module(), seen, names);
        }
    }

    /// The declarations that a name may mean, as tokens.
    fn origins(
        &self,
        module: &str,
        name: &str,
        seen: &mut HashSet<Place>,
        found: &mut BTreeSet<Token>,
    ) {
        let place = (module.to_owned(), name.to_owned());
        if !seen.insert(place) {
            return;
        }
        match self.explicit.get(module).and_then(|it| it.get(name)) {
            Some(ExportTarget::Token(token)) if token.is_own() && !token.is_namespace() => {
                self.origins(token.module(), token.name(), seen, found);
            }
            Some(ExportTarget::Token(token)) => {
                found.insert(token.clone());
            }
            Some(_) => {
                found.insert(Token::new(OWN_PACKAGE, module, name));
            }
            None if name == "default" => {}
            None => {
                for star in self.stars.get(module).copied().unwrap_or_default() {
                    self.origins(star.module.module(), name, seen, found);
                }
            }
        }
    }
}
