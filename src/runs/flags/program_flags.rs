//! Flags of every command that evaluates a program.

use std::time::Duration;

use bytesize::ByteSize;
use clap::builder::NonEmptyStringValueParser;
use clap::{ArgAction, Args, Command, FromArgMatches as _, ValueEnum};
use clap_complete::engine::ArgValueCandidates;

use super::inspect_flags::InspectFlags;
use super::variable_flags::VariableFlags;
use lumi_host::{Allow, Limits, PermissionFlags, check_host_value};
use lumi_terminal::input::completion;

/// The selected stack.
#[derive(Clone, Debug, Default, Args)]
pub struct StackFlag {
    /// The stack [default: the selected one, else dev]
    #[arg(short, long, value_name = "NAME", add = ArgValueCandidates::new(completion::stacks))]
    pub stack: Option<String>,
}

/// Flags of every command that evaluates a program.
#[derive(Debug, Args)]
pub struct ProgramFlags {
    #[command(flatten)]
    pub stack: StackFlag,
    /// Set a configuration value, which overrides Lumi.STACK.yaml; a deployment stores it there
    #[arg(short, long, value_name = "KEY=VALUE")]
    pub config: Vec<String>,
    #[command(flatten)]
    pub variables: VariableFlags,
    /// The process of a program for Pulumi's SDK: this one (embedded), or one of node
    #[arg(
        long,
        value_name = "RUNTIME",
        value_enum,
        default_value_t,
        hide_possible_values = true
    )]
    pub runtime: PulumiPlace,
    #[command(flatten)]
    pub sandbox: SandboxFlags,
}

impl ProgramFlags {
    /// The defaults, for a command that has only the flag of the stack.
    pub fn of_stack(stack: StackFlag) -> Self {
        let command = Self::augment_args(Command::new("lumi"));
        let defaults = command.get_matches_from(["lumi"]);
        let flags =
            Self::from_arg_matches(&defaults).expect("BUG: all of these flags have defaults");
        Self { stack, ..flags }
    }
}

/// The place of a program for Pulumi's Node SDK.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PulumiPlace {
    /// In the process of lumi.
    #[default]
    Embedded,
    /// In a process of node.
    Node,
}

/// Flags of every command that runs code: what it may take and touch.
#[derive(Debug, Args)]
pub struct SandboxFlags {
    /// Stop the program after this time, such as 30s or 5m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub timeout: Option<Duration>,
    /// Stop the program when it uses more memory, such as 512MiB or 4GiB
    #[arg(long, value_name = "SIZE", value_parser = parse_heap_limit)]
    pub heap_limit: Option<usize>,
    /// Warn about functions whose code and captured values are larger; 0 disables the warning
    #[arg(long, value_name = "SIZE", default_value = "10MB")]
    pub closure_limit: ByteSize,
    #[command(flatten)]
    pub permissions: PermissionArgs,
    #[command(flatten)]
    pub inspect: InspectFlags,
}

impl SandboxFlags {
    /// The flags as text, for another process.
    pub fn passed_on(&self) -> Vec<String> {
        let mut flags = self.bounds_passed_on();
        flags.extend(self.inspect.passed_on());
        flags
    }

    /// The permissions, the time and the memory as text, for another process that no debugger is to see.
    pub fn bounds_passed_on(&self) -> Vec<String> {
        let mut flags = self.permissions.passed_on();
        let timeout = self
            .timeout
            .map(|it| format!("--timeout={}", it.as_secs_f64()));
        let heap = self.heap_limit.map(|it| format!("--heap-limit={it}B"));
        flags.extend(timeout.into_iter().chain(heap));
        flags
    }

    pub fn limits(&self) -> Limits {
        Limits {
            timeout: self.timeout,
            heap: self.heap_limit,
            closure: usize::try_from(self.closure_limit.as_u64())
                .ok()
                .filter(|it| *it > 0),
        }
    }
}

const PERMISSIONS: &str = "Permissions";

/// Without a value, a flag allows everything of its kind.
#[derive(Debug, Args)]
pub struct PermissionArgs {
    /// Accept what the project asks for: permissions and plugins in Lumi.yaml, a state in its folder
    #[arg(short = 'P', long = "permissions", help_heading = PERMISSIONS)]
    pub project: bool,
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
          value_delimiter = ',', value_parser = parse_host, action = ArgAction::Append)]
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
    /// Whether the user has allowed anything.
    pub fn is_any(&self) -> bool {
        let each = [
            &self.allow_read,
            &self.allow_write,
            &self.allow_net,
            &self.allow_env,
            &self.allow_run,
        ];
        self.allow_all || each.into_iter().any(Option::is_some)
    }

    /// Whether plugins that `Lumi.yaml` names by a path may be started without a question.
    pub fn accepts_plugins(&self) -> bool {
        self.project || self.allow_all
    }

    /// Allows more; `kind` is the name of a flag without `--allow-`.
    pub fn add(&mut self, kind: &str, allow: &Allow) {
        let values = match kind {
            "read" => &mut self.allow_read,
            "write" => &mut self.allow_write,
            "net" => &mut self.allow_net,
            "env" => &mut self.allow_env,
            "run" => &mut self.allow_run,
            _ => {
                self.allow_all |= *allow == Allow::All;
                return;
            }
        };
        match (allow, values) {
            (Allow::Nothing, _) => {}
            (Allow::All, values) => *values = Some(Vec::new()),
            // Without a value the flag allows all already.
            (Allow::Only(_), Some(values)) if values.is_empty() => {}
            (Allow::Only(more), values) => {
                values.get_or_insert_default().extend(more.iter().cloned());
            }
        }
    }

    fn passed_on(&self) -> Vec<String> {
        let all = self.allow_all.then(|| "--allow-all".to_owned());
        let each = [
            ("read", &self.allow_read),
            ("write", &self.allow_write),
            ("net", &self.allow_net),
            ("env", &self.allow_env),
            ("run", &self.allow_run),
        ];
        let each = each.into_iter().filter_map(|(name, values)| {
            Some(match values.as_ref()?.as_slice() {
                [] => format!("--allow-{name}"),
                values => format!("--allow-{name}={}", values.join(",")),
            })
        });
        all.into_iter().chain(each).collect()
    }

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

/// A value of `--allow-net` that can permit something.
fn parse_host(text: &str) -> Result<String, String> {
    check_host_value(text).map(|()| text.to_owned())
}

/// `30s`, `1m 30s`, `500ms`; a plain number is seconds.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let time = match text.parse::<f64>() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())?,
        Err(_) => humantime::parse_duration(text)
            .map_err(|error| format!("{error}; write a duration such as 30s or 5m"))?,
    };
    if time.is_zero() {
        Err("it must be more than zero".to_owned())
    } else {
        Ok(time)
    }
}

/// More than any machine a program runs on.
const MAX_HEAP: u64 = 1 << 40;
/// V8 does not start with less.
const MIN_HEAP: u64 = 16 << 20;

fn parse_heap_limit(text: &str) -> Result<usize, String> {
    let size: ByteSize = text
        .parse()
        .map_err(|error| format!("{error}; write a size such as 512MiB or 4GiB"))?;
    if size.as_u64() < MIN_HEAP {
        return Err("it must be at least 16MiB; a unit such as MiB is needed".to_owned());
    }
    if size.as_u64() > MAX_HEAP {
        return Err("it must be at most 1TiB".to_owned());
    }
    usize::try_from(size.as_u64()).map_err(|_| "it is more than this machine can address".into())
}

#[cfg(test)]
mod tests {
    use super::*;

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
