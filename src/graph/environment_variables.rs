//! The environment variables of Lumi. Those that users set or read are in `docs/commands.md`.

macro_rules! variables {
    ($($(#[$doc:meta])+ $name:ident = $text:literal;)+) => {
        $($(#[$doc])+ pub const $name: &str = $text;)+

        /// All variables of Lumi.
        pub const ALL: &[&str] = &[$($name),+];
    };
}

variables! {
    /// The backend, instead of `backend` of `Lumi.yaml`.
    BACKEND = "LUMI_BACKEND";
    /// The folder of compiled modules; if empty, none are kept.
    CACHE = "LUMI_CACHE";
    /// The only place that packages come from: a folder with providers, or the URL of a network mirror.
    PACKAGE_MIRROR = "LUMI_PACKAGE_MIRROR";
    /// The hub that libraries come from: a folder, the URL of a bucket, or that of a web server.
    HUB = "LUMI_HUB";
    /// The passphrase that protects the secrets of a stack.
    PASSPHRASE = "LUMI_PASSPHRASE";
    /// A file that holds the passphrase.
    PASSPHRASE_FILE = "LUMI_PASSPHRASE_FILE";
    /// URLs that `lumi watch` sends its events to, with blanks between them.
    WEBHOOK = "LUMI_WEBHOOK";
    /// The layers that are logged, with their levels: `debug`, or `engine=debug,state=trace`.
    LOG = "LUMI_LOG";
    /// The file that the log is appended to, instead of standard error.
    LOG_FILE = "LUMI_LOG_FILE";
    /// Set by the scripts of `lumi completions`: lumi completes a line and ends.
    COMPLETE = "LUMI_COMPLETE";
    /// For tests of development builds: the write of the state at which the process ends.
    FAILPOINT = "LUMI_FAILPOINT";
    /// For tests of development builds: `least` makes the keys of new stacks cheap to derive.
    KEY_COST = "LUMI_KEY_COST";
    /// In plugins and language runtimes: the token of the run.
    TOKEN = "LUMI_TOKEN";
    /// In plugins and language runtimes: the path of a socket at which they may listen instead of at a port.
    SOCKET = "LUMI_SOCKET";
    /// In processes that a program starts as if Lumi were Node: the permissions of the program, as JSON.
    SCRIPT = "LUMI_SCRIPT";
    /// In plugins: the address of the engine.
    ENGINE = "LUMI_ENGINE";
    /// In functions of `lumi closure serve`: the URL of the platform.
    PLATFORM = "LUMI_PLATFORM";
    /// In functions of `lumi closure serve`: the token that requests to the platform carry.
    PLATFORM_TOKEN = "LUMI_PLATFORM_TOKEN";
    /// In functions of `lumi closure serve`: the least level of `log` that is recorded.
    LOG_LEVEL = "LUMI_LOG_LEVEL";
    /// In commands of `std:exec:Command`: process, resource and project folder that started them.
    COMMAND_OWNER = "LUMI_COMMAND_OWNER";
    /// In commands of `std:exec:Command`: what the previous command wrote to standard output.
    COMMAND_STDOUT = "LUMI_COMMAND_STDOUT";
    /// In commands of `std:exec:Command`: what the previous command wrote to standard error.
    COMMAND_STDERR = "LUMI_COMMAND_STDERR";
}

/// Variables that child processes do not inherit: secrets of stacks, tokens of runs and platforms,
/// and what Lumi's own tests set.
pub const WITHHELD: [&str; 7] = [
    PASSPHRASE,
    PASSPHRASE_FILE,
    WEBHOOK,
    PLATFORM_TOKEN,
    TOKEN,
    FAILPOINT,
    KEY_COST,
];
