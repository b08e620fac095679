//! The kind of a module's file, by extension.

use std::path::Path;

use deno_ast::MediaType;
use lumi_closure::nesting::Jsx;

/// The kind of a file, which determines its transformation to code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Media {
    JavaScript,
    /// JavaScript with JSX.
    Jsx,
    TypeScript,
    Tsx,
    Json,
    /// Not code; only text and bytes imports can read it.
    Other,
}

/// Extensions tried, in this order, for an import that names none.
pub const SOURCE_EXTENSIONS: &[&str] =
    &["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "json"];

/// Extensions tried, in this order, where a compiler of TypeScript is added to Node.
pub const COMPILED_EXTENSIONS: &[&str] = &["js", "json", "ts", "tsx", "jsx", "cjs", "mjs"];

/// Extensions tried within installed packages, in this order: compiled files only.
pub const PACKAGE_EXTENSIONS: &[&str] = &["js", "json", "cjs", "mjs"];

/// Whether a file is a type declaration without code.
pub fn is_declaration(path: &Path) -> bool {
    let name = path.file_name().and_then(|it| it.to_str());
    name.is_some_and(|it| {
        [".d.ts", ".d.mts", ".d.cts"]
            .iter()
            .any(|end| it.ends_with(end))
    })
}

impl Media {
    pub fn of(path: &Path) -> Self {
        match path.extension().and_then(|it| it.to_str()) {
            Some("ts" | "mts" | "cts") => Self::TypeScript,
            Some("tsx") => Self::Tsx,
            Some("js" | "mjs" | "cjs") => Self::JavaScript,
            Some("jsx") => Self::Jsx,
            Some("json") => Self::Json,
            _ => Self::Other,
        }
    }

    /// Whether V8 cannot run it as it is written.
    pub fn is_transpiled(self) -> bool {
        matches!(self, Self::TypeScript | Self::Tsx | Self::Jsx)
    }

    pub fn jsx(self) -> Jsx {
        match self {
            Self::Jsx | Self::Tsx => Jsx::Yes,
            Self::JavaScript | Self::TypeScript | Self::Json | Self::Other => Jsx::No,
        }
    }

    pub fn for_parser(self) -> MediaType {
        match self {
            Self::JavaScript => MediaType::JavaScript,
            Self::Jsx => MediaType::Jsx,
            Self::TypeScript => MediaType::TypeScript,
            Self::Tsx => MediaType::Tsx,
            Self::Json => MediaType::Json,
            Self::Other => MediaType::Unknown,
        }
    }
}
