//! Code for the secrets of one resource: outputs that they are made of are references, all else is configuration.

use lumi_graph::{PathPart, PropertyPath, ResourceReference};

use super::hidden_value::{Content, HiddenPart, HiddenShape, HiddenText, HiddenValue};
use super::references::Origin;
use super::resource_values::{LONGEST_TEXT, Place, ResourceValues, SHORTEST_PART};
use super::value_code::{FROM_BASE64, path_texts};
use crate::code::Code;
use crate::note::NoteKind;
use crate::program_context::{depending, last_key};

pub struct SecretCode {
    pub code: Code,
    /// Whether its value is secret without a mark: a part of it comes from the configuration.
    pub is_secret: bool,
}

impl SecretCode {
    fn configured(code: Code) -> Self {
        let is_secret = true;
        Self { code, is_secret }
    }

    fn plain(code: Code) -> Self {
        let is_secret = false;
        Self { code, is_secret }
    }

    /// The code, with a mark unless its value is secret without.
    pub fn marked(self) -> Code {
        match self.is_secret {
            true => self.code,
            false => Code::call(Code::Sdk("secret"), vec![self.code]),
        }
    }
}

/// The members of a secret object.
type Members<'v> = Vec<(HiddenText<'v>, HiddenValue<'v>)>;

