//! A debugger that is attached to an isolate without a server.

use std::sync::Arc;
use std::thread;

use lumi_monitor::PlanMonitor;
use tokio::sync::mpsc::unbounded_channel;

use super::mailbox::Mailbox;
use super::server::{InspectorTarget as _, SessionSender};
use super::{DebuggerLine, Inspection, InspectionStart};
use crate::isolate::fresh_isolate::FreshIsolate;
use crate::isolate::runtime::Runtime;
use crate::isolate::test_isolate;
use crate::program::Program;

#[test]
fn the_clock_of_the_program_stands_still_while_a_debugger_holds_it() {
    let work = |mut program: Program| async move {
        let stop = program.stop.clone();
        let mailbox = Arc::new(Mailbox::default());
        program.inspection = Some(Inspection {
            line: DebuggerLine::Platform(Arc::clone(&mailbox)),
            start: InspectionStart::Attached,
        });
        let mut runtime = Runtime::new(FreshIsolate::new(None).unwrap(), &program).unwrap();
        let observed = stop.clone();
        let client = thread::spawn(move || {
            let (sender, mut answers) = unbounded_channel();
            let sender = SessionSender::new(move |text| sender.send(text).unwrap());
            mailbox.open(1, sender);
            mailbox.message(1, r#"{"id":1,"method":"Debugger.enable"}"#.to_owned());
            // The program is held when it answers.
            while !answers.blocking_recv().unwrap().contains(r#""id":1"#) {}
            let was_suspended = observed.is_clock_suspended();
            let run = r#"{"id":2,"method":"Runtime.runIfWaitingForDebugger"}"#;
            mailbox.message(1, run.to_owned());
            // Without a receiver the last answers could not be sent.
            (was_suspended, answers)
        });
        runtime.wait_for_debugger();
        let is_suspended = stop.is_clock_suspended();
        let (was_suspended, _answers) = client.join().unwrap();
        runtime.end_debugging();
        (was_suspended, is_suspended)
    };
    let monitor = Arc::new(PlanMonitor::default());
    let (was_suspended, is_suspended) = test_isolate::with_files(&[], work, monitor);
    assert!(was_suspended);
    assert!(!is_suspended);
}
