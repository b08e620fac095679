//! Source positions of the user's code.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use deno_core::url::Url;
use deno_core::{SourceMapApplication, SourceMapper, v8};
use rustc_hash::{FxHashMap, FxHashSet};

use lumi_closure::language_libraries::is_library_file;
use lumi_graph::SourcePosition;

use crate::modules::is_installed;
use lumi_node::ScriptPosition;

/// The property with the source position of a load error.
pub const POSITION_PROPERTY: &str = "lumiPosition";

/// Maximum number of frames to inspect: deeper than any sensible stack of SDK and subclass
/// constructors.
const FRAME_LIMIT: usize = 24;
/// Maximum number of frames to inspect of the code of packages, whose components make others.
const PROGRAM_FRAME_LIMIT: usize = 200;
/// The number of frames of the SDK's own constructors: a class of `lumi/std`, `CustomResource` and
/// `Resource`.
const SDK_FRAMES: usize = 3;

/// Scripts seen in stacks, by V8's script id.
pub struct Scripts {
    project: PathBuf,
    mapper: Option<Rc<RefCell<SourceMapper>>>,
    seen: FxHashMap<usize, Option<Script>>,
    /// Script, line and column of constructor frames. V8 no longer marks them as constructors once
    /// it has inlined them.
    constructors: FxHashSet<(usize, usize, usize)>,
}

#[derive(Clone)]
struct Script {
    url: Rc<str>,
    /// The display name.
    file: Arc<str>,
}

impl Scripts {
    pub fn new(project: PathBuf) -> Self {
        Self {
            project,
            mapper: None,
            seen: FxHashMap::default(),
            constructors: FxHashSet::default(),
        }
    }

    /// Maps positions to the original source from now on, including transpiled modules.
    pub fn map_with(&mut self, mapper: Rc<RefCell<SourceMapper>>) {
        self.mapper = Some(mapper);
    }

    /// The user script of a frame; `None` for the SDK and V8.
    fn of_frame(
        &mut self,
        scope: &mut v8::PinScope<'_, '_>,
        frame: v8::Local<v8::StackFrame>,
    ) -> Option<Script> {
        let id = frame.get_script_id();
        if let Some(known) = self.seen.get(&id) {
            return known.clone();
        }
        let script = frame
            .get_script_name(scope)
            .map(|name| name.to_rust_string_lossy(scope))
            .filter(|url| url.starts_with("file:"))
            .map(|url| Script {
                file: display_file(&url, &self.project).into(),
                url: url.into(),
            })
            .filter(|it| !is_library(&it.file, &self.project));
        self.seen.insert(id, script.clone());
        script
    }

    /// The position of the running `new` expression. `classes` are the user's own classes between
    /// `new.target` and the SDK's, outermost first: their constructor frames point only to
    /// `super(...)`.
    pub fn of_construction(
        &mut self,
        scope: &mut v8::PinScope<'_, '_>,
        classes: &[String],
    ) -> Option<SourcePosition> {
        let mut last = None;
        // Every frame costs time, and `new` is usually right above the constructors.
        for limit in [SDK_FRAMES + classes.len() + 1, FRAME_LIMIT] {
            let trace = v8::StackTrace::current_stack_trace(scope, limit)?;
            match self.above_constructors(scope, trace, classes) {
                Ok(position) => return Some(position),
                Err(constructor) => last = constructor,
            }
            if trace.get_frame_count() < limit {
                break;
            }
        }
        last
    }

    /// The innermost position in the program itself, not in its packages.
    pub fn of_program(&mut self, scope: &mut v8::PinScope<'_, '_>) -> Option<SourcePosition> {
        let trace = v8::StackTrace::current_stack_trace(scope, PROGRAM_FRAME_LIMIT)?;
        (0..trace.get_frame_count()).find_map(|index| {
            let frame = trace.get_frame(scope, index)?;
            let script = self.of_frame(scope, frame)?;
            let url = Url::parse(&script.url).ok();
            let path = url.and_then(|it| it.to_file_path().ok());
            let is_package = path.is_some_and(|it| is_installed(&it));
            (!is_package).then(|| self.position(&script, frame))
        })
    }