impl ResourceValues<'_, '_, '_> {
    /// A secret that comes from resources, as the edges at its path say.
    pub(crate) fn referenced_secret(
        &mut self,
        value: HiddenValue<'_>,
        targets: &[usize],
        path: &PropertyPath,
    ) -> Code {
        self.within_secret(path, |values| values.hidden_from(value, targets, path))
            .marked()
    }

    /// A secret, without the origins of the value around it.
    pub(crate) fn secret_code(&mut self, value: HiddenValue<'_>, path: &PropertyPath) -> Code {
        let has_edges = self.around.is_empty() && self.edges(path).is_some();
        if !has_edges && matches!(value.shape(), HiddenShape::Unknown) {
            return self.configured_secret(value, path);
        }
        self.within_secret(path, |values| values.hidden(value, path))
            .marked()
    }

    fn within_secret<T>(&mut self, path: &PropertyPath, make: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.hidden_at;
        self.hidden_at = outer.or(Some(path.parts.len()));
        let made = make(self);
        self.hidden_at = outer;
        made
    }

    /// The path up to the first key that is secret, which may be written.
    fn shown(&mut self, path: &PropertyPath) -> PropertyPath {
        let Some(at) = self.hidden_at else {
            return path.clone();
        };
        let public = self.context.public_keys();
        let is_secret = |part: &PathPart| match part {
            PathPart::Key(key) => !public.contains(key),
            PathPart::Index(_) => false,
        };
        let mut shown = path.clone();
        if let Some(end) = path.parts.iter().skip(at).position(is_secret) {
            shown.parts.truncate(at + end);
        }
        shown
    }

    /// The key in the configuration of a secret at a path, in parts.
    fn config_path(&mut self, path: &PropertyPath) -> Vec<String> {
        let name = self.name.to_owned();
        std::iter::once(name)
            .chain(path_texts(&self.shown(path)))
            .collect()
    }

    fn hidden(&mut self, value: HiddenValue<'_>, path: &PropertyPath) -> SecretCode {
        if !self.around.is_empty() {
            return self.hidden_shape(value, value.shape(), path);
        }
        match self.edges(path) {
            None => self.hidden_shape(value, value.shape(), path),
            Some(edges) if edges.targets.is_empty() => {
                self.hidden_shape(value, value.shape_of_parts(), path)
            }
            Some(edges) => {
                let targets = edges.all_targets();
                self.hidden_from(value, &targets, path)
            }
        }
    }

    fn hidden_from(
        &mut self,
        value: HiddenValue<'_>,
        targets: &[usize],
        path: &PropertyPath,
    ) -> SecretCode {
        let shown = self.shown(path);
        if matches!(value.shape(), HiddenShape::Unknown) {
            return SecretCode::plain(self.guessed(targets, &shown, true));
        }
        if let Some(found) = self.matched_secret(value, targets, &shown) {
            return found;
        }
        let around = std::mem::replace(&mut self.around, targets.to_vec());
        let made = self.hidden_shape(value, value.shape(), path);
        self.around = around;
        SecretCode {
            code: depending(targets, made.code),
            is_secret: made.is_secret,
        }
    }

    /// The outputs that a secret is, or is made of; `None` unless all targets are among them.
    fn matched_secret(
        &mut self,
        value: HiddenValue<'_>,
        targets: &[usize],
        shown: &PropertyPath,
    ) -> Option<SecretCode> {
        if let Some(reference) = value.as_resource() {
            return self
                .matched_resource(reference, targets)
                .map(SecretCode::plain);
        }
        let place = Place {
            key: last_key(shown),
            targets,
            is_secret: true,
        };
        if let Some(code) = self.matched_whole(&|it| value.is(it), value.is_bool(), &place) {
            return Some(SecretCode::plain(code));
        }
        let text = value.as_text().filter(|it| it.len() <= LONGEST_TEXT)?;
        let origins = self.text_origins(&place);
        self.secret_template(&text, &origins, targets, shown)
    }

    /// A secret text that is made of outputs; `None` unless each target has one of them. What is between them is
    /// configuration.
    pub(crate) fn secret_template(
        &mut self,
        text: &HiddenText<'_>,
        origins: &[Origin],
        targets: &[usize],
        shown: &PropertyPath,
    ) -> Option<SecretCode> {
        let found = text.parts(origins, SHORTEST_PART)?;
        let is_used = |target: &usize| {
            found
                .iter()
                .any(|it| matches!(it, HiddenPart::Origin(at) if origins[*at].resource == *target))
        };
        if !targets.iter().all(is_used) {
            return None;
        }
        let mut is_secret = false;
        let mut parts = Vec::with_capacity(found.len());
        for part in found {
            parts.push(match part {
                HiddenPart::Origin(at) => {
                    Code::of_variable(origins[at].resource, &origins[at].path)
                }
                HiddenPart::Text(text) => match text.separator() {
                    Some(code) => code,
                    None => {
                        is_secret = true;
                        self.configured_text(&text, shown)
                    }
                },
            });
        }
        Some(SecretCode {
            code: Code::Template(Box::new(Code::Sdk("interpolate")), parts),
            is_secret,
        })
    }

    fn hidden_shape(
        &mut self,
        value: HiddenValue<'_>,
        shape: HiddenShape<'_>,
        path: &PropertyPath,
    ) -> SecretCode {
        match shape {
            HiddenShape::Configurable => {
                SecretCode::configured(self.configured_secret(value, path))
            }
            HiddenShape::Unknown => self.hidden_unknown(value, path),
            HiddenShape::Null => SecretCode::plain(Code::text("null")),
            HiddenShape::Number(text) => {
                let text = self.configured_text(&text, path);
                SecretCode::configured(then(text, Code::text("Number")))
            }
            HiddenShape::Content(content, text) => {
                SecretCode::configured(self.hidden_content(content, &text, path))
            }
            HiddenShape::Assets(members) => SecretCode::plain(self.hidden_archive(members, path)),
            HiddenShape::List(items) => SecretCode::plain(self.hidden_list(items, path)),
            HiddenShape::Object(members) => {
                let members = self.hidden_members(members, path, false);
                SecretCode::plain(members.object(None))
            }
            HiddenShape::Resource(reference) => self.hidden_resource(reference, path),
        }
    }

    fn hidden_unknown(&mut self, value: HiddenValue<'_>, path: &PropertyPath) -> SecretCode {
        let shown = self.shown(path);
        for target in self.around.clone() {
            if let Some(access) = self.context.guess(target, &shown, true) {
                return SecretCode::plain(Code::of_variable(target, &access));
            }
        }
        SecretCode::configured(self.configured_secret(value, path))
    }

    fn hidden_content(
        &mut self,
        content: Content,
        text: &HiddenText<'_>,
        path: &PropertyPath,
    ) -> Code {
        let text = self.configured_text(text, path);
        let made = match content {
            Content::Class(class) => Code::new_of(Code::Sdk(class), vec![Code::text("text")]),
            Content::Bytes => Code::call(Code::text(FROM_BASE64), vec![Code::text("text")]),
        };
        then(text, Code::Arrow("(text)", Box::new(made)))
    }

    fn hidden_list(&mut self, items: Vec<HiddenValue<'_>>, path: &PropertyPath) -> Code {
        let mut path = path.clone();
        let mut codes = Vec::with_capacity(items.len());
        for (at, item) in items.into_iter().enumerate() {
            path.push_index(at);
            codes.push(self.hidden(item, &path).code);
            path.pop();
        }
        Code::List(codes)
    }

    fn hidden_archive(&mut self, members: Members<'_>, path: &PropertyPath) -> Code {
        let members = self.hidden_members(members, path, true);
        members.object(Some("AssetArchive"))
    }

    fn hidden_members(
        &mut self,
        members: Members<'_>,
        path: &PropertyPath,
        is_archive: bool,
    ) -> MemberCodes {
        let public = self.context.public_keys();
        let names: Option<Vec<String>> = members
            .iter()
            .map(|(key, _)| key.public_key(&public))
            .collect();
        let mut inner = path.clone();
        let mut codes = Vec::with_capacity(members.len());
        for (key, value) in &members {
            key.push_to(&mut inner);
            codes.push(match value.shape() {
                // The SDK has no asset of bytes in an archive: there they are text, in base64.
                HiddenShape::Content(Content::Bytes, text) if is_archive => {
                    self.hidden_content(Content::Class("StringAsset"), &text, &inner)
                }
                _ => self.hidden(*value, &inner).code,
            });
            inner.pop();
        }
        match names {
            Some(names) => MemberCodes::Named(names.into_iter().zip(codes).collect()),
            None => {
                let keys = members.iter();
                let keys: Vec<Code> = keys
                    .map(|(key, _)| self.configured_text(key, path))
                    .collect();
                let entries = keys.into_iter().zip(codes);
                let entries = entries.map(|(key, it)| Code::List(vec![key, it]));
                MemberCodes::Entries(entries.collect())
            }
        }
    }

    fn hidden_resource(
        &mut self,
        reference: &ResourceReference,
        path: &PropertyPath,
    ) -> SecretCode {
        let shown = self.shown(path);
        if let Some(code) = self.variable(reference, &shown) {
            return SecretCode::plain(code);
        }
        match &reference.id {
            Some(id) => self.hidden(HiddenValue::new(id), path),
            None => SecretCode::plain(Code::text("undefined")),
        }
    }

    /// A secret that comes from nowhere else.
    fn configured_secret(&mut self, value: HiddenValue<'_>, path: &PropertyPath) -> Code {
        if matches!(value.shape(), HiddenShape::Unknown) {
            let position = self.position;
            let shown = self.shown(path);
            let message = "the graph does not contain the secret";
            self.context
                .note(NoteKind::Configured, position, &shown, message);
        }
        let path = self.config_path(path);
        self.context.configured.secret(value, path)
    }

    fn configured_text(&mut self, text: &HiddenText<'_>, path: &PropertyPath) -> Code {
        let path = self.config_path(path);
        self.context.configured.secret_text(text, path)
    }
}

/// The members of a secret object as code.
enum MemberCodes {
    /// The keys are no secrets.
    Named(Vec<(String, Code)>),
    /// Lists of a key and a value.
    Entries(Vec<Code>),
}

impl MemberCodes {
    /// The object, or an instance of a class that takes it.
    fn object(self, class: Option<&'static str>) -> Code {
        let made = |object: Code| match class {
            Some(class) => Code::new_of(Code::Sdk(class), vec![object]),
            None => object,
        };
        match self {
            Self::Named(members) => made(Code::Object(members)),
            Self::Entries(entries) => {
                let property = Code::Sequence(vec![Code::Sdk("Property"), Code::text("<any>")]);
                let entries = Code::new_of(property, vec![Code::List(entries)]);
                let object = Code::call(Code::text("Object.fromEntries"), vec![Code::text("it")]);
                then(entries, Code::Arrow("(it)", Box::new(made(object))))
            }
        }
    }
}

/// A call of `then`.
fn then(code: Code, function: Code) -> Code {
    Code::call(
        Code::Sequence(vec![code, Code::text(".then")]),
        vec![function],
    )
}
