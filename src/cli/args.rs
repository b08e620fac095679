//! The flags and arguments of every command.

use std::path::PathBuf;
use std::time::Duration;

use bytesize::ByteSize;
use clap::builder::NonEmptyStringValueParser;
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};

use crate::host::{Allow, Limits, PermissionFlags};

use super::commands::completions::CompletionsArgs;
use super::commands::diff::DiffArgs;
use super::commands::graph::{GraphArgs, GraphFormat};
use super::commands::new::NewArgs;
use super::commands::types::TypesArgs;

/// Infrastructure programs in TypeScript, run in-process.
#[derive(Debug, Parser)]
#[command(
    name = "lumi",
    version,
    propagate_version = true,
    arg_required_else_help = true
)]
pub struct Arguments {
    #[command(flatten)]
    pub shared: SharedFlags,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Evaluate a program and show the graph it plans; touches nothing
    Run(RunArgs),
    /// Run tests: what files declare with test() of "lumi/testing"
    Test(TestArgs),
    Graph(GraphArgs),
    Diff(DiffArgs),
    New(NewArgs),
    Types(TypesArgs),
    Completions(CompletionsArgs),
    /// Show the version of lumi and of the V8 in it
    Version,
}

/// Flags that every command takes.
#[derive(Debug, Args)]
pub struct SharedFlags {
    /// Act as if started in DIR
    #[arg(short = 'C', long = "directory", value_name = "DIR", global = true)]
    pub directory: Option<PathBuf>,
    /// When to colour output; NO_COLOR is respected
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", global = true)]
    pub color: ColorChoice,
    /// Show results, warnings and errors only
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Show debug messages, too
    #[arg(short, long, global = true)]
    pub verbose: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Debug, Args)]
pub struct RunArgs {
    /// A file, or a folder with index.ts, index.js, main.ts, main.js, or a Lumi.yaml or
    /// package.json that names its main file
    #[arg(default_value = ".")]
    pub program: PathBuf,
    #[command(flatten)]
    pub flags: ProgramFlags,
    /// How to show the graph; with --out, the file's extension decides [default: tree]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<GraphFormat>,
    /// Write the graph to FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write events as lines of JSON, and a summary with the graph as the last one
    #[arg(long, conflicts_with_all = ["format", "out", "check_determinism"])]
    pub json: bool,
    /// Show the values of secrets
    #[arg(long)]
    pub show_secrets: bool,
    /// Evaluate twice with other random numbers, clock and order, and report what differs
    #[arg(long)]
    pub check_determinism: bool,
    /// Arguments for the program
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<String>,
}

#[derive(Debug, Args)]
pub struct TestArgs {
    /// Files that declare tests, or folders with files such as site.test.ts below them
    #[arg(value_name = "FILE", default_value = ".")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub flags: ProgramFlags,
    /// Write each result as a line of JSON, and a summary as the last one
    #[arg(long)]
    pub json: bool,
}

/// Flags of every command that evaluates a program.
#[derive(Debug, Args)]
pub struct ProgramFlags {
    /// Stack to evaluate for
    #[arg(short, long, value_name = "NAME", default_value = "dev")]
    pub stack: String,
    /// Set a configuration value, over that of Lumi.STACK.yaml
    #[arg(short, long, value_name = "KEY=VALUE")]
    pub config: Vec<String>,
    /// Stop the program after this time, such as 30s or 5m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub timeout: Option<Duration>,
    /// Stop the program when it uses more memory, such as 512MiB or 4GiB
    #[arg(long, value_name = "SIZE", value_parser = parse_heap_limit)]
    pub heap_limit: Option<usize>,
    #[command(flatten)]
    pub permissions: PermissionArgs,
}

impl ProgramFlags {
    pub fn limits(&self) -> Limits {
        Limits {
            timeout: self.timeout,
            heap: self.heap_limit,
        }
    }
}

const PERMISSIONS: &str = "Permissions";

