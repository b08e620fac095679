//! Groups of resources without a component, connected alike, as one loop over data.

use std::collections::{BTreeMap, BTreeSet};

use super::component_children::Uses;
use super::unification::{Unified, shape, unify};
use crate::class_index::Class;
use crate::code::{Code, Names};
use crate::graph_index::GraphIndex;
use crate::identifiers::{Identifiers, camel_case, lower_first};
use crate::statements::{Declared, LOOP};

/// The most fields of the data of a loop, for each resource of a group.
const MOST_FIELDS: usize = 6;

/// The most resources of a group.
const MOST_MEMBERS: usize = 24;

/// The length of a reference to a resource, which has no variable yet.
const REFERENCE: usize = 10;

/// The length of what surrounds the body of a loop.
const FRAME: usize = 30;

/// The characters between the name of a group and what tells its members apart.
const SEPARATORS: [char; 5] = ['-', '_', '.', '/', ' '];

/// Groups of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct RepeatedGroups {
    /// The members of each group, in the order in which they are declared.
    pub members: Vec<Vec<usize>>,
    /// The variable of each member within the loop; `None` if nothing uses it.
    pub variables: Vec<Option<String>>,
    /// Whether anything outside of its group uses a member.
    pub is_used_outside: Vec<bool>,
    /// A list of the name of the group and the code of its members.
    pub unified: Unified,
}

impl RepeatedGroups {
    /// Whether the loop makes a list, since others use its resources.
    pub fn has_list(&self) -> bool {
        self.is_used_outside.contains(&true)
    }

    /// The variables of members that others use.
    pub fn used_outside(&self) -> Vec<&str> {
        let variables = self.variables.iter().zip(&self.is_used_outside);
        let variables = variables.filter(|(_, is_used)| **is_used);
        variables.filter_map(|(it, _)| it.as_deref()).collect()
    }
}

/// Finds groups in which each resource refers to the others of its group alone, where a loop over groups is shorter than
/// the resources one by one, or in loops of their own.
pub fn repeated_groups(
    index: &GraphIndex<'_>,
    declared: &[Declared<'_>],
    uses: &Uses,
    made: &BTreeSet<usize>,
    identifiers: &mut Identifiers,
) -> Vec<RepeatedGroups> {
    let finder = GroupFinder::new(index, declared, uses, made);
    let kinds = finder.kinds();
    let groups = kinds.into_iter().filter_map(|it| finder.groups(&it));
    groups
        .filter_map(|it| finder.named(&it, identifiers))
        .collect()
}

/// The color of resources at the same place of their groups: parent, type and shape.
type Color<'t> = (Option<usize>, &'t str, u64);

struct GroupFinder<'f, 'g> {
    index: &'f GraphIndex<'g>,
    by_position: BTreeMap<usize, &'f Declared<'f>>,
    uses: &'f Uses,
    /// The resources of each color, which are at least two.
    colors: Vec<Vec<usize>>,
    color_of: BTreeMap<usize, usize>,
    /// The colors of which each resource of one uses one of the other, and no other does.
    pairs: Vec<(usize, usize)>,
    /// The resources that such uses connect each one with.
    neighbours: BTreeMap<usize, Vec<usize>>,
}

