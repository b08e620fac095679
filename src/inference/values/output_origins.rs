//! The origins of the outputs of the stack and of components.
//!
//! A graph has no edges for these outputs. A known value is compared with the outputs of resources; the origin of an
//! unknown one is guessed by its name.

use std::collections::BTreeMap;
use std::rc::Rc;

use lumi_graph::{Object, PathPart, PropertyPath, Value};
use rustc_hash::FxHashMap;

use super::hidden_value::{HiddenShape, HiddenText, HiddenValue};
use super::output_names::singular;
use super::references::{Origin, Part, SHORTEST_PART, parts};
use super::resource_values::ResourceValues;
use super::value_code::{ValueOrigins, value_code};
use crate::code::Code;
use crate::graph_index::EdgePaths;
use crate::note::NoteKind;
use crate::program_context::{ProgramContext, last_key};

/// The least length of an output that is a whole value.
const SHORTEST_WHOLE: usize = 3;

/// The most outputs that are looked for in other texts.
const MOST_ORIGINS: usize = 2_000;

/// The most resources below a component that its outputs are looked for in.
const MOST_CHILDREN: usize = 200;

/// An output: its resource, the access to it, and whether it is secret.
type Place = (usize, String, bool);

/// The outputs of resources that outputs of a stack or a component may be.
#[derive(Default)]
pub struct KnownTexts {
    /// Each text that only one output has, or the first of them.
    whole: FxHashMap<String, Place>,
    parts: Vec<Origin>,
    /// The resources by the texts that programs set, by the last key and the text; `None` if several resources have it.
    named: FxHashMap<(String, String), Option<Place>>,
}

impl KnownTexts {
    /// Of texts that several resources have, the first is taken.
    fn of(context: &ProgramContext<'_, '_>, positions: impl Iterator<Item = usize>) -> Self {
        let mut known = Self::default();
        for position in positions {
            for output in &*context.outputs(position) {
                let Value::String(text) = output.value else {
                    continue;
                };
                let place = (position, output.access.clone(), output.is_secret);
                if output.is_input {
                    let named = known.named.entry((output.key.to_owned(), text.clone()));
                    named.and_modify(|it| *it = None).or_insert(Some(place));
                    continue;
                }
                if text.len() < SHORTEST_WHOLE {
                    continue;
                }
                known.whole.entry(text.clone()).or_insert(place);
                if known.parts.len() < MOST_ORIGINS {
                    let origin = Origin {
                        text: text.clone(),
                        path: output.access.clone(),
                        resource: position,
                        is_secret: output.is_secret,
                    };
                    known.parts.push(origin);
                }
            }
        }
        known
    }

    fn find_whole(&self, text: &str, is_secret: bool) -> Option<Code> {
        let (position, access, is_marked) = self.whole.get(text)?;
        (is_secret || !is_marked).then(|| Code::of_variable(*position, access))
    }

    /// The output that is the whole text. What a program sets may be equal by chance, unless it has the same name, too.
    fn find_named(&self, text: &str, key: &str, is_secret: bool) -> Option<Code> {
        if let Some(code) = self.find_whole(text, is_secret) {
            return Some(code);
        }
        let (position, access, is_marked) = self
            .named
            .get(&(key.to_owned(), text.to_owned()))?
            .as_ref()?;
        (is_secret || !is_marked).then(|| Code::of_variable(*position, access))
    }

    fn find(&self, text: &str, key: &str) -> Option<Code> {
        if let Some(code) = self.find_named(text, key, false) {
            return Some(code);
        }
        let open = self.parts.iter().filter(|it| !it.is_secret);
        let origins: Vec<Origin> = open.cloned().collect();
        let found = parts(text, &origins, SHORTEST_PART)?;
        let code = found.into_iter().map(|part| match part {
            Part::Text(text) => Code::string(text),
            Part::Origin(at) => Code::of_variable(origins[at].resource, &origins[at].path),
        });
        Some(Code::Template(
            Box::new(Code::Sdk("interpolate")),
            code.collect(),
        ))
    }
}