/// Without a value, a flag allows everything of its kind.
#[derive(Debug, Args)]
pub struct PermissionArgs {
    /// Allow everything
    #[arg(short = 'A', long, help_heading = PERMISSIONS)]
    pub allow_all: bool,
    /// Allow reading files outside the project folder
    #[arg(long, help_heading = PERMISSIONS, value_name = "PATH", num_args = 0.., require_equals = true,
          value_delimiter = ',', value_parser = NonEmptyStringValueParser::new(), action = ArgAction::Append)]
    pub allow_read: Option<Vec<String>>,
    /// Allow writing files
    #[arg(long, help_heading = PERMISSIONS, value_name = "PATH", num_args = 0.., require_equals = true,
          value_delimiter = ',', value_parser = NonEmptyStringValueParser::new(), action = ArgAction::Append)]
    pub allow_write: Option<Vec<String>>,
    /// Allow network access
    #[arg(long, help_heading = PERMISSIONS, value_name = "HOST[:PORT]", num_args = 0.., require_equals = true,
          value_delimiter = ',', value_parser = NonEmptyStringValueParser::new(), action = ArgAction::Append)]
    pub allow_net: Option<Vec<String>>,
    /// Allow reading environment variables
    #[arg(long, help_heading = PERMISSIONS, value_name = "NAME", num_args = 0.., require_equals = true,
          value_delimiter = ',', value_parser = NonEmptyStringValueParser::new(), action = ArgAction::Append)]
    pub allow_env: Option<Vec<String>>,
    /// Allow running other programs
    #[arg(long, help_heading = PERMISSIONS, value_name = "PROGRAM", num_args = 0.., require_equals = true,
          value_delimiter = ',', value_parser = NonEmptyStringValueParser::new(), action = ArgAction::Append)]
    pub allow_run: Option<Vec<String>>,
}

impl PermissionArgs {
    pub fn flags(&self) -> PermissionFlags {
        let allow = |values: &Option<Vec<String>>| match values {
            _ if self.allow_all => Allow::All,
            None => Allow::Nothing,
            Some(values) if values.is_empty() => Allow::All,
            Some(values) => Allow::Only(values.clone()),
        };
        PermissionFlags {
            read: allow(&self.allow_read),
            write: allow(&self.allow_write),
            net: allow(&self.allow_net),
            env: allow(&self.allow_env),
            run: allow(&self.allow_run),
        }
    }
}

/// `30s`, `1m 30s`, `500ms`; a plain number is seconds.
fn parse_time(text: &str) -> Result<Duration, String> {
    let time = match text.parse::<f64>() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())?,
        Err(_) => humantime::parse_duration(text)
            .map_err(|error| format!("{error}; write for example 30s or 5m"))?,
    };
    if time.is_zero() {
        Err("it must be more than zero".to_owned())
    } else {
        Ok(time)
    }
}

/// More than any machine a program runs on.
const MOST_HEAP: u64 = 1 << 40;
/// V8 does not start with less.
const LEAST_HEAP: u64 = 16 << 20;

fn parse_heap_limit(text: &str) -> Result<usize, String> {
    let size: ByteSize = text
        .parse()
        .map_err(|error| format!("{error}; write for example 512MiB or 4GiB"))?;
    if size.as_u64() < LEAST_HEAP {
        return Err("it must be at least 16MiB; a unit such as MiB is needed".to_owned());
    }
    if size.as_u64() > MOST_HEAP {
        return Err("it must be at most 1TiB".to_owned());
    }
    usize::try_from(size.as_u64()).map_err(|_| "it is more than this machine can address".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn run(arguments: &[&str]) -> RunArgs {
        let all = ["lumi", "run"].iter().chain(arguments);
        match Arguments::try_parse_from(all).unwrap().command {
            Command::Run(args) => args,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_definition_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn permissions_are_those_of_deno() {
        let args = run(&[
            "--allow-read",
            "--allow-net=a.com,b.com:80",
            "--allow-net=c",
            "x.ts",
        ]);
        let flags = args.flags.permissions.flags();
        assert_eq!(args.program, PathBuf::from("x.ts"));
        assert_eq!(flags.read, Allow::All);
        let hosts = ["a.com", "b.com:80", "c"].map(str::to_owned).to_vec();
        assert_eq!(flags.net, Allow::Only(hosts));
        assert_eq!(flags.env, Allow::Nothing);
        assert_eq!(run(&["-A"]).flags.permissions.flags().run, Allow::All);
    }

    #[test]
    fn arguments_of_the_program_come_last() {
        let args = run(&["a.ts", "--", "--format", "x"]);
        assert_eq!(args.arguments, ["--format", "x"]);
        assert_eq!(args.format, None);
    }

    #[test]
    fn times_and_sizes() {
        assert_eq!(parse_time("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_time("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(parse_heap_limit("1GiB"), Ok(1 << 30));
        for bad in ["", "-1", "0", "1 fortnight", "NaN", "1e999"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
        for bad in ["", "512", "-1GiB", "1XB", "8EiB"] {
            assert!(parse_heap_limit(bad).is_err(), "{bad}");
        }
    }
}