impl<'f, 'g> GroupFinder<'f, 'g> {
    fn new(
        index: &'f GraphIndex<'g>,
        declared: &'f [Declared<'f>],
        uses: &'f Uses,
        made: &BTreeSet<usize>,
    ) -> Self {
        let mut all: BTreeMap<Color<'_>, Vec<usize>> = BTreeMap::new();
        for it in declared {
            let is_plain = matches!(
                it.declaration.class,
                Class::Custom | Class::Std | Class::Package(_)
            );
            let has_children = !index.children[it.position].is_empty();
            if is_plain && !has_children && !made.contains(&it.position) {
                let color = (it.parent, it.token, shape(&it.code));
                all.entry(color).or_default().push(it.position);
            }
        }
        let mut colors: Vec<Vec<usize>> = all.into_values().filter(|it| it.len() >= 2).collect();
        colors.sort();
        let of_color = |(at, all): (usize, &Vec<usize>)| -> Vec<(usize, usize)> {
            all.iter().map(|it| (*it, at)).collect()
        };
        let color_of = colors.iter().enumerate().flat_map(of_color).collect();
        let mut finder = Self {
            index,
            by_position: declared.iter().map(|it| (it.position, it)).collect(),
            uses,
            colors,
            color_of,
            pairs: Vec::new(),
            neighbours: BTreeMap::new(),
        };
        for (colors, pairs) in finder.pairs() {
            finder.pairs.push(colors);
            for (one, other) in pairs {
                finder.neighbours.entry(one).or_default().push(other);
                finder.neighbours.entry(other).or_default().push(one);
            }
        }
        finder
    }

    /// The uses between two colors in which each resource of one uses one of the other, and no other does.
    fn pairs(&self) -> BTreeMap<(usize, usize), Vec<(usize, usize)>> {
        let mut all: BTreeMap<(usize, usize), Vec<(usize, usize)>> = BTreeMap::new();
        for (position, color) in &self.color_of {
            for used in self.by_position[position].code.variables() {
                if let Some(other) = self.color_of.get(&used).filter(|it| *it != color) {
                    all.entry((*color, *other))
                        .or_default()
                        .push((*position, used));
                }
            }
        }
        all.retain(|(from, to), pairs| {
            let count = self.colors[*from].len();
            let is_each = |of: fn(&(usize, usize)) -> usize| {
                let each: BTreeSet<usize> = pairs.iter().map(of).collect();
                each.len() == count
            };
            count == self.colors[*to].len()
                && pairs.len() == count
                && is_each(|it| it.0)
                && is_each(|it| it.1)
        });
        all
    }

    /// Colors that such uses connect.
    fn kinds(&self) -> Vec<Vec<usize>> {
        let mut kind_of: Vec<usize> = (0..self.colors.len()).collect();
        for (from, to) in &self.pairs {
            let (one, other) = (root(&kind_of, *from), root(&kind_of, *to));
            kind_of[one.max(other)] = one.min(other);
        }
        let mut kinds: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for color in 0..self.colors.len() {
            kinds.entry(root(&kind_of, color)).or_default().push(color);
        }
        let is_small = |it: &Vec<usize>| (2..=MOST_MEMBERS).contains(&it.len());
        kinds.into_values().filter(is_small).collect()
    }

    /// The groups of connected resources, if each has one of each color, and they do not use each other.
    fn groups(&self, kind: &[usize]) -> Option<Vec<Vec<usize>>> {
        let mut group_of: BTreeMap<usize, usize> = BTreeMap::new();
        let mut groups = Vec::new();
        for first in &self.colors[kind[0]] {
            let mut group = vec![*first];
            group_of.insert(*first, groups.len());
            let mut next = 0;
            while let Some(position) = group.get(next) {
                for other in self.neighbours.get(position).into_iter().flatten() {
                    match group_of.insert(*other, groups.len()) {
                        None => group.push(*other),
                        Some(known) if known != groups.len() => return None,
                        Some(_) => {}
                    }
                }
                next += 1;
            }
            groups.push(group);
        }
        let own: BTreeSet<usize> = group_of.keys().copied().collect();
        let is_apart = groups.iter().all(|group| {
            let mut used = group
                .iter()
                .flat_map(|it| self.by_position[it].code.variables());
            group.len() == kind.len() && used.all(|it| !own.contains(&it) || group.contains(&it))
        });
        // Of all groups, the members stand in the order of the first.
        let rank = |position: &usize| self.index.ranks[*position];
        groups[0].sort_by_key(rank);
        let order: Vec<usize> = groups[0].iter().map(|it| self.color_of[it]).collect();
        let place = |position: &usize| {
            let color = self.color_of[position];
            order.iter().position(|it| *it == color)
        };
        groups.iter_mut().for_each(|it| it.sort_by_key(place));
        is_apart.then_some(groups)
    }

    /// The loop over groups, if it is shorter and has sensible names.
    fn named(
        &self,
        groups: &[Vec<usize>],
        identifiers: &mut Identifiers,
    ) -> Option<RepeatedGroups> {
        let names: Vec<&str> = groups
            .iter()
            .map(|it| self.group_name(it))
            .collect::<Option<_>>()?;
        let distinct: BTreeSet<&str> = names.iter().copied().collect();
        if distinct.len() < names.len() {
            return None;
        }
        let mut taken = identifiers.clone();
        let variables = self.variables(groups, &mut taken);
        let unified = self
            .unified(groups, &names, &variables, true)
            .or_else(|| self.unified(groups, &names, &variables, false))?;
        if !self.is_shorter(groups, &unified) {
            return None;
        }
        *identifiers = taken;
        Some(RepeatedGroups {
            is_used_outside: (0..variables.len())
                .map(|at| groups.iter().any(|it| self.is_used_outside(it, it[at])))
                .collect(),
            members: groups.to_vec(),
            variables,
            unified,
        })
    }

    /// The text that the names of all members begin or end with.
    fn group_name(&self, group: &[usize]) -> Option<&'g str> {
        let names: Vec<&str> = group
            .iter()
            .map(|it| self.index.vertex(*it).name.as_str())
            .collect();
        let is_common = |it: &&str| names.iter().all(|name| rest(name, it).is_some());
        let first = names[0];
        let ends = first.match_indices(SEPARATORS).map(|(at, _)| at);
        let mut starts: Vec<&str> = ends.map(|at| &first[..at]).collect();
        starts.push(first);
        let longest = starts.into_iter().rev().find(is_common);
        let ends = first.match_indices(SEPARATORS);
        let mut ends = ends.map(|(at, separator)| &first[at + separator.len()..]);
        longest
            .or_else(|| ends.find(is_common))
            .filter(|it| !it.is_empty())
    }

    fn variables(
        &self,
        groups: &[Vec<usize>],
        identifiers: &mut Identifiers,
    ) -> Vec<Option<String>> {
        let members = 0..groups[0].len();
        let variables = members.map(|at| {
            let is_used = groups.iter().any(|it| self.uses.is_used(it[at]));
            let of = self.index.vertex(groups[0][at]).resource_type.type_name();
            is_used.then(|| identifiers.take(&lower_first(&camel_case(of))))
        });
        variables.collect()
    }

    fn is_used_outside(&self, group: &[usize], member: usize) -> bool {
        let mut users = self.uses.users_of(member);
        users.any(|it| !group.contains(&it))
    }

    /// The common code, if it has the same references within all groups.
    fn unified(
        &self,
        groups: &[Vec<usize>],
        names: &[&str],
        variables: &[Option<String>],
        has_relative_values: bool,
    ) -> Option<Unified> {
        let codes = groups.iter().zip(names).map(|(group, name)| {
            let own = group.iter().zip(variables);
            let own = own.filter_map(|(position, it)| Some((*position, it.as_deref()?)));
            let own: BTreeMap<usize, &str> = own.collect();
            let mut parts = vec![Code::string(*name)];
            parts.extend(group.iter().map(|it| {
                let mut declaration = self.by_position[it].declaration.clone();
                declaration.name = relative(&declaration.name, name);
                let code = declaration.code(self.index.vertex(*it));
                let code = match has_relative_values {
                    true => relative(&code, name),
                    false => code,
                };
                local(&code, &own)
            }));
            Code::List(parts)
        });
        let codes: Vec<Code> = codes.collect();
        let unified = unify(&codes.iter().collect::<Vec<_>>());
        let is_common =
            matches!(&unified.code, Code::List(parts) if parts[1..].iter().all(is_call));
        let mut values = unified.fields.iter().flat_map(|it| &it.values);
        // The data stands outside of the loop, where its variables mean nothing.
        let is_outside = values.all(|it| !has_text(it, variables));
        let is_small = unified.fields.len() <= MOST_FIELDS * groups[0].len();
        (is_common && is_outside && is_small).then_some(unified)
    }

    fn is_shorter(&self, groups: &[Vec<usize>], unified: &Unified) -> bool {
        let apart = (0..groups[0].len()).map(|at| {
            let codes: Vec<&Code> = groups
                .iter()
                .map(|it| &self.by_position[&it[at]].code)
                .collect();
            match codes.len() >= LOOP {
                true => length_of_loop(&unify(&codes)),
                false => codes.into_iter().map(length).sum(),
            }
        });
        // A tenth is worth it.
        10 * length_of_loop(unified) <= 9 * apart.sum::<usize>()
    }
}

