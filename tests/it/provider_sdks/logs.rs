//! Messages of a provider to the user.

use super::project::{SdkProject, thing};

fn logged(project: &SdkProject, flags: &[&str]) -> String {
    project.program(&thing("a", "{ value: 1, fault: \"log\" }"));
    project.ok(&[&["up", "-y"], flags].concat())
}

pub fn messages_have_levels_and_resources(project: &SdkProject) {
    let said = logged(project, &[]);
    for line in [
        "note: conformance:index:Thing \"a\": an info message\n",
        "warning: conformance:index:Thing \"a\": a warning\n",
        "error: conformance:index:Thing \"a\": an error\n",
    ] {
        assert!(said.contains(line), "{line}{said}");
    }
}

pub fn debug_messages_are_for_verbose_runs(project: &SdkProject) {
    let message = "conformance:index:Thing \"a\": a debug message\n";
    let said = logged(project, &[]);
    assert!(!said.contains("a debug message"), "{said}");
    project.ok(&["destroy", "-y"]);
    let said = logged(project, &["-v"]);
    assert!(said.contains(message), "{said}");
}

pub fn printed_lines_are_shown(project: &SdkProject) {
    let said = logged(project, &[]);
    for line in [
        "note: conformance: printed\n",
        "note: conformance: complained\n",
    ] {
        assert!(said.contains(line), "{said}");
    }
}

pub fn secrets_in_messages_are_hidden(project: &SdkProject) {
    let inputs = "{ value: lumi.secret(\"hunter22\"), fault: \"leak\" }";
    let said = project.deploy(&thing("a", inputs));
    assert!(said.contains("value: [secret]"), "{said}");
    assert!(!said.contains("hunter22"), "{said}");
}