    /// The first user frame above the constructors of `classes`; the error case is the position of
    /// the last of these.
    fn above_constructors(
        &mut self,
        scope: &mut v8::PinScope<'_, '_>,
        trace: v8::Local<v8::StackTrace>,
        classes: &[String],
    ) -> Result<SourcePosition, Option<SourcePosition>> {
        let mut constructors = classes.len();
        let mut last = None;
        for index in 0..trace.get_frame_count() {
            let Some(frame) = trace.get_frame(scope, index) else {
                break;
            };
            let Some(script) = self.of_frame(scope, frame) else {
                continue;
            };
            let place = (
                frame.get_script_id(),
                frame.get_line_number(),
                frame.get_column(),
            );
            if constructors > 0
                && (frame.is_constructor() || self.constructors.contains(&place))
                && let Some(name) = frame.get_function_name(scope)
                && let name = name.to_rust_string_lossy(scope)
                && let Some(class) = classes[..constructors].iter().rposition(|it| *it == name)
            {
                // Classes without an explicit constructor have no frame.
                constructors = class;
                self.constructors.insert(place);
                last = Some(self.position(&script, frame));
                continue;
            }
            return Ok(self.position(&script, frame));
        }
        Err(last)
    }

    fn position(&self, script: &Script, frame: v8::Local<v8::StackFrame>) -> SourcePosition {
        let (line, column) = (frame.get_line_number() as u32, frame.get_column() as u32);
        let (line, column) = self.mapped(&script.url, line, column);
        SourcePosition {
            file: Arc::clone(&script.file),
            line,
            column,
        }
    }

    /// Maps a position in running code to the source file.
    pub fn original(&self, position: &ScriptPosition) -> SourcePosition {
        let ScriptPosition { url, line, column } = position;
        let (line, column) = self.mapped(url, *line, *column);
        SourcePosition {
            file: display_file(url, &self.project).into(),
            line,
            column,
        }
    }

    /// Line and column in the source file of a position in running code.
    pub fn original_place(&self, position: &ScriptPosition) -> (u32, u32) {
        self.mapped(&position.url, position.line, position.column)
    }

    fn mapped(&self, url: &str, mut line: u32, mut column: u32) -> (u32, u32) {
        if let Some(mapper) = &self.mapper {
            match mapper.borrow_mut().apply_source_map(url, line, column) {
                SourceMapApplication::Unchanged => {}
                SourceMapApplication::LineAndColumn {
                    line_number,
                    column_number,
                }
                | SourceMapApplication::LineAndColumnAndFileName {
                    line_number,
                    column_number,
                    ..
                } => (line, column) = (line_number, column_number),
            }
        }
        (line, column)
    }
}

/// The URL of the innermost running file outside the SDK.
pub fn running_file(scope: &mut v8::PinScope<'_, '_>) -> Option<String> {
    let trace = v8::StackTrace::current_stack_trace(scope, FRAME_LIMIT)?;
    (0..trace.get_frame_count())
        .filter_map(|index| trace.get_frame(scope, index)?.get_script_name(scope))
        .map(|name| name.to_rust_string_lossy(scope))
        .find(|url| url.starts_with("file:"))
}

/// Whether a module is one of the library of a language, which is in no file of the project.
pub fn is_library(file: &str, project: &Path) -> bool {
    is_library_file(file) && !project.join(file).exists()
}

/// The display name of a `file:` URL: relative to the project if below it.
pub fn display_file(url: &str, project: &Path) -> String {
    let Some(path) = Url::parse(url).ok().and_then(|url| url.to_file_path().ok()) else {
        return url.to_owned();
    };
    path.strip_prefix(project)
        .unwrap_or(&path)
        .display()
        .to_string()
}
