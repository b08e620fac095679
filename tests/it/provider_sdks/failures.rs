//! Operations that fail, and what the next run makes of them.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Stdio;

use super::project::{SdkProject, thing, thing_with};
use crate::programs::signals::{interrupt, interrupt_again};

/// A deployment of a Thing with a fault fails with these texts.
fn faulty(project: &SdkProject, fault: &str, texts: &[&str]) -> String {
    project.program(&thing("a", &format!("{{ value: 1, fault: \"{fault}\" }}")));
    project.fails(&["up", "-y"], texts)
}

/// The next deployment succeeds with this text.
fn repaired(project: &SdkProject, text: &str) {
    let said = project.ok(&["up", "-y"]);
    assert!(said.contains(text), "{said}");
    assert_eq!(project.objects("Thing"), ["c-a"]);
    let again = project.ok(&["preview"]);
    assert!(again.contains("Plan: no changes, 1 unchanged"), "{again}");
}

const PENDING: &str = "the outcome is unknown; it is recorded as pending";
const FOUND: &str = "the create that an interrupted run started had succeeded";

pub fn a_refusal_does_nothing(project: &SdkProject) {
    let said = faulty(project, "refuse", &["the object was refused"]);
    assert!(!said.contains(PENDING), "{said}");
    assert_eq!(project.objects("Thing"), [""; 0]);
}

pub fn a_service_can_refuse_an_input(project: &SdkProject) {
    let texts = [
        "the service does not take it",
        "input `value`: it is too loud",
    ];
    let said = faulty(project, "invalid", &texts);
    assert!(!said.contains(PENDING), "{said}");
}

pub fn half_made_objects_are_repaired(project: &SdkProject) {
    let says = "it exists, but is not ready: it does not answer; it is red";
    faulty(project, "partial", &[says]);
    let state = project.ok(&["stack", "export"]);
    assert!(state.contains("\"c-a\""), "{state}");
    repaired(project, "Done: ~1 updated");
    assert_eq!(project.object("c-a.Thing").unwrap()["serial"], 2);
}

pub fn objects_are_found_after_a_lost_connection(project: &SdkProject) {
    faulty(project, "lost", &["the connection was lost", PENDING]);
    repaired(project, FOUND);
    assert_eq!(project.object("c-a.Thing").unwrap()["serial"], 1);
}

pub fn exceptions_are_reported(project: &SdkProject) {
    faulty(project, "exception", &["an error of the provider", PENDING]);
    let says = "the create that an interrupted run started had not happened";
    repaired(project, says);
}

pub fn objects_are_found_after_a_crash(project: &SdkProject) {
    let says = "the plugin `conformance` ended in the middle of `Create`: exit code 9";
    faulty(project, "crash", &[says, PENDING]);
    repaired(project, FOUND);
}

pub fn objects_in_use_stay(project: &SdkProject) {
    project.deploy(&thing("a", "{ value: 1, fault: \"undeletable\" }"));
    project.fails(&["destroy", "-y"], &["the object is in use"]);
    assert_eq!(project.objects("Thing"), ["c-a"]);
}

pub fn objects_without_an_id_are_looked_up(project: &SdkProject) {
    let says = "the answer of `Create` cannot be used: the object has no id";
    faulty(project, "no-id", &[says, PENDING]);
    repaired(project, FOUND);
}

pub fn outputs_that_stay_unknown_are_named(project: &SdkProject) {
    let says = "it exists, but its provider returned no value for its output `kind`";
    faulty(project, "unknown", &[says]);
}

/// A preview promises a value, and the deployment brings another one: what a saved plan has of it is not done.
pub fn a_lie_in_a_plan_stops_what_depends_on_it(project: &SdkProject) {
    let program = |fault: &str| {
        let liar = format!("{{ value: 1, label: \"l\", fault: \"{fault}\" }}");
        [
            thing("a", &liar),
            thing("b", "{ value: a.kind, label: \"l\" }"),
        ]
        .concat()
    };
    project.program(&program("none"));
    project.ok(&["preview", "--save", "plan.json"]);
    project.ok(&["up", "--plan", "plan.json"]);
    project.ok(&["destroy", "-y"]);
    project.program(&program("lie"));
    project.ok(&["preview", "--save", "plan.json"]);
    let says = "cannot create conformance:index:Thing \"b\": this differs from the plan";
    project.fails(&["up", "--plan", "plan.json"], &[says]);
    assert_eq!(project.objects("Thing"), ["c-a"]);
}

pub fn a_failed_update_keeps_the_object(project: &SdkProject) {
    project.deploy(&thing("a", "{ value: 1 }"));
    project.program(&thing("a", "{ value: 2, fault: \"refuse\" }"));
    let says = "cannot update conformance:index:Thing \"a\": the object was refused";
    project.fails(&["up", "-y"], &[says]);
    assert_eq!(project.object("c-a.Thing").unwrap()["inputs"]["value"], 1);
    let said = project.deploy(&thing("a", "{ value: 2 }"));
    assert!(said.contains("Done: ~1 updated"), "{said}");
}

pub fn calls_are_answered_at_the_same_time(project: &SdkProject) {
    let meeting = "{ value: 1, fault: \"meet\" }";
    let said = project.deploy(&[thing("a", meeting), thing("b", meeting)].concat());
    assert!(said.contains("Done: +2 created"), "{said}");
}

pub fn operations_that_take_too_long_are_given_up(project: &SdkProject) {
    let inputs = "{ value: 1, fault: \"hang\" }";
    let options = "{ customTimeouts: { create: \"1s\" } }";
    project.program(&thing_with("a", inputs, options));
    let says = "it took longer than 1s (customTimeouts) and was abandoned";
    project.fails(&["up", "-y"], &[says, PENDING]);
}

pub fn an_interrupted_operation_comes_to_its_end(project: &SdkProject) {
    project.program(&thing("a", "{ value: 1, fault: \"slow\" }"));
    let mut command = project.command(&["up", "-y", "--skip-preview"]);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut process = command.spawn().unwrap();
    let mut stderr = BufReader::new(process.stderr.take().unwrap());
    let mut said = String::new();
    let mut read_until = |text: &str| {
        while !said.contains(text) {
            assert_ne!(stderr.read_line(&mut said).unwrap(), 0, "{said}");
        }
    };
    read_until("waiting");
    interrupt(&process);
    read_until("interrupt again");
    interrupt_again(&process);
    stderr.read_to_string(&mut said).unwrap();
    assert_eq!(process.wait().unwrap().code(), Some(4), "{said}");
    assert!(said.contains("it was cancelled"), "{said}");
    assert_eq!(project.objects("Thing"), [""; 0]);
    assert_eq!(project.ends(), 1);
}