/// Writes outputs.
pub struct OutputOrigins<'c, 'g, 'p> {
    context: &'c mut ProgramContext<'g, 'p>,
    /// `None` for the stack.
    component: Option<usize>,
    texts: Rc<KnownTexts>,
    /// The words of the names of resources, and the resources that have them.
    words: BTreeMap<String, Vec<usize>>,
    no_edges: EdgePaths,
}

impl<'c, 'g, 'p> OutputOrigins<'c, 'g, 'p> {
    pub fn of_stack(context: &'c mut ProgramContext<'g, 'p>) -> Self {
        let all = context.index.order.clone();
        Self::new(context, None, all)
    }

    /// The resources below a component are those that its outputs come from.
    pub fn of_component(context: &'c mut ProgramContext<'g, 'p>, component: usize) -> Self {
        let mut all = Vec::new();
        let mut rest: Vec<usize> = context.index.children[component].clone();
        while let Some(position) = rest.pop()
            && all.len() < MOST_CHILDREN
        {
            all.push(position);
            rest.extend(&context.index.children[position]);
        }
        all.sort_unstable_by_key(|it| context.index.ranks[*it]);
        Self::new(context, Some(component), all)
    }

    fn new(
        context: &'c mut ProgramContext<'g, 'p>,
        component: Option<usize>,
        all: Vec<usize>,
    ) -> Self {
        let texts = match component {
            Some(_) => Rc::new(KnownTexts::of(context, all.iter().copied())),
            None => all_texts(context),
        };
        let mut words: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for position in all.iter().filter(|it| context.index.vertex(**it).custom) {
            let vertex = context.index.vertex(*position);
            for word in [vertex.name.as_str(), vertex.resource_type.type_name()] {
                words.entry(plain_word(word)).or_default().push(*position);
            }
        }
        if component.is_none() {
            for paths in &context.index.paths {
                add_input_words(paths, "", &mut words);
            }
        }
        Self {
            context,
            component,
            texts,
            words,
            no_edges: EdgePaths::default(),
        }
    }

    /// The code of an object with all outputs; members that are not known, and have no name that says what they are,
    /// are left out.
    pub fn object(mut self, outputs: &Object) -> Code {
        let mut path = PropertyPath::new();
        let mut members = Vec::new();
        for (name, value) in outputs {
            path.push_key(name);
            if let Some(code) = self.output(value, &mut path) {
                members.push((name.clone(), code));
            }
            path.pop();
        }
        Code::Object(members)
    }

    pub fn output(&mut self, value: &Value, path: &mut PropertyPath) -> Option<Code> {
        if *value == Value::Unknown && self.guessed(path, false).is_none() {
            let message = "the graph does not say where it comes from: it is left out";
            let place = path.clone();
            self.context
                .note(NoteKind::Lost, self.component, place, message);
            return None;
        }
        Some(value_code(value, path, self))
    }

    /// The resources below a component are those that are likely; others may have the whole text.
    fn find(&mut self, text: &str, path: &PropertyPath) -> Option<Code> {
        if let Some(code) = self.texts.find(text, last_key(path)) {
            return Some(code);
        }
        all_texts(self.context).find_whole(text, false)
    }

    /// A secret that is a text; what is between the outputs that it is made of is configuration.
    fn find_secret(&mut self, text: &HiddenText<'_>, path: &PropertyPath) -> Option<Code> {
        let key = last_key(path);
        let texts = Rc::clone(&self.texts);
        if let Some(code) = text.find(|it| texts.find_named(it, key, true)) {
            return Some(marked(code));
        }
        let made = self.plain().secret_template(text, &texts.parts, &[], path);
        if let Some(made) = made {
            return Some(made.marked());
        }
        let all = all_texts(self.context);
        text.find(|it| all.find_whole(it, true)).map(marked)
    }

