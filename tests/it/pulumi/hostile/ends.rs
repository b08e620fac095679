//! Plugins that end in the middle of a call: killed, or by a fault of their own.

use super::calls::{Attacked, attacks};
use super::*;
use crate::support::hostile;

/// The object stays known, and the next command goes on.
#[test]
fn no_end_during_a_call_loses_an_object() {
    let mut faults = Vec::new();
    for attack in attacks() {
        let attacked = Attacked::new();
        let plugin = attacked.project.bin().join("pulumi-resource-h");
        let port = attacked.server.address.port().to_string();
        ScriptedServer::write_mortal_plugin(&plugin, &port);
        for signal in [libc::SIGKILL, libc::SIGTERM] {
            let reply = Reply::Dead(plugin.clone(), signal);
            faults.extend(attacked.faults(attack, reply, &[1]));
        }
        faults.extend(attacked.end(attack));
    }
    hostile::assert_none(&faults);
}

#[test]
fn an_object_of_a_plugin_that_ended_is_pending() {
    for (signal, reason) in [(libc::SIGKILL, "signal 9"), (libc::SIGTERM, "exit code 3")] {
        let (server, project) = answering(Reply::Lost);
        let plugin = project.bin().join("pulumi-resource-h");
        ScriptedServer::write_mortal_plugin(&plugin, &server.address.port().to_string());
        server.set("Create", Reply::Dead(plugin, signal));
        let answer = up(&project);
        assert_eq!(answer.code, 1, "{}", answer.stderr);
        for part in ["the plugin `h`", reason, "the outcome is unknown"] {
            assert!(answer.stderr.contains(part), "{part}: {}", answer.stderr);
        }
        let text = [answer.stdout, answer.stderr].concat();
        assert!(!text.contains("s3cr3t"), "{text}");
        let pending = project.answer(&["stack", "pending"]);
        assert!(pending.stdout.contains("Thing"), "{}", pending.stdout);
    }
}
