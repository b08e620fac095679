//! Reads what V8 threw: frames in the user's files, lines of source, and the resource that an error is about.

use std::fs;
use std::path::Path;

use deno_core::error::{CoreError, CoreErrorKind, JsError, JsStackFrame};
use deno_error::JsErrorClass;

use lumi_graph::{SourcePosition, SourceText};
use lumi_provider::limited_text;

use super::error::{Frame, ProgramError, ResourceInfo, SourceLine, Thrown};
use super::import_circle;
use super::position::{POSITION_PROPERTY, display_file, is_library};
use super::property_position::property_position;
use crate::ops::Session;

/// The property with the serial of the resource that could not be registered.
const SERIAL_PROPERTY: &str = "lumiSerial";
/// The property with the paths of the inputs that do not fit, in lines.
const INPUTS_PROPERTY: &str = "lumiInputs";
/// The property of an error that has the failures of a plan.
const HELD_PROPERTY: &str = "lumiHeld";
/// The property of the failure of a function or a method of a provider.
const FUNCTION_PROPERTY: &str = "lumiFunction";
/// The property with the name of the export that cannot be an output of the stack.
const EXPORT_PROPERTY: &str = "lumiExport";

impl ProgramError {
    pub(crate) fn from_core(error: CoreError, session: &Session) -> Self {
        match error.into_kind() {
            CoreErrorKind::Js(error) => Self::from_js(&error, session),
            other => Self::Thrown(Box::new(from_class(&other, session))),
        }
    }

    pub(crate) fn from_js(error: &JsError, session: &Session) -> Self {
        let thrown = Thrown::from_js(error, session);
        if additional(error, HELD_PROPERTY).is_none() {
            return Self::Thrown(Box::new(thrown));
        }
        let mut held = thrown.aggregated;
        held.sort_by(|one, other| one.order().cmp(&other.order()));
        Self::Several(held)
    }
}

fn from_class(error: &dyn JsErrorClass, session: &Session) -> Thrown {
    let mut thrown = Thrown {
        class: Some(error.get_class().into_owned()),
        message: error.get_message().into_owned(),
        ..Thrown::default()
    };
    for (name, value) in error.get_additional_properties() {
        if name == POSITION_PROPERTY {
            thrown.excerpt = excerpt_at(&value.to_string(), session);
        }
    }
    thrown
}

impl Thrown {
    /// The order in which the failures of a plan are shown.
    fn order(&self) -> (Option<&SourcePosition>, &str) {
        let place = self.excerpt.as_ref().map(|it| &it.position);
        (place, &self.message)
    }

    /// Sets the position to the declaration of an object, unless a position is known.
    pub(crate) fn set_place(&mut self, position: &SourcePosition, session: &Session) {
        if self.excerpt.is_none() {
            self.excerpt = SourceLine::read(position, session);
        }
    }

    /// Sets the statements that may have thrown the value; a single one becomes the position.
    pub(crate) fn set_candidates(&mut self, candidates: Vec<SourcePosition>, session: &Session) {
        match candidates.as_slice() {
            [only] => self.excerpt = SourceLine::read(only, session),
            _ => self.candidates = candidates,
        }
    }

    pub(crate) fn from_js(error: &JsError, session: &Session) -> Self {
        let project = session.project();
        let mut frames: Vec<Frame> = error
            .frames
            .iter()
            .filter_map(|it| Frame::of_user(it, project))
            .collect();
        // Frames in the library of a language are left out: errors show the code that called it.
        if frames
            .iter()
            .any(|it| !is_library(&it.position.file, project))
        {
            frames.retain(|it| !is_library(&it.position.file, project));
        }
        let is_of_function = additional(error, FUNCTION_PROPERTY).is_some();
        if is_of_function {
            // Only an answer that is there at once has the frames of the call.
            frames.clear();
        }
        let excerpt = match additional(error, POSITION_PROPERTY) {
            Some(position) => excerpt_at(position, session),
            None => frames
                .first()
                .and_then(|it| SourceLine::read(&it.position, session)),
        };
        let resource = resource_of(error, session);
        let inputs = additional(error, INPUTS_PROPERTY).and_then(|paths| {
            let declared = resource.as_ref().and_then(|it| it.source.as_ref());
            let called = excerpt.as_ref().map(|it| &it.position);
            SourceLine::of_inputs(paths, declared.or(called)?, session)
        });
        Self {
            class: error.name.as_deref().map(limited_text),
            message: with_circle(limited_text(message_of(error)), &frames, project),
            frames,
            excerpt: inputs.or(excerpt),
            candidates: Vec::new(),
            cause: error
                .cause
                .as_ref()
                .map(|it| Box::new(Self::from_js(it, session))),
            aggregated: error
                .aggregated
                .iter()
                .flatten()
                .map(|it| Self::from_js(it, session))
                .collect(),
            resource,
            export: additional(error, EXPORT_PROPERTY).map(str::to_owned),
            is_of_function,
        }
    }
}

