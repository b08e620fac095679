//! A module that was parsed to find a position in it, for an error.

use deno_ast::swc::ast::Module;
use deno_ast::{ParseParams, ParsedSource, ProgramRef, SourceRanged};
use deno_core::url::Url;

use lumi_closure::nesting::deeply;
use lumi_graph::{SourcePosition, SourceText};

use crate::modules::media::Media;

pub struct ParsedModule<'a> {
    parsed: ParsedSource,
    /// The file name in positions.
    file: &'a str,
}

impl<'a> ParsedModule<'a> {
    /// Parses the module and calls `look`, on a stack sized for the nesting of the text; `None` if
    /// the text cannot be parsed.
    pub fn with<T>(
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
