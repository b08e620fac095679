//! Marks of values, which go from operands to results.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::value::{Content, Value};
use super::{Path, Step};

/// A property of a value that does not change what it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// Not to be shown.
    Sensitive,
    /// Not to be stored.
    Ephemeral,
    /// Comes from a deprecated variable or output.
    Deprecated(Arc<Deprecation>),
    /// Names a type, in the console only.
    TypeName,
}

/// Why a value is deprecated.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Deprecation {
    /// The address of the variable or output.
    pub by: String,
    pub message: String,
    pub is_from_remote_module: bool,
}

/// A set of marks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks(Option<Arc<BTreeSet<Mark>>>);

impl Marks {
    pub const NONE: Self = Self(None);

    pub fn is_empty(&self) -> bool {
        self.0.as_ref().is_none_or(|it| it.is_empty())
    }

    pub fn iter(&self) -> impl Iterator<Item = &Mark> {
        self.0.iter().flat_map(|it| it.iter())
    }

    pub fn contains(&self, mark: &Mark) -> bool {
        self.0.as_ref().is_some_and(|it| it.contains(mark))
    }

    pub fn insert(&mut self, mark: Mark) {
        Arc::make_mut(self.0.get_or_insert_default()).insert(mark);
    }

    pub fn remove(&mut self, mark: &Mark) {
        if self.contains(mark) {
            let rest: BTreeSet<Mark> = self.iter().filter(|it| *it != mark).cloned().collect();
            *self = rest.into_iter().collect();
        }
    }

    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        match (self.is_empty(), other.is_empty()) {
            (_, true) => self.clone(),
            (true, false) => other.clone(),
            (false, false) => self.iter().chain(other.iter()).cloned().collect(),
        }
    }
}

impl FromIterator<Mark> for Marks {
    fn from_iter<T: IntoIterator<Item = Mark>>(marks: T) -> Self {
        let marks: BTreeSet<Mark> = marks.into_iter().collect();
        Self((!marks.is_empty()).then(|| Arc::new(marks)))
    }
}

impl From<Mark> for Marks {
    fn from(mark: Mark) -> Self {
        Self::from_iter([mark])
    }
}

impl Value {
    /// The marks of the value itself, without those of its parts.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    pub fn is_marked(&self) -> bool {
        !self.marks.is_empty()
    }

    /// Whether the value or one of its parts is marked.
    pub fn contains_marked(&self) -> bool {
        self.is_marked() || self.facts.is_marked_inside
    }

    pub fn has_mark(&self, mark: &Mark) -> bool {
        self.marks.contains(mark)
    }

    /// Whether the value or one of its parts has the mark.
    pub fn has_mark_deep(&self, mark: &Mark) -> bool {
        self.has_mark(mark)
            || (self.facts.is_marked_inside && self.parts().any(|it| it.has_mark_deep(mark)))
    }

    /// The value with one more mark.
    #[must_use]
    pub fn mark(mut self, mark: Mark) -> Self {
        self.marks.insert(mark);
        self
    }

    /// The value with more marks.
    #[must_use]
    pub fn with_marks(mut self, marks: &Marks) -> Self {
        self.marks = self.marks.union(marks);
        self
    }

    /// The value without its own marks, and these.
    pub fn unmarked(&self) -> (Self, Marks) {
        let mut value = self.clone();
        let marks = std::mem::take(&mut value.marks);
        (value, marks)
    }

    /// The value without its own marks.
    #[must_use]
    pub fn without_marks(&self) -> Self {
        self.unmarked().0
    }

    /// The value without any marks, and all of them.
    pub fn unmarked_deep(&self) -> (Self, Marks) {
        let mut marks = Marks::NONE;
        let value = self.edit_marks(&Path::ROOT, &mut |_, of_part| {
            marks = marks.union(of_part);
            Marks::NONE
        });
        (value, marks)
    }

    /// The value without any marks, and the places of these.
    pub fn unmarked_with_paths(&self) -> (Self, Vec<(Path, Marks)>) {
        let mut places = Vec::new();
        let value = self.edit_marks(&Path::ROOT, &mut |path, of_part| {
            places.push((path.clone(), of_part.clone()));
            Marks::NONE
        });
        (value, places)
    }

    /// The value, in which no part has the mark.
    #[must_use]
    pub fn without_mark_deep(&self, mark: &Mark) -> Self {
        self.edit_marks(&Path::ROOT, &mut |_, of_part| {
            let mut marks = of_part.clone();
            marks.remove(mark);
            marks
        })
    }

    /// The value, which itself has not the mark.
    #[must_use]
    pub fn without_mark(&self, mark: &Mark) -> Self {
        let mut value = self.clone();
        value.marks.remove(mark);
        value
    }

    /// The value with marks at these places; places that the value has not are left out.
    #[must_use]
    pub fn with_marks_at(&self, places: &[(Path, Marks)]) -> Self {
        let mut value = self.clone();
        for (path, marks) in places {
            value = value.marked_at(&path.0, marks);
        }
        value
    }

    fn marked_at(&self, steps: &[Step], marks: &Marks) -> Self {
        let Some((step, rest)) = steps.split_first() else {
            return self.clone().with_marks(marks);
        };
        let content = match (&self.content, step) {
            (Content::Members(members), Step::Attribute(name) | Step::Key(name)) => {
                let Some(member) = members.get(name) else {
                    return self.clone();
                };
                let mut members = members.as_ref().clone();
                members.insert(name.clone(), member.marked_at(rest, marks));
                Content::Members(Arc::new(members))
            }
            (Content::Elements(elements), Step::Index(index)) if !self.is_set() => {
                let Some(at) = usize::try_from(*index)
                    .ok()
                    .filter(|at| *at < elements.len())
                else {
                    return self.clone();
                };
                let mut elements = elements.to_vec();
                elements[at] = elements[at].marked_at(rest, marks);
                Content::Elements(elements.into())
            }
            // Elements of sets have no marks: the set has them.
            (Content::Elements(_), _) if self.is_set() => {
                return self.clone().with_marks(marks);
            }
            _ => return self.clone(),
        };
        Self::assemble(self.of.clone(), content).with_marks(&self.marks)
    }

    /// The value with other marks on each marked part.
    fn edit_marks(&self, path: &Path, edit: &mut dyn FnMut(&Path, &Marks) -> Marks) -> Self {
        if !self.contains_marked() {
            return self.clone();
        }
        let marks = match self.is_marked() {
            true => edit(path, &self.marks),
            false => Marks::NONE,
        };
        if !self.facts.is_marked_inside {
            let mut value = self.clone();
            value.marks = marks;
            return value;
        }
        let is_object = matches!(self.ty(), super::Type::Object(_));
        let content = match &self.content {
            Content::Members(members) => {
                let members = members.iter().map(|(name, it)| {
                    let step = match is_object {
                        true => Step::Attribute(name.clone()),
                        false => Step::Key(name.clone()),
                    };
                    (name.clone(), it.edit_marks(&path.then(step), edit))
                });
                Content::Members(Arc::new(members.collect()))
            }
            Content::Elements(elements) => {
                let elements = (0..).zip(elements.iter());
                let elements =
                    elements.map(|(at, it)| it.edit_marks(&path.then(Step::Index(at)), edit));
                Content::Elements(elements.collect())
            }
            other => other.clone(),
        };
        let mut value = Self::assemble(self.of.clone(), content);
        value.marks = marks;
        value
    }
}
