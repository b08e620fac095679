//! Files of the program that it reads: their texts become a part of the package, so their paths are known before a run.

use lumi_pack::il::Expr;
use ruff_python_ast::{Expr as Syntax, ExprCall};

use ruff_text_size::Ranged as _;

use super::facts::{MAX_PARTS, Reading, project_path, reading};
use super::lowering::Lowering;
use super::nodes::string;
use super::refusal::Refusal;

/// The modes of `open` that read text.
const MODES: &[&str] = &["r", "rt", "rb"];

impl Lowering<'_> {
    /// A call that reads a file of the program, or whose result is a path that is known.
    pub fn file_call(&mut self, call: &ExprCall) -> Option<Expr> {
        let at = self.at(call);
        if self.is_path_function(&call.func) {
            let path = self.paths.called(call, MAX_PARTS)?;
            return Some(string(&path, at));
        }
        let (reading, of) = reading(call)?;
        let is_open = matches!(&*call.func, Syntax::Name(_));
        if is_open && self.meaning("open").is_some() {
            return None;
        }
        let Some(path) = self
            .paths
            .path(of, MAX_PARTS)
            .or_else(|| self.no_path(call, is_open))
        else {
            return is_open.then(|| super::nodes::null(at));
        };
        let text = project_path(&path).and_then(|it| self.texts.get(&it));
        let text = match text {
            Some(Ok(text)) => text.clone(),
            Some(Err(message)) => {
                let message = format!("the file {path} cannot be read: {message}");
                self.refuse(call.start(), Refusal::Name, &message, "");
                String::new()
            }
            None => {
                let message = format!("the file {path} is outside of the project");
                self.refuse(call.start(), Refusal::Name, &message, "");
                String::new()
            }
        };
        Some(match reading {
            Reading::Text => string(&text, at),
            Reading::Open => self.opened(call, &path, &text, at),
        })
    }

    fn opened(&mut self, call: &ExprCall, path: &str, text: &str, at: lumi_pack::il::At) -> Expr {
        let by_place = match &*call.func {
            Syntax::Name(_) => call.arguments.args.get(1),
            _ => call.arguments.args.first(),
        };
        let mode = by_place.or_else(|| Some(&call.arguments.find_keyword("mode")?.value));
        let mode = match mode {
            None => "r",
            Some(Syntax::StringLiteral(it)) => it.value.to_str(),
            Some(_) => "",
        };
        if !MODES.contains(&mode) {
            let help = "declare a resource that writes it: `fs.File` of `lumi.std`";
            return self.absent(call, Refusal::Name, "files that are written", help);
        }
        let is_bytes = super::nodes::boolean(mode == "rb", at);
        let arguments = vec![string(path, at), string(text, at), is_bytes];
        let open = self.library("standard/file", "opened", at);
        super::nodes::call(open, arguments, at)
    }

    /// Refuses `open` of a path that only the run knows.
    fn no_path(&mut self, call: &ExprCall, is_open: bool) -> Option<String> {
        if is_open {
            let help = "write the path as a text: files that a program reads are a part of it";
            let message = "LumiPy has no `open` of a path that only the run knows";
            self.refuse(call.start(), Refusal::Name, message, help);
        }
        None
    }

    /// Whether a function is one of `os.path` or `pathlib` whose result is a path.
    fn is_path_function(&self, of: &Syntax) -> bool {
        let paths = [
            "os.path.join",
            "os.path.dirname",
            "os.path.abspath",
            "os.path.realpath",
        ];
        match self.named(of) {
            Some(super::calls::Named::Library(_, path)) => paths.contains(&path.as_str()),
            _ => false,
        }
    }
}
