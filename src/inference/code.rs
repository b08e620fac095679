//! Code of TypeScript as a tree, before it has lines.

use std::collections::BTreeSet;

use super::values::literals::{in_template, quoted};

/// A piece of code.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// Code that has no lines of its own.
    Text(String),
    /// A text literal.
    String(String),
    /// A name of the SDK, which is imported.
    Sdk(&'static str),
    /// The variable of the resource at a position.
    Variable(usize),
    Sequence(Vec<Self>),
    /// A template literal behind a tag: texts and expressions.
    Template(Box<Self>, Vec<Self>),
    List(Vec<Self>),
    Object(Vec<(String, Self)>),
    Call {
        function: Box<Self>,
        arguments: Vec<Self>,
    },
    /// A function of these parameters that returns an expression.
    Arrow(&'static str, Box<Self>),
}

impl Code {
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub fn string(text: impl Into<String>) -> Self {
        Self::String(text.into())
    }

    pub fn call(function: Self, arguments: Vec<Self>) -> Self {
        Self::Call {
            function: Box::new(function),
            arguments,
        }
    }

    /// A call of a constructor.
    pub fn new_of(class: Self, arguments: Vec<Self>) -> Self {
        Self::call(Self::Sequence(vec![Self::text("new "), class]), arguments)
    }

    /// An access to something within a resource: `.id`.
    pub fn of_variable(position: usize, access: &str) -> Self {
        match access {
            "" => Self::Variable(position),
            access => Self::Sequence(vec![Self::Variable(position), Self::text(access)]),
        }
    }

    /// The parts of which the code consists.
    pub fn children(&self) -> Vec<&Self> {
        match self {
            Self::Text(_) | Self::String(_) | Self::Sdk(_) | Self::Variable(_) => Vec::new(),
            Self::Sequence(parts) | Self::List(parts) => parts.iter().collect(),
            Self::Template(tag, parts) => std::iter::once(&**tag).chain(parts).collect(),
            Self::Object(members) => members.iter().map(|(_, it)| it).collect(),
            Self::Call {
                function,
                arguments,
            } => std::iter::once(&**function).chain(arguments).collect(),
            Self::Arrow(_, body) => vec![body],
        }
    }

    /// The code with other parts, in the order of [`Self::children`].
    pub fn with_children(&self, mut parts: Vec<Self>) -> Self {
        match self {
            Self::Text(_) | Self::String(_) | Self::Sdk(_) | Self::Variable(_) => self.clone(),
            Self::Sequence(_) => Self::Sequence(parts),
            Self::List(_) => Self::List(parts),
            Self::Template(..) => {
                let rest = parts.split_off(1);
                let tag = parts.pop().expect("BUG: a template has a tag");
                Self::Template(Box::new(tag), rest)
            }
            Self::Object(members) => {
                let keys = members.iter().map(|(key, _)| key.clone());
                Self::Object(keys.zip(parts).collect())
            }
            Self::Call { .. } => {
                let arguments = parts.split_off(1);
                let function = parts.pop().expect("BUG: a call has a function");
                Self::call(function, arguments)
            }
            Self::Arrow(parameters, _) => {
                let body = parts.pop().expect("BUG: a function has a body");
                Self::Arrow(parameters, Box::new(body))
            }
        }
    }

    /// Calls a function for the code and each part of it.
    pub fn visit(&self, on: &mut impl FnMut(&Self)) {
        on(self);
        for part in self.children() {
            part.visit(on);
        }
    }

    /// The positions of the resources whose variables it uses.
    pub fn variables(&self) -> BTreeSet<usize> {
        let mut all = BTreeSet::new();
        self.visit(&mut |it| {
            if let Self::Variable(position) = it {
                all.insert(*position);
            }
        });
        all
    }

    /// The names of the SDK that it uses.
    pub fn sdk_names(&self, names: &mut BTreeSet<&'static str>) {
        self.visit(&mut |it| {
            if let Self::Sdk(name) = it {
                names.insert(name);
            }
        });
    }

    /// Whether it contains a list or an object, and so can have several lines.
    pub(super) fn is_block(&self) -> bool {
        match self {
            Self::List(parts) => !parts.is_empty(),
            Self::Object(members) => !members.is_empty(),
            Self::Arrow(..) => true,
            Self::Call { arguments, .. } => arguments.iter().any(Self::is_block),
            _ => false,
        }
    }

    /// The code of what has no lines of its own; `None` for all else.
    pub(super) fn atom(&self, names: &Names<'_>) -> Option<String> {
        Some(match self {
            Self::Text(text) => text.clone(),
            Self::String(text) => quoted(text),
            Self::Sdk(name) => format!("{}{name}", names.sdk),
            Self::Variable(position) => names
                .variables
                .get(*position)
                .map_or_else(String::new, Clone::clone),
            Self::Template(tag, parts) => {
                let mut text = tag.atom(names)?;
                text.push('`');
                for part in parts {
                    match part {
                        Self::String(literal) => text.push_str(&in_template(literal)),
                        part => {
                            text.push_str("${");
                            text.push_str(&part.flat(names));
                            text.push('}');
                        }
                    }
                }
                text.push('`');
                text
            }
            _ => return None,
        })
    }
}

/// The meaning of names in a program.
pub struct Names<'n> {
    /// The expression of each resource, by its position.
    pub variables: &'n [String],
    /// The prefix of names of the SDK: nothing, or a namespace with its period.
    pub sdk: &'n str,
}

impl Names<'_> {
    /// Code without resources, in which names of the SDK belong to `lumi`.
    pub const NAMESPACE: Self = Names {
        variables: &[],
        sdk: "lumi.",
    };
}
