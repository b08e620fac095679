//! A module of the program with its analysis.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use deno_core::sourcemap::SourceMap;
use rustc_hash::FxHashMap;

use lumi_closure::analysis::{Analysis, BindingId, Role, Root, UnitId, UnitKind, line_starts};
use lumi_closure::instrument::LineColumns;
use lumi_graph::SourcePosition;

/// A module whose functions are captured.
pub struct Module {
    pub url: String,
    pub analysis: Arc<Analysis>,
    /// The columns of each line of the running text, if instrumentation changed the text.
    added: Option<Vec<LineColumns>>,
    /// References that stand directly in each unit, as indices into the analysis.
    references: Vec<Vec<usize>>,
    /// The last unit nested in each unit.
    last: Vec<usize>,
    uses: RefCell<FxHashMap<UnitId, Rc<Vec<Use>>>>,
}

/// A free variable of a unit.
#[derive(Debug, PartialEq, Eq)]
pub struct Use {
    pub binding: BindingId,
    /// Byte offset of the first use.
    pub offset: usize,
    /// The members of the value that are read; `None` if any may be.
    pub members: Option<Vec<UsedMember>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedMember {
    pub name: String,
    /// Whether the value is called with the object as `this`.
    pub is_called: bool,
}

impl Module {
    /// `running` is the text that V8 runs.
    pub fn new(url: String, analysis: Arc<Analysis>, running: Arc<str>) -> Self {
        let added = (running != analysis.code).then(|| {
            let mut starts = line_starts(&running);
            starts.push(running.len());
            let lines = starts.windows(2);
            lines
                .map(|it| LineColumns::of(&running[it[0]..it[1]]))
                .collect()
        });
        let mut references = vec![Vec::new(); analysis.units.len()];
        for (index, reference) in analysis.references.iter().enumerate() {
            if let Some(unit) = reference.unit {
                references[unit.0 as usize].push(index);
            }
        }
        let mut last: Vec<usize> = (0..analysis.units.len()).collect();
        for index in (0..last.len()).rev() {
            if let Some(parent) = analysis.units[index].parent {
                let parent = parent.0 as usize;
                last[parent] = last[parent].max(last[index]);
            }
        }
        Self {
            url,
            analysis,
            added,
            references,
            last,
            uses: RefCell::default(),
        }
    }

    /// Maps a position in the running text to the analysed text.
    pub fn original_position(&self, line: u32, column: u32) -> (u32, u32) {
        let columns = self.added.as_ref().and_then(|it| it.get(line as usize));
        let Some(columns) = columns else {
            return (line, column);
        };
        let column = columns.original(column as usize);
        (line, u32::try_from(column).unwrap_or(u32::MAX))
    }

    /// The free variables of a function `unit`, in order of first use. Variables used only by
    /// static initialisers are left out: those have already run.
    pub fn uses(&self, unit: UnitId) -> Rc<Vec<Use>> {
        if let Some(known) = self.uses.borrow().get(&unit) {
            return Rc::clone(known);
        }
        let uses = Rc::new(self.find_uses(unit));
        self.uses.borrow_mut().insert(unit, Rc::clone(&uses));
        uses
    }

    fn find_uses(&self, id: UnitId) -> Vec<Use> {
        let free = &self.analysis.unit(id).free;
        let once = &self.analysis.unit(id).once;
        let done = self.static_parts(id);
        let mut uses: BTreeMap<BindingId, Use> = BTreeMap::new();
        for unit in self.descendants(id) {
            if done.iter().any(|it| it.contains(&unit)) {
                continue;
            }
            for &index in &self.references[unit] {
                let reference = &self.analysis.references[index];
                if once.iter().any(|it| it.contains(&reference.offset)) {
                    continue;
                }
                let Root::Binding(binding) = reference.root else {
                    continue;
                };
                if !free.contains(&binding) {
                    continue;
                }
                let used = uses.entry(binding).or_insert_with(|| Use {
                    binding,
                    offset: reference.offset,
                    members: Some(Vec::new()),
                });
                used.offset = used.offset.min(reference.offset);
                used.add(&reference.path, &reference.role);
            }
        }
        let mut uses: Vec<Use> = uses.into_values().collect();
        uses.sort_by_key(|it| it.offset);
        uses
    }

    fn descendants(&self, unit: UnitId) -> Range<usize> {
        let first = unit.0 as usize;
        first..self.last[first] + 1
    }

    /// Static fields and blocks of a class, which have already run.
    fn static_parts(&self, class: UnitId) -> Vec<Range<usize>> {
        if !matches!(self.analysis.unit(class).kind, UnitKind::Class { .. }) {
            return Vec::new();
        }
        let parts = self.descendants(class).filter(|&index| {
            let unit = &self.analysis.units[index];
            let is_static = matches!(
                unit.kind,
                UnitKind::Field { is_static: true } | UnitKind::StaticBlock
            );
            is_static && unit.parent == Some(class)
        });
        parts.map(|index| index..self.last[index] + 1).collect()
    }

    /// Whether a class may have private names, judged by its text.
    pub fn may_have_private(&self, class: UnitId) -> bool {
        let unit = self.analysis.unit(class);
        matches!(unit.kind, UnitKind::Class { .. })
            && self.analysis.code[unit.span.clone()].contains('#')
    }

    /// Maps `offset` to a position in the user's file.
    pub fn source_position(&self, offset: usize) -> SourcePosition {
        let (mut line, mut column) = self.analysis.position(offset);
        if let Some(map) = &self.analysis.map
            && let Ok(map) = SourceMap::from_slice(map.as_bytes())
            && let Some(token) = map.lookup_token(line, column)
        {
            (line, column) = token.get_src();
        }
        SourcePosition {
            file: self.analysis.file.as_str().into(),
            line: line + 1,
            column: column + 1,
        }
    }
}

impl Use {
    fn add(&mut self, path: &[String], role: &Role) {
        let Some(members) = &mut self.members else {
            return;
        };
        let is_whole = matches!(role, Role::Computed) && path.is_empty();
        let Some(name) = path.first().filter(|_| !is_whole) else {
            self.members = None;
            return;
        };
        let is_called = path.len() == 1 && *role == Role::Call;
        match members.iter_mut().find(|it| it.name == *name) {
            Some(known) => known.is_called |= is_called,
            None => members.push(UsedMember {
                name: name.clone(),
                is_called,
            }),
        }
    }
}