    /// An output of a resource whose name or type begins the name of the output.
    fn guessed(&self, path: &PropertyPath, is_secret: bool) -> Option<Code> {
        let key = plain_word(&singular(last_key(path)));
        let index = match path.parts.last() {
            Some(PathPart::Index(index)) => *index,
            _ => 0,
        };
        for length in (2..=key.len()).rev() {
            let named = self.words.get(&key[..length]);
            let named = named.map_or(&[][..], Vec::as_slice);
            // The elements of a list are those of resources of one name or type.
            let (before, after) = named.split_at(index.min(named.len()));
            for position in after.iter().chain(before) {
                if let Some(access) = self.context.guess(*position, path, is_secret) {
                    return Some(Code::of_variable(*position, &access));
                }
            }
        }
        None
    }

    fn plain(&mut self) -> ResourceValues<'_, 'g, 'p> {
        let name = match self.component {
            Some(component) => self.context.index.vertex(component).name.as_str(),
            None => "output",
        };
        ResourceValues {
            position: self.component,
            name,
            paths: &self.no_edges,
            hidden_at: None,
            around: Vec::new(),
            of_secrets: Vec::new(),
            context: self.context,
        }
    }
}

/// The code with a mark as a secret.
fn marked(code: Code) -> Code {
    Code::call(Code::Sdk("secret"), vec![code])
}

/// The texts of all resources, which are collected once.
fn all_texts(context: &mut ProgramContext<'_, '_>) -> Rc<KnownTexts> {
    if let Some(known) = &context.known_texts {
        return known.clone();
    }
    let known = Rc::new(KnownTexts::of(context, context.index.order.iter().copied()));
    context.known_texts = Some(known.clone());
    known
}

/// Resources by the names of the inputs that take a value of them: `team` for `teamId`.
fn add_input_words(paths: &EdgePaths, key: &str, words: &mut BTreeMap<String, Vec<usize>>) {
    let word = plain_word(&singular(key));
    let word = word.strip_suffix("id").unwrap_or(&word);
    for target in &paths.targets {
        let known = words.entry(word.to_owned()).or_default();
        if !known.contains(target) && known.len() < MOST_CHILDREN {
            known.push(*target);
        }
    }
    for (part, below) in &paths.parts {
        match part {
            PathPart::Key(inner) => add_input_words(below, inner, words),
            PathPart::Index(_) => add_input_words(below, key, words),
        }
    }
}

/// Lower-case letters and digits.
fn plain_word(text: &str) -> String {
    let parts = text.chars().filter(char::is_ascii_alphanumeric);
    parts.collect::<String>().to_ascii_lowercase()
}

impl ValueOrigins for OutputOrigins<'_, '_, '_> {
    fn value(&mut self, value: &Value, path: &PropertyPath) -> Option<Code> {
        match value {
            Value::String(text) => {
                let code = self.find(text, path)?;
                let message = "the value is that of an output of a resource";
                let place = path.clone();
                self.context
                    .note(NoteKind::Guessed, self.component, place, message);
                Some(code)
            }
            Value::Resource(_) => self.plain().value(value, path),
            _ => None,
        }
    }

    fn secret(&mut self, value: HiddenValue<'_>, path: &PropertyPath) -> Code {
        let found = match (value.as_text(), value.shape()) {
            (Some(text), _) => self.find_secret(&text, path),
            (None, HiddenShape::Unknown) => self.guessed(path, true).map(marked),
            _ => None,
        };
        match found {
            Some(code) => code,
            None => self.plain().secret(value, path),
        }
    }

    fn unknown(&mut self, path: &PropertyPath) -> Code {
        let place = path.clone();
        match self.guessed(path, false) {
            Some(code) => {
                let message = "the name suggests which output it is";
                self.context
                    .note(NoteKind::Guessed, self.component, place, message);
                code
            }
            None => self.plain().unknown(path),
        }
    }
}
