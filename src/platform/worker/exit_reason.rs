//! Describes why a process ended.

use std::process::ExitStatus;

/// `output` is the end of the process's standard error.
pub fn describe(status: Option<ExitStatus>, output: &str) -> String {
    let how = status.map_or_else(|| "is gone".to_owned(), ended);
    match reason(output) {
        Some(reason) => format!("its process {how}: {reason}"),
        None => format!("its process {how}"),
    }
}

fn ended(status: ExitStatus) -> String {
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return match signal {
            libc::SIGKILL => "was killed, possibly by the system for lack of memory".to_owned(),
            libc::SIGTRAP | libc::SIGILL | libc::SIGABRT => "was ended by V8".to_owned(),
            signal => format!("was ended by signal {signal}"),
        };
    }
    match status.code() {
        Some(0) | None => "ended".to_owned(),
        Some(code) => format!("ended with code {code}"),
    }
}

/// The message of V8 or Lumi, without stacks and addresses.
fn reason(output: &str) -> Option<String> {
    let mut lines = output.lines().map(str::trim);
    let fatal = |line: &str| {
        let text = line.strip_prefix("# ")?.trim();
        let is_place = text.is_empty() || text.starts_with("Fatal error ");
        (!is_place).then(|| text.to_owned())
    };
    let said = |line: &str| Some(line.strip_prefix("error: ")?.to_owned());
    lines.find_map(|line| fatal(line).or_else(|| said(line)))
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt as _;

    use super::*;

    #[test]
    fn deaths_have_reasons() {
        let v8 = "\n\n#\n# Fatal error in , line 0\n# Fatal JavaScript invalid size error 169220804\n#\n#\n#FailureMessage Object: 0x7f\n----- Native stack trace -----\n 1: 0x55\n";
        insta::assert_snapshot!(describe(Some(ExitStatus::from_raw(libc::SIGTRAP)), v8), @"its process was ended by V8: Fatal JavaScript invalid size error 169220804");
        let harmless = "#\n# Fatal error with no security impact:\n#\n# Fatal JavaScript invalid size error 1\n";
        insta::assert_snapshot!(describe(None, harmless), @"its process is gone: Fatal JavaScript invalid size error 1");
        let memory = "error: the program ran out of memory\n";
        insta::assert_snapshot!(describe(Some(ExitStatus::from_raw(1 << 8)), memory), @"its process ended with code 1: the program ran out of memory");
        insta::assert_snapshot!(describe(Some(ExitStatus::from_raw(libc::SIGKILL)), ""), @"its \
                                                                                           process \
                                                                                           was \
                                                                                           killed, \
                                                                                           possibly \
                                                                                           by the \
                                                                                           system \
                                                                                           for \
                                                                                           lack \
                                                                                           of \
                                                                                           memory");
        insta::assert_snapshot!(describe(None, ""), @"its process is gone");
    }
}
