//! Advice on commands and flags that other tools have, and lumi does not.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::command_path::command_path;

/// Commands of the first level, and what to use instead.
const COMMANDS: &[(&[&str], &str)] = &[
    (
        &["apply"],
        "`lumi up` creates, updates and deletes resources",
    ),
    (
        &["delete", "rm", "down", "teardown"],
        "`lumi destroy` deletes all resources of a stack; `lumi stack rm` removes the empty stack",
    ),
    (
        &["output", "outputs"],
        "`lumi stack output` shows the outputs of the last deployment",
    ),
    (
        &["list", "ls", "stacks", "workspace"],
        "`lumi stack ls` lists the stacks of the project",
    ),
    (
        &["show"],
        "`lumi state ls` lists the resources; `lumi state show NAME` shows the state of one",
    ),
    (
        &["history"],
        "`lumi stack history` lists the runs of a stack",
    ),
    (
        &["select", "use"],
        "`lumi stack select NAME` selects the stack that commands use",
    ),
    (
        &["unlock", "force-unlock", "cancel"],
        "`lumi stack unlock` removes a stale lock",
    ),
    (
        &["login", "logout", "whoami"],
        "lumi needs no account: the state is stored in .lumi of the project, unless `backend` of \
         Lumi.yaml or Pulumi.yaml, or LUMI_BACKEND, names another place",
    ),
    (
        &["log"],
        "`lumi logs` shows the logs of functions on this machine; `lumi stack history` lists the \
         runs of a stack",
    ),
    (
        &["console", "open", "ui"],
        "there is no console: `lumi run PROGRAM` evaluates a program, `lumi stack output` shows \
         outputs, and `lumi graph --out graph.html` writes a page with a diagram of the stack",
    ),
    (
        &["self-update", "selfupdate"],
        "`lumi upgrade` says how to upgrade lumi; `lumi up` updates resources",
    ),
    (
        &["validate", "lint"],
        "`lumi check` checks a program and its types without running it; `lumi run` evaluates it without changing anything",
    ),
    (
        &["get"],
        "`lumi add SOURCE` adds a provider to the project; npm packages are installed with npm",
    ),
    (
        &["schema"],
        "`lumi plugin schema PACKAGE` shows the schema of a provider",
    ),
    (
        &["dev", "serve"],
        "`lumi closure serve` runs the functions of a stack on this machine",
    ),
    (
        &["secret", "secrets"],
        "`lumi config set KEY --secret` encrypts a value of the configuration",
    ),
    (
        &["env", "var", "variables", "params"],
        "`lumi config` manages the configuration of a stack",
    ),
    (
        &["taint"],
        "`lumi state taint NAME` marks a resource, which the next `lumi up` replaces; `lumi up \
         --replace NAME` replaces it now",
    ),
    (
        &["untaint"],
        "`lumi state untaint NAME` removes the mark of `lumi state taint`",
    ),
    (
        &["policy", "policies"],
        "there are no policies yet; `registerStackTransform` of \"lumi\" in a program sees every resource, and \
         may throw",
    ),
    (
        &["fmt", "format"],
        "programs are TypeScript: the formatter of your editor is for them, too",
    ),
    (
        &["about", "info"],
        "`lumi version` shows the version; `lumi packages` lists the packages of the project",
    ),
    (
        &["repl"],
        "`lumi run PROGRAM` evaluates a program; `lumi stack output` shows outputs",
    ),
    (
        &["package", "provider", "providers"],
        "`lumi add SOURCE` adds a provider; `lumi packages` lists those of the project",
    ),
    (
        &["exec", "eval", "start"],
        "`lumi run PROGRAM` evaluates a program",
    ),
];

/// Commands of `lumi stack`.
const STACK_COMMANDS: &[(&[&str], &str)] = &[
    (
        &["new", "create", "add"],
        "`lumi stack init NAME` creates an empty stack",
    ),
    (
        &["use", "switch", "checkout", "set"],
        "`lumi stack select NAME` selects the stack that commands use",
    ),
    (
        &["show", "graph"],
        "`lumi graph` shows the resources of a stack",
    ),
    (
        &["change-secrets-provider", "passphrase"],
        "`lumi stack rotate` gives a stack a new key",
    ),
    (
        &["destroy"],
        "`lumi destroy -s NAME` deletes the resources of a stack; `lumi stack rm NAME` removes \
         the empty stack",
    ),
];

