//! Spreads what is known over names, until nothing changes.

use std::collections::{HashMap, HashSet};

use deno_ast::swc::atoms::Atom;

use super::finder::{Argument, Finder};
use super::holder::result_of;
use super::{Candidate, Escapes, Superclass};

pub struct Solver {
    candidates: Vec<Candidate>,
    aliases: Vec<(Atom, Atom)>,
    /// For each name the names that its values may come from.
    sources: HashMap<Atom, Vec<Atom>>,
    foreign: HashSet<Atom>,
    escaped: HashSet<Atom>,
    /// The names that the texts of closures mention.
    mentioned: HashSet<Atom>,
    has_providers: bool,
}

impl Solver {
    pub fn new(found: Vec<Finder>) -> Self {
        let mut solver = Self {
            candidates: Vec::new(),
            aliases: Vec::new(),
            sources: HashMap::new(),
            foreign: HashSet::new(),
            escaped: HashSet::new(),
            mentioned: HashSet::new(),
            has_providers: found.iter().any(|it| it.has_providers),
        };
        let mut flows = Vec::new();
        let mut arguments = Vec::new();
        let mut parameters: HashMap<Atom, Vec<Vec<Option<Atom>>>> = HashMap::new();
        let mut others = HashSet::new();
        let mut exported = Vec::new();
        for (index, it) in found.into_iter().enumerate() {
            // The exports of the first module, which is the entry, are values of a stack.
            if index == 0 {
                exported = it.exported;
            }
            solver.candidates.extend(it.candidates);
            solver.aliases.extend(it.aliases);
            solver.foreign.extend(it.foreign);
            solver.escaped.extend(it.escaped);
            flows.extend(it.flows);
            arguments.extend(it.arguments);
            others.extend(it.others);
            for (name, lists) in it.parameters {
                parameters.entry(name).or_default().extend(lists);
            }
        }
        // A function that is exported may still be called alone.
        exported.retain(|it| !parameters.contains_key(it));
        solver.escaped.extend(exported);
        others.extend(solver.foreign.iter().cloned());
        for (to, from) in flows {
            solver.sources.entry(to).or_default().push(from);
        }
        solver.pass_arguments(&arguments, &parameters, &others);
        solver.name_results();
        solver
    }

    /// An argument of a function of the program is in its parameter; that of any other function is lost.
    fn pass_arguments(
        &mut self,
        arguments: &[Argument],
        parameters: &HashMap<Atom, Vec<Vec<Option<Atom>>>>,
        others: &HashSet<Atom>,
    ) {
        for Argument {
            callee,
            index,
            name,
        } in arguments
        {
            let known = parameters.get(callee).filter(|_| !others.contains(callee));
            let targets: Option<Vec<Atom>> = known.and_then(|lists| {
                let each = lists.iter().map(|it| it.get(*index).cloned().flatten());
                each.collect()
            });
            match targets {
                Some(targets) => {
                    for target in targets {
                        self.sources.entry(target).or_default().push(name.clone());
                    }
                }
                None => drop(self.escaped.insert(name.clone())),
            }
        }
    }

    /// A function that escapes may be called, so that its results escape. Two names of a function name its results twice.
    fn name_results(&mut self) {
        let mut bases: HashSet<Atom> = self
            .candidates
            .iter()
            .flat_map(|it| it.names.clone())
            .collect();
        bases.extend(
            self.aliases
                .iter()
                .flat_map(|it| [it.0.clone(), it.1.clone()]),
        );
        bases.extend(self.sources.iter().flat_map(|it| it.1.iter().cloned()));
        for base in bases {
            let mut name = base;
            loop {
                let result = result_of(&name);
                if result == name {
                    break;
                }
                self.sources.entry(name).or_default().push(result.clone());
                name = result;
            }
        }
        for (first, second) in self.aliases.clone() {
            self.aliases.extend(results_of(first, second));
        }
        self.pass_results();
    }

