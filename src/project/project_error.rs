//! Errors of finding and reading projects.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use lumi_graph::{EscapedText, SealError};
use lumi_pack::{SourceProblem, VerifyError};

use super::cdktf::CdktfError;
use super::config::config_flag::ConfigFlagError;
use super::config::config_key::ConfigKeyError;
use super::config::config_path::ConfigPathError;
use super::config::config_type::ConfigType;
use super::config::nested_value::NestedValueError;
use super::name::NameError;
use super::stack_files::stack_file_edit::EditError;
use super::yaml_files::fault::Fault;

/// An error about PROGRAM, a settings file or a flag; one sentence each for the terminal, without
/// configuration values.
#[derive(Debug, Error)]
pub enum ProjectError {
    #[error("there is no program {}{}", Shown(.path), Similar(.similar))]
    NoProgram {
        path: PathBuf,
        similar: Option<String>,
    },
    #[error(
        "{} is not a path: a program is a file or a folder of this machine; {}",
        Shown(.given), match .given.as_os_str().as_encoded_bytes() {
            b"-" => "write what comes from standard input to a file first",
            it if it.starts_with(b"file:") => "name its path",
            _ => "download it first",
        }
    )]
    NotOnDisk { given: PathBuf },
    #[error(
        "there is no program in the folder {}: looked for {}{}; {}",
        Shown(.folder), .looked_for.join(", "),
        if *.has_package { " and `main` of package.json" } else { "" },
        match .foreign {
            Some(ForeignProgram::Hcl) => "it has a configuration of Terraform: `runtime: hcl` in Lumi.yaml runs it as it \
                is, and `lumi import --from` brings its objects into a program, see docs/migrating.md",
            Some(ForeignProgram::Cdktf) => "it has a program of CDKTF: `runtime: cdktf` in Lumi.yaml runs it as it is, \
                see docs/cdktf.md",
            None => "create one with `lumi new`, or name the file",
        }
    )]
    NoEntry {
        folder: PathBuf,
        looked_for: &'static [&'static str],
        has_package: bool,
        foreign: Option<ForeignProgram>,
    },
    #[error(
        "`main` of {} is {}, which is not a file{}", Shown(.file), Shown(.main), Similar(.similar)
    )]
    NoMain {
        file: PathBuf,
        main: PathBuf,
        similar: Option<String>,
    },
    #[error(
        "`main` of {} leads outside its folder, to {}; programs read files below their project \
         folder only",
        Shown(.file), Shown(.main)
    )]
    MainOutside { file: PathBuf, main: PathBuf },
    #[error("{} is neither a file nor a folder; give a TypeScript or JavaScript file", Shown(.path))]
    NotAFile { path: PathBuf },
    #[error("the path {} is not text in UTF-8, in which modules have their names; rename the folder or the file", Shown(.path))]
    NotUtf8 { path: PathBuf },
    #[error("{} cannot be used: {}", Shown(.path), Explained(.problem))]
    Pack {
        path: PathBuf,
        problem: Box<VerifyError>,
    },
    #[error(
        "the program is not {language}: {} {}", .problems.len(),
        if .problems.len() == 1 { "place" } else { "places" }
    )]
    Refused {
        language: &'static str,
        problems: Vec<SourceProblem>,
    },
    #[error("{} cannot be packed: {message}", Shown(.path))]
    Unpackable { path: PathBuf, message: String },
    #[error("{} is a library, which has no program to run; its modules are for other programs", Shown(.path))]
    Library { path: PathBuf },
    #[error("cannot read {}: {source}; check that it exists and its permissions", Shown(.path))]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("lumi does not read settings from {}; rename it to {wanted}", Shown(.path))]
    Misnamed { path: PathBuf, wanted: String },
    #[error("cannot use {}:{line}:{column}: {fault}", Shown(.file))]
    Settings {
        file: PathBuf,
        line: u32,
        column: u32,
        fault: Fault,
    },
    #[error(
        "`{}` of {} is encrypted by Pulumi with {with}, which lumi does not ask; `pulumi config get \
         {}` shows it for `lumi config set {} --secret`, or `pulumi stack change-secrets-provider \
         passphrase` makes the file readable with a passphrase",
        EscapedText::short(.key), Shown(.file), EscapedText::short(.key), EscapedText::short(.key)
    )]
    Foreign {
        file: PathBuf,
        key: String,
        /// Whose key it is.
        with: &'static str,
    },
    #[error("cannot encrypt `{}`: {source}", EscapedText::short(.key))]
    Unsealed { key: String, source: SealError },
    #[error(
        "cannot change `{}` in {}: {fault}; change it by hand",
        EscapedText::short(.key), Shown(.file)
    )]
    Edit {
        file: PathBuf,
        key: String,
        fault: EditError,
    },
    #[error("{} does not set `{}`{}", Shown(.file), EscapedText::short(.key), Known(.similar))]
    NotSet {
        file: PathBuf,
        key: String,
        similar: Option<String>,
    },
    #[error(
        "the value of `{}` must be {expected}, as `config` of the project declares it", EscapedText::short(.key)
    )]
    ConfigType { key: String, expected: ConfigType },
    #[error("the configuration key cannot be used: {0}")]
    Key(#[from] ConfigKeyError),
    #[error("the path of a configuration value cannot be used: {0}")]
    Path(#[from] ConfigPathError),
    #[error("`{}` cannot be changed: {fault}", EscapedText::short(.path))]
    NestedValue {
        path: String,
        fault: NestedValueError,
    },
    #[error(transparent)]
    Cdktf(#[from] CdktfError),
    #[error(transparent)]
    Name(#[from] NameError),
    #[error(transparent)]
    Flag(#[from] ConfigFlagError),
}

/// The kind of program that a folder without one of Lumi has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForeignProgram {
    /// Files in the language of Terraform.
    Hcl,
    /// The settings of CDKTF.
    Cdktf,
}

impl ProjectError {
    /// The position of the error in a settings file: file, line and column from 1, the column in
    /// characters.
    pub fn position(&self) -> Option<(PathBuf, u32, u32)> {
        match self {
            Self::Settings {
                file, line, column, ..
            } => Some((file.clone(), *line, *column)),
            _ => None,
        }
    }

    /// The error at [`ProjectError::position`], without the position.
    pub fn fault(&self) -> Option<&Fault> {
        match self {
            Self::Settings { fault, .. } => Some(fault),
            _ => None,
        }
    }
}

/// A path, escaped.
struct Shown<'a>(&'a Path);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        EscapedText::whole(&self.0.to_string_lossy()).fmt(f)
    }
}

/// The error of a package, with its first violations.
struct Explained<'a>(&'a VerifyError);

/// The reasons why a package is refused, as text.
pub fn explained(problem: &VerifyError) -> impl fmt::Display + '_ {
    Explained(problem)
}

impl fmt::Display for Explained<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 5;
        let text = match self.0 {
            VerifyError::Unreadable(_) => self.0.to_string(),
            VerifyError::Broken(violations) => {
                let shown = violations.iter().take(SHOWN).map(ToString::to_string);
                let more = violations.len().saturating_sub(SHOWN);
                let more = (more > 0).then(|| format!("and {more} more; see `lumi pack verify`"));
                shown.chain(more).collect::<Vec<_>>().join("; ")
            }
        };
        EscapedText::whole(&text).fmt(f)
    }
}

struct Similar<'a>(&'a Option<String>);

impl fmt::Display for Similar<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(name) => write!(f, "; did you mean {}?", EscapedText::short(name)),
            None => f.write_str("; check the path"),
        }
    }
}

struct Known<'a>(&'a Option<String>);

impl fmt::Display for Known<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(name) => write!(f, "; did you mean `{}`?", EscapedText::short(name)),
            None => f.write_str("; `lumi config ls` shows what is set"),
        }
    }
}
