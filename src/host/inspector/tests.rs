//! Tests of a debugger that is attached to an isolate without a server.

use std::sync::Arc;
use std::thread;

use lumi_monitor::PlanMonitor;
use tokio::sync::mpsc::unbounded_channel;

use super::InspectionStart;
use super::debugger::Debugger;
use super::mailbox::Mailbox;
use super::server::Target as _;
use crate::fresh_isolate::FreshIsolate;
use crate::program::Program;
use crate::test_isolate;

#[test]
fn the_clock_of_the_program_stands_still_while_a_debugger_holds_it() {
    let (was_suspended, is_suspended) = test_isolate::with_files(
        &[],
        |program: Program| async move {
            let stop = program.stop;
            let mut isolate = FreshIsolate::new(None).unwrap();
            let mailbox = Arc::new(Mailbox::default());
            let debugger = Debugger::without_server(
                &mut isolate.js,
                Arc::clone(&mailbox),
                InspectionStart::Attached,
                "file:///entry.ts",
                stop.clone(),
            );
            let observed = stop.clone();
            let client = thread::spawn(move || {
                let (sender, mut answers) = unbounded_channel();
                mailbox.open(1, sender);
                mailbox.message(1, r#"{"id":1,"method":"Debugger.enable"}"#.to_owned());
                // The program is held when it answers.
                while !answers.blocking_recv().unwrap().contains(r#""id":1"#) {}
                let was_suspended = observed.is_clock_suspended();
                let run = r#"{"id":2,"method":"Runtime.runIfWaitingForDebugger"}"#;
                mailbox.message(1, run.to_owned());
                was_suspended
            });
            debugger.wait_for_start();
            let suspended = (client.join().unwrap(), stop.is_clock_suspended());
            debugger.close(&mut isolate.js);
            suspended
        },
        Arc::new(PlanMonitor::default()),
    );
    assert!(was_suspended);
    assert!(!is_suspended);
}