fn root(kind_of: &[usize], mut color: usize) -> usize {
    while kind_of[color] != color {
        color = kind_of[color];
    }
    color
}

/// The parts of a text before and behind the name of its group; `None` if it does not have the name there.
fn rest<'t>(text: &'t str, group: &str) -> Option<(&'t str, &'t str)> {
    if text == group {
        return Some(("", ""));
    }
    if let Some(behind) = text.strip_prefix(group)
        && behind.starts_with(SEPARATORS)
    {
        return Some(("", behind));
    }
    let before = text.strip_suffix(group)?;
    before.ends_with(SEPARATORS).then_some((before, ""))
}

/// The code in which texts that begin or end with the name of the group are made of it.
fn relative(code: &Code, group: &str) -> Code {
    if let Code::String(text) = code
        && let Some((before, behind)) = rest(text, group)
    {
        let name = Code::text("it.name");
        let parts = match (before, behind) {
            ("", "") => return name,
            ("", behind) => vec![name, Code::string(behind)],
            (before, _) => vec![Code::string(before), name],
        };
        return Code::Template(Box::new(Code::text("")), parts);
    }
    let is_template = matches!(code, Code::Template(..));
    let parts = code.children().into_iter().map(|it| match it {
        // Pieces of text of a template are no expressions.
        Code::String(_) if is_template => it.clone(),
        it => relative(it, group),
    });
    code.with_children(parts.collect())
}

/// The code in which resources of the group are variables of the loop.
fn local(code: &Code, own: &BTreeMap<usize, &str>) -> Code {
    if let Code::Variable(position) = code
        && let Some(variable) = own.get(position)
    {
        return Code::text(*variable);
    }
    let parts = code.children().into_iter().map(|it| local(it, own));
    code.with_children(parts.collect())
}

fn is_call(code: &Code) -> bool {
    matches!(code, Code::Call { .. })
}

/// Whether code has a variable of a loop.
fn has_text(code: &Code, variables: &[Option<String>]) -> bool {
    let mut found = false;
    code.visit(&mut |it| {
        if let Code::Text(text) = it {
            let is_own = |it: &Option<String>| it.as_ref() == Some(text);
            found |= text == "it.name" || variables.iter().any(is_own);
        }
    });
    found
}

fn length(code: &Code) -> usize {
    let names = Names {
        variables: &[],
        sdk: "",
    };
    code.flat(&names).len() + REFERENCE * code.variables().len()
}

fn length_of_loop(unified: &Unified) -> usize {
    let data = unified.fields.iter().map(|field| {
        let values = field.values.iter().map(length);
        values.map(|it| it + field.name.len() + 4).sum::<usize>()
    });
    FRAME + length(&unified.code) + data.sum::<usize>()
}