/// The message with the modules that import each other, if that is why a name has no value yet.
fn with_circle(message: String, frames: &[Frame], project: &Path) -> String {
    if !(message.starts_with("Cannot access '") && message.ends_with("before initialization")) {
        return message;
    }
    let circle = frames
        .first()
        .and_then(|it| import_circle::described(&it.position.file, project));
    match circle {
        Some(circle) => format!("{message}; {circle}"),
        None => message,
    }
}

/// The property that the SDK attached to an error under this name.
fn additional<'a>(error: &'a JsError, name: &str) -> Option<&'a str> {
    let mut properties = error.additional_properties.iter();
    let (_, value) = properties.find(|(it, _)| it == name)?;
    Some(value)
}

fn resource_of(error: &JsError, session: &Session) -> Option<ResourceInfo> {
    let serial = additional(error, SERIAL_PROPERTY)?;
    session.note(serial.parse().ok()?)
}

fn message_of(error: &JsError) -> &str {
    if error.name.is_some() || error.message.is_some() {
        return error.message.as_deref().unwrap_or_default();
    }
    let text = error.exception_message.as_str();
    let text = text.strip_prefix("Uncaught ").unwrap_or(text);
    text.strip_prefix("(in promise) ").unwrap_or(text)
}

impl Frame {
    /// `None` for frames of the SDK and the runtime.
    fn of_user(frame: &JsStackFrame, project: &Path) -> Option<Self> {
        let file = frame
            .file_name
            .as_ref()
            .filter(|it| it.starts_with("file:"))?;
        let function = frame
            .function_name
            .clone()
            .map(|name| match &frame.type_name {
                Some(class) if !frame.is_top_level.unwrap_or(false) && class != "Object" => {
                    if name.starts_with(class.as_str()) {
                        name
                    } else {
                        format!("{class}.{name}")
                    }
                }
                _ => name,
            });
        let function = function.map(|it| {
            if frame.is_constructor {
                format!("new {it}")
            } else {
                it
            }
        });
        Some(Self {
            function,
            position: SourcePosition {
                file: display_file(file, project).into(),
                line: u32::try_from(frame.line_number?).ok()?,
                column: u32::try_from(frame.column_number?).ok()?,
            },
            is_async: frame.is_async,
        })
    }
}

impl SourceLine {
    /// Reads the line from the file. `None` if that fails or the program may not read the file:
    /// source maps, `sourceURL` and properties of errors can name any file.
    pub(crate) fn read(position: &SourcePosition, session: &Session) -> Option<Self> {
        let is_in_memory = session.context.memory_modules.as_ref().is_some_and(|it| {
            it.has_program || it.contains(&session.project().join(&*position.file))
        });
        if is_in_memory && !session.context.has_sources {
            return Some(Self {
                position: position.clone(),
                line: None,
            });
        }
        let text = text_of(&position.file, session)?;
        // An unexpected end of file is reported on a line after the last one.
        let line = SourceText(&text).line(position.line);
        let line = line.trim_start_matches('\u{feff}').to_owned();
        Some(Self {
            position: position.clone(),
            line: Some(line),
        })
    }

    /// The first of these inputs that the program writes at the declaration or the call.
    fn of_inputs(paths: &str, at: &SourcePosition, session: &Session) -> Option<Self> {
        if session.context.is_package() {
            return None;
        }
        let text = text_of(&at.file, session)?;
        let mut places = paths
            .lines()
            .filter_map(|it| property_position(&text, at, it));
        Self::read(&places.next()?, session)
    }

    /// The position of the stuck await, from V8; `file` is a URL.
    pub(crate) fn of_frame(frame: &JsStackFrame, session: &Session) -> Option<Self> {
        Self::read(&Frame::of_user(frame, session.project())?.position, session)
    }
}

/// The text of a file that the program may read.
fn text_of(file: &str, session: &Session) -> Option<String> {
    let path = session.project().join(file);
    let path = session.surroundings.permissions.check_read(&path).ok()?;
    // Reading a pipe or a device may never end.
    let text = path.is_file().then(|| fs::read(path).ok())??;
    Some(String::from_utf8_lossy(&text).into_owned())
}

/// `position` is `file:line:column`.
fn excerpt_at(position: &str, session: &Session) -> Option<SourceLine> {
    let mut parts = position.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    let file = parts.next()?.into();
    SourceLine::read(&SourcePosition { file, line, column }, session)
}
