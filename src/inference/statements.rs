//! The statements of a program, in an order in which each uses what stands before it.

use std::collections::{BTreeMap, BTreeSet};

use lumi_graph::Dag;

use super::code::Code;
use super::components::component_classes::Instance;
use super::components::repeated_groups::RepeatedGroups;
use super::components::unification::{Unified, shape, unify};
use super::resource_code::Declaration;

/// From this number on, resources of one shape become a loop.
pub const LOOP: usize = 3;

#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// The declaration of the resource at a position.
    Resource(usize, Code),
    /// Several resources of one shape.
    Loop {
        members: Vec<usize>,
        unified: Unified,
    },
    /// The outputs of the component at a position.
    Outputs(usize, Code),
    /// A component that a class makes, with its children.
    Instance(Instance),
    /// Several groups of resources.
    Groups(RepeatedGroups),
}

impl Statement {
    /// The code of the statement, in parts.
    pub fn codes(&self) -> Vec<&Code> {
        match self {
            Self::Resource(_, code) | Self::Outputs(_, code) => vec![code],
            Self::Instance(instance) => vec![&instance.code],
            Self::Loop { unified, .. } | Self::Groups(RepeatedGroups { unified, .. }) => {
                let values = unified.fields.iter().flat_map(|it| &it.values);
                std::iter::once(&unified.code).chain(values).collect()
            }
        }
    }

    /// The positions of the resources that it uses.
    pub fn used(&self) -> Vec<usize> {
        let codes = self.codes().into_iter();
        let mut used: Vec<usize> = codes.flat_map(Code::variables).collect();
        if let Self::Outputs(component, _) = self {
            used.push(*component);
        }
        used
    }

    fn declared(&self) -> Vec<usize> {
        match self {
            Self::Resource(position, _) => vec![*position],
            Self::Loop { members, .. } => members.clone(),
            Self::Outputs(..) => Vec::new(),
            Self::Groups(groups) => groups.members.concat(),
            Self::Instance(instance) => {
                let children = instance.children.iter().map(|(position, _)| *position);
                std::iter::once(instance.position).chain(children).collect()
            }
        }
    }
}

/// The code that declares a resource, and how it is grouped.
pub struct Declared<'g> {
    pub position: usize,
    /// The type token.
    pub token: &'g str,
    pub code: Code,
    pub parent: Option<usize>,
    pub declaration: Declaration,
}

/// The parent, the level, the type and the shape that resources of a loop have in common.
type LoopKey<'t> = (Option<usize>, usize, &'t str, u64);

/// The statements for resources that stand in an order of their dependencies; `None` if those of classes need each
/// other in a circle.
pub fn statements(
    declared: &[Declared<'_>],
    instances: &BTreeMap<usize, Instance>,
    repeated: &[RepeatedGroups],
    count: usize,
) -> Option<Vec<Statement>> {
    let mut made = made_by_classes(instances);
    made.extend(repeated.iter().flat_map(|it| it.members.concat()));
    let is_made = |it: &Declared<'_>| made.contains(&it.position);
    let mut levels = vec![0_usize; count];
    let mut groups: BTreeMap<LoopKey<'_>, Vec<usize>> = BTreeMap::new();
    for (at, it) in declared.iter().enumerate() {
        let used = it.code.variables();
        let level = used.iter().map(|it| levels[*it] + 1).max().unwrap_or(0);
        levels[it.position] = level;
        // Resources of one level do not need each other, even by others.
        if it.declaration.outputs.is_none() && !is_made(it) {
            let key = (it.parent, level, it.token, shape(&it.code));
            groups.entry(key).or_default().push(at);
        }
    }
    let mut loop_of = vec![None; declared.len()];
    for members in groups.into_values().filter(|it| it.len() >= LOOP) {
        let codes: Vec<&Code> = members.iter().map(|it| &declared[*it].code).collect();
        let statement = Statement::Loop {
            unified: unify(&codes),
            members: members.iter().map(|it| declared[*it].position).collect(),
        };
        for it in &members[1..] {
            loop_of[*it] = Some(None);
        }
        loop_of[members[0]] = Some(Some(statement));
    }
    let groups_at = repeated.iter().map(|it| (it.members[0][0], it));
    let groups_at: BTreeMap<usize, &RepeatedGroups> = groups_at.collect();
    let mut all = Vec::with_capacity(declared.len());
    for (it, in_loop) in declared.iter().zip(loop_of) {
        if is_made(it) {
            let instance = instances.get(&it.position).cloned();
            all.extend(instance.map(Statement::Instance));
            let groups = groups_at.get(&it.position);
            all.extend(groups.map(|it| Statement::Groups(RepeatedGroups::clone(it))));
            continue;
        }
        match in_loop {
            Some(None) => {}
            Some(Some(statement)) => all.push(statement),
            None => all.push(Statement::Resource(it.position, it.code.clone())),
        }
        if let Some(outputs) = &it.declaration.outputs {
            all.push(Statement::Outputs(it.position, outputs.clone()));
        }
    }
    ordered(all, count)
}

/// The resources that classes make.
pub fn made_by_classes(instances: &BTreeMap<usize, Instance>) -> BTreeSet<usize> {
    let children = instances.values().flat_map(|it| &it.children);
    let children = children.map(|(position, _)| *position);
    children.chain(instances.keys().copied()).collect()
}

/// Each statement after those that declare what it uses, and otherwise as they stand.
fn ordered(statements: Vec<Statement>, count: usize) -> Option<Vec<Statement>> {
    let mut owners = vec![None; count];
    for (at, statement) in statements.iter().enumerate() {
        for position in statement.declared() {
            owners[position] = Some(at);
        }
    }
    let mut edges = Vec::new();
    for (at, statement) in statements.iter().enumerate() {
        let used = statement.used().into_iter().filter_map(|it| owners[it]);
        edges.extend(used.map(|it| (at, it)));
    }
    // A class that uses itself is a circle of one.
    let order = Dag::new(statements.len(), &edges).order().ok()?;
    let mut statements: Vec<Option<Statement>> = statements.into_iter().map(Some).collect();
    let order = order.into_iter();
    Some(order.filter_map(|it| statements[it].take()).collect())
}