    /// The results of a name that holds a function are those of the function.
    fn pass_results(&mut self) {
        for (to, list) in self.sources.clone() {
            for from in list {
                if from == result_of(&to) {
                    continue;
                }
                for (to, from) in results_of(to.clone(), from) {
                    self.sources.entry(to).or_default().push(from);
                }
            }
        }
    }

    pub fn solve(mut self) -> Escapes {
        let resources = self.resources();
        let mut kept = vec![false; self.candidates.len()];
        loop {
            self.spread();
            let has_closures = self.has_providers || kept.contains(&true);
            let mut has_changed = false;
            for (index, candidate) in self.candidates.iter().enumerate() {
                if kept[index] || !self.is_kept(candidate, has_closures, &resources) {
                    continue;
                }
                kept[index] = true;
                has_changed = true;
                self.mentioned.extend(candidate.mentions.iter().cloned());
            }
            if !has_changed {
                break;
            }
        }
        let kept = self.candidates.iter().zip(kept).filter(|it| it.1);
        Escapes(kept.map(|it| it.0.place).collect())
    }

    fn is_kept(
        &self,
        candidate: &Candidate,
        has_closures: bool,
        resources: &HashSet<Atom>,
    ) -> bool {
        let named = |set: &HashSet<Atom>| candidate.names.iter().any(|it| set.contains(it));
        match &candidate.class {
            None => candidate.is_value || named(&self.escaped) || named(&self.mentioned),
            Some(superclass) => {
                let is_resource = match superclass {
                    Superclass::None => false,
                    Superclass::Member => true,
                    Superclass::Named(name) => resources.contains(name),
                };
                named(&self.mentioned) || (has_closures && !is_resource)
            }
        }
    }

    /// The names of classes that come from Lumi, or extend one that does.
    fn resources(&self) -> HashSet<Atom> {
        let mut resources = self.foreign.clone();
        let mut by_super: HashMap<&Atom, Vec<&Atom>> = HashMap::new();
        for candidate in &self.candidates {
            match (&candidate.class, candidate.names.first()) {
                (Some(Superclass::Named(it)), Some(name)) => {
                    by_super.entry(it).or_default().push(name)
                }
                (Some(Superclass::Member), Some(name)) => {
                    resources.insert(name.clone());
                }
                _ => {}
            }
        }
        let mut queue: Vec<Atom> = resources.iter().cloned().collect();
        while let Some(name) = queue.pop() {
            let aliases = self
                .aliases
                .iter()
                .filter(|it| it.0 == name || it.1 == name);
            let others = aliases.flat_map(|it| [&it.0, &it.1]);
            let classes = by_super.get(&name).into_iter().flatten().copied();
            for next in others.chain(classes) {
                if resources.insert(next.clone()) {
                    queue.push(next.clone());
                }
            }
        }
        resources
    }

    /// A name of an import or export stands for the other one.
    fn spread(&mut self) {
        for set in [&mut self.escaped, &mut self.mentioned] {
            loop {
                let before = set.len();
                for (first, second) in &self.aliases {
                    if set.contains(first) {
                        set.insert(second.clone());
                    } else if set.contains(second) {
                        set.insert(first.clone());
                    }
                }
                let known: Vec<Atom> = set.iter().cloned().collect();
                for name in known {
                    set.extend(self.sources.get(&name).into_iter().flatten().cloned());
                }
                if set.len() == before {
                    break;
                }
            }
        }
    }
}

/// The names of the results of two functions, of their results, and so on.
fn results_of(mut first: Atom, mut second: Atom) -> Vec<(Atom, Atom)> {
    let mut pairs = Vec::new();
    loop {
        let (next, other) = (result_of(&first), result_of(&second));
        if next == first || other == second {
            return pairs;
        }
        pairs.push((next.clone(), other.clone()));
        (first, second) = (next, other);
    }
}