/// Commands of `lumi config`.
const CONFIG_COMMANDS: &[(&[&str], &str)] = &[
    (
        &["cp", "copy"],
        "a copy of the file of a stack, `Lumi.STACK.yaml` or `Pulumi.STACK.yaml`, has its plain values; \
         `lumi config set KEY --secret -s STACK` encrypts secrets for another stack",
    ),
    (
        &["set-all"],
        "`lumi config set KEY VALUE` sets one value, which may be JSON",
    ),
    (&["rm-all"], "`lumi config rm KEY` removes one value"),
    (
        &["refresh"],
        "`lumi config ls` shows the configuration, which is kept in the project alone",
    ),
];

/// Commands of `lumi state`.
const STATE_COMMANDS: &[(&[&str], &str)] = &[
    (
        &["delete", "forget", "remove"],
        "`lumi state rm NAME` removes a resource from the state, and leaves its object",
    ),
    (&["move"], "`lumi state mv OLD NEW` renames a resource"),
    (
        &["pull", "push"],
        "`lumi stack export` writes a state to a document, and `lumi stack import` reads it back",
    ),
];

/// Flags, of any command.
const FLAGS: &[(&[&str], &str)] = &[
    (
        &["--plan-only", "--what-if", "--noop"],
        "`lumi preview` shows what would change, without changing anything",
    ),
    (
        &[
            "--auto-approve",
            "--non-interactive",
            "--force-yes",
            "--assume-yes",
        ],
        "`-y` agrees beforehand",
    ),
    (
        &["--param", "--set"],
        "`-c KEY=VALUE` sets a configuration value",
    ),
    (
        &["--config-file"],
        "the configuration of a stack is in Lumi.STACK.yaml; `-s STACK` chooses it",
    ),
    (&["--cwd", "--chdir", "--dir"], "`-C DIR` runs lumi in DIR"),
    (
        &["--env", "--stage", "--environment", "--workspace"],
        "`-s NAME` chooses the stack",
    ),
    (
        &["--concurrency", "--parallelism", "-j", "--jobs"],
        "`--parallel N` says how many operations run at the same time",
    ),
    (
        &["--watch", "-w"],
        "there is no `--watch` here; `lumi test --watch` runs tests again when files change",
    ),
    (
        &["--message", "-m"],
        "runs have no messages; `lumi stack history` lists what each has changed",
    ),
    (
        &["--policy-pack", "--policy-pack-config"],
        "there are no policies yet; `registerStackTransform` in a program sees every resource, and may throw",
    ),
    (
        &["--remove"],
        "`lumi stack rm NAME` removes the stack when all is destroyed",
    ),
    (
        &["--show-ids", "--show-urns"],
        "`lumi state ls` lists the resources with their ids; `lumi state show NAME` shows a URN",
    ),
    (
        &["--suppress-outputs", "--suppress-progress"],
        "`-q` shows results, warnings and errors only",
    ),
    (
        &["--copy-config-from"],
        "a copy of the file of a stack, `Lumi.STACK.yaml` or `Pulumi.STACK.yaml`, has its plain values",
    ),
    (
        &["--file"],
        "some commands have `--out FILE`, which writes to a file; `lumi stack import FILE` reads one",
    ),
    (
        &["--no-color", "--no-colors"],
        "`--color never`, or the variable NO_COLOR, turns colours off",
    ),
    (
        &["--output", "-o"],
        "`--json` writes JSON; some commands have `--out FILE`, which writes to a file",
    ),
];

/// The advice for the command or flag that `error` is about.
pub fn advice(error: &clap::Error, arguments: &[String]) -> Option<&'static str> {
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = word(ContextKind::InvalidSubcommand)?;
            let path = path(arguments);
            match path.last().map(String::as_str) {
                None => find(COMMANDS, word),
                Some("stack") => find(STACK_COMMANDS, word),
                Some("config") => find(CONFIG_COMMANDS, word),
                Some("state") => find(STATE_COMMANDS, word),
                Some(_) => None,
            }
        }
        ErrorKind::UnknownArgument => {
            let word = word(ContextKind::InvalidArg)?;
            find(FLAGS, word.split('=').next().unwrap_or(word))
        }
        _ => None,
    }
}

/// Leaves of the suggestions of an error those that help: the most similar command instead of all that are similar, and
/// no hint that a flag could be a value, which only programs and functions have.
pub fn tidy(error: &mut clap::Error, arguments: &[String]) {
    let takes_values = ["run", "test", "closure", "engine"];
    let path = path(arguments);
    if !path
        .first()
        .is_some_and(|it| takes_values.contains(&it.as_str()))
    {
        error.remove(ContextKind::TrailingArg);
    }
    let Some(ContextValue::String(written)) = error.get(ContextKind::InvalidSubcommand) else {
        return;
    };
    let Some(ContextValue::Strings(similar)) = error.get(ContextKind::SuggestedSubcommand) else {
        return;
    };
    let likeness = |it: &&String| strsim::normalized_damerau_levenshtein(written, it);
    let best = similar
        .iter()
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    if let Some(best) = best.cloned() {
        error.insert(
            ContextKind::SuggestedSubcommand,
            ContextValue::Strings(vec![best]),
        );
    }
}

