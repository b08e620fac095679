//! A module that was parsed to find a place in it, for an error.

use deno_ast::swc::ast::Module;
use deno_ast::{ParseParams, ParsedSource, ProgramRef, SourceRanged};
use deno_core::url::Url;

use lumi_closure::nesting::deeply;
use lumi_graph::{SourcePosition, SourceText};

use super::media::Media;

pub struct ParsedModule<'a> {
    parsed: ParsedSource,
    /// What positions name.
    file: &'a str,
}

impl<'a> ParsedModule<'a> {
    /// What `look` finds in the module, on a stack for how deep the text is nested; `None` if the text is
    /// no module.
    pub fn look<T>(
        url: &Url,
        file: &'a str,
        media: Media,
        text: &str,
        look: impl FnOnce(&Self) -> T,
    ) -> Option<T> {
        let looked = deeply(text, media.jsx(), |_| {
            let parsed = Self::parse(url, file, media, text)?;
            Some(look(&parsed))
        });
        looked.ok().flatten()
    }

    fn parse(url: &Url, file: &'a str, media: Media, text: &str) -> Option<Self> {
        let parsed = deno_ast::parse_module(ParseParams {
            specifier: url.clone(),
            text: text.into(),
            media_type: media.for_parser(),
            capture_tokens: false,
            scope_analysis: false,
            maybe_syntax: None,
        });
        let parsed = parsed.ok()?;
        Some(Self { parsed, file })
    }

    pub fn module(&self) -> Option<&Module> {
        match self.parsed.program_ref() {
            ProgramRef::Module(module) => Some(module),
            ProgramRef::Script(_) => None,
        }
    }

    /// Where a node of the module begins.
    pub fn position(&self, node: &impl SourceRanged) -> SourcePosition {
        let info = self.parsed.text_info_lazy();
        let offset = node.start().as_byte_index(info.range().start);
        let (line, column) = SourceText(info.text_str()).position(offset);
        SourcePosition {
            file: self.file.into(),
            line,
            column,
        }
    }
}