fn path(arguments: &[String]) -> Vec<String> {
    command_path(arguments.iter().skip(1).map(String::as_str))
}

fn find(
    table: &'static [(&'static [&'static str], &'static str)],
    word: &str,
) -> Option<&'static str> {
    let found = table.iter().find(|(words, _)| words.contains(&word));
    found.map(|(_, advice)| *advice)
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::super::Arguments;
    use super::*;

    fn advised(line: &str) -> Option<&'static str> {
        let arguments: Vec<String> = line.split(' ').map(str::to_owned).collect();
        advice(
            &Arguments::try_parse_from(&arguments).unwrap_err(),
            &arguments,
        )
    }

    #[test]
    fn words_of_other_tools_are_understood() {
        for (line, expected) in [
            ("lumi apply", "`lumi up` creates"),
            ("lumi -q output url", "`lumi stack output`"),
            ("lumi -C stack output url", "`lumi stack output`"),
            ("lumi -C web stack create prod", "`lumi stack init NAME`"),
            ("lumi log", "`lumi logs` shows"),
            ("lumi login", "lumi needs no account"),
            ("lumi taint web", "`lumi state taint NAME`"),
            ("lumi untaint web", "`lumi state untaint NAME`"),
            (
                "lumi show web",
                "`lumi state ls` lists the resources; `lumi state show NAME`",
            ),
            ("lumi console", "there is no console: `lumi run PROGRAM`"),
            ("lumi self-update", "`lumi upgrade` says how"),
            ("lumi policy ls", "there are no policies"),
            ("lumi up --watch", "there is no `--watch`"),
            ("lumi state delete web", "`lumi state rm NAME`"),
            ("lumi stack create prod", "`lumi stack init NAME`"),
            (
                "lumi config cp --dest prod",
                "a copy of the file of a stack",
            ),
            ("lumi package add random", "`lumi add SOURCE` adds"),
            ("lumi up -m why", "runs have no messages"),
            ("lumi destroy --remove", "`lumi stack rm NAME`"),
            (
                "lumi stack export --file a.json",
                "some commands have `--out FILE`",
            ),
            ("lumi up --auto-approve", "`-y`"),
            ("lumi up --param=a=b", "`-c KEY=VALUE`"),
        ] {
            let advice = advised(line);
            assert!(
                advice.is_some_and(|it| it.starts_with(expected)),
                "{line}: {advice:?}"
            );
        }
        for line in ["lumi prevew", "lumi config list2", "lumi up --stak a"] {
            assert_eq!(advised(line), None, "{line}");
        }
    }

    /// Advice on what exists would be out of reach.
    #[test]
    fn no_advice_is_about_commands_that_exist() {
        let command = Arguments::command();
        let names = |command: &clap::Command| -> Vec<String> {
            let all = command.get_subcommands();
            all.flat_map(|it| it.get_name_and_visible_aliases())
                .map(str::to_owned)
                .collect()
        };
        let stack = command.find_subcommand("stack").unwrap();
        let state = command.find_subcommand("state").unwrap();
        let config = command.find_subcommand("config").unwrap();
        for (table, names) in [
            (CONFIG_COMMANDS, names(config)),
            (COMMANDS, names(&command)),
            (STACK_COMMANDS, names(stack)),
            (STATE_COMMANDS, names(state)),
        ] {
            for word in table.iter().flat_map(|(words, _)| *words) {
                assert!(!names.iter().any(|it| it == word), "{word}");
            }
        }
    }

    /// Every command that advice names is one.
    #[test]
    fn advice_names_commands_that_exist() {
        let tables = [
            COMMANDS,
            STACK_COMMANDS,
            CONFIG_COMMANDS,
            STATE_COMMANDS,
            FLAGS,
        ];
        for (_, advice) in tables.into_iter().flatten() {
            for named in advice
                .split('`')
                .skip(1)
                .step_by(2)
                .filter_map(|it| it.strip_prefix("lumi "))
            {
                let mut command = &Arguments::command();
                for word in named
                    .split(' ')
                    .filter(|it| it.chars().all(|c| c.is_ascii_lowercase()))
                {
                    command = command
                        .find_subcommand(word)
                        .unwrap_or_else(|| panic!("{named}"));
                }
            }
        }
    }
}
