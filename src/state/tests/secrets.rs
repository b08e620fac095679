//! Secrets at rest.

use std::fs;

use zeroize::Zeroizing;

use super::super::keys::key_source::KeySource;
use super::super::notice::Notice;
use super::super::record::Record;
use super::samples::*;

fn passphrase(text: &str) -> KeySource {
    KeySource::Passphrase(Zeroizing::new(text.to_owned()))
}

async fn save(project: &Project, keys: KeySource) {
    let stack = project.stack_with(keys);
    let locked = stack.lock("alice", "up").await.unwrap();
    let journal = locked.open_journal().await.unwrap();
    for record in &story() {
        journal.append(record).await.unwrap();
    }
    journal.finish(&fold(&story()), entry()).await.unwrap();
}

#[test]
fn no_file_holds_a_secret() {
    wait(async {
        let project = Project::new();
        let stack = project.stack();
        let locked = stack.lock("alice", "up").await.unwrap();
        let journal = locked.open_journal().await.unwrap();
        for record in &story() {
            journal.append(record).await.unwrap();
        }
        let holds = |name| {
            fs::read_to_string(project.file(name))
                .unwrap()
                .contains("hunter2")
        };
        assert!(!holds("journal"));
        journal.finish(&fold(&story()), entry()).await.unwrap();
        assert!(!holds("snapshot.json"));
        let [Notice::KeyFileWritten { path }] = &stack.take_notices()[..] else {
            panic!("the key file is not noticed");
        };
        assert_eq!(*path, project.path().join(".lumi/key"));
    });
}

#[test]
fn only_its_owner_reads_the_key_file() {
    use std::os::unix::fs::PermissionsExt;
    wait(async {
        let project = Project::new();
        save(&project, KeySource::File(project.path().join(".lumi/key"))).await;
        let mode = fs::metadata(project.path().join(".lumi/key"))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
        let ignored = fs::read_to_string(project.path().join(".lumi/.gitignore")).unwrap();
        assert_eq!(ignored, "*\n");
    });
}

#[test]
fn without_secrets_there_is_no_key() {
    wait(async {
        let project = Project::new();
        // An empty passphrase would fail as soon as it is used.
        let stack = project.stack_with(passphrase(""));
        let locked = stack.lock("alice", "up").await.unwrap();
        let journal = locked.open_journal().await.unwrap();
        let records = [run(), begin(1, resource(1, "a"))];
        for record in &records {
            journal.append(record).await.unwrap();
        }
        journal.finish(&fold(&records), entry()).await.unwrap();
        assert_eq!(stack.load().await.unwrap().state, fold(&records));
        assert!(!project.file("keys.json").exists());
    });
}

#[test]
fn the_same_state_is_the_same_text() {
    wait(async {
        let project = Project::new();
        save(&project, passphrase("correct horse")).await;
        let outputs = |text: String| text.lines().nth(2).unwrap().to_owned();
        let first = outputs(fs::read_to_string(project.file("snapshot.json")).unwrap());
        let stack = project.stack_with(passphrase("correct horse"));
        let state = stack.load().await.unwrap().state;
        stack
            .lock("alice", "up")
            .await
            .unwrap()
            .save(&state)
            .await
            .unwrap();
        let second = outputs(fs::read_to_string(project.file("snapshot.json")).unwrap());
        assert!(first.contains("ciphertext"), "{first}");
        assert_eq!(first, second);
    });
}

#[test]
fn a_wrong_key_is_named() {
    wait(async {
        let project = Project::new();
        save(&project, passphrase("correct horse")).await;
        let file = KeySource::File(project.path().join("other-key"));
        let mut messages = Vec::new();
        for keys in [passphrase("wrong horse"), passphrase(""), file] {
            messages.push(
                project
                    .stack_with(keys)
                    .load()
                    .await
                    .unwrap_err()
                    .to_string(),
            );
        }
        let other = Project::new();
        save(&other, KeySource::File(other.path().join("key"))).await;
        messages.push(
            other
                .stack_with(passphrase("x"))
                .load()
                .await
                .unwrap_err()
                .to_string(),
        );
        fs::remove_file(other.path().join("key")).unwrap();
        let keys = KeySource::File(other.path().join("key"));
        messages.push(other.stack_with(keys).load().await.unwrap_err().to_string());
        let text = messages.join("\n");
        let text = text.replace(&*project.path().to_string_lossy(), "[folder]");
        insta::assert_snapshot!(text.replace(&*other.path().to_string_lossy(), "[folder]"), @r"
        the passphrase is not the one of the stack `dev`
        the passphrase is empty; set LUMI_PASSPHRASE, or leave it unset to use a key file
        the secrets of the stack `dev` are protected by a passphrase; set LUMI_PASSPHRASE, or LUMI_PASSPHRASE_FILE to a file that holds it
        the secrets of the stack `dev` are protected by a key file, and a passphrase was given; leave the passphrase out, or change to one with `lumi stack rotate --to-passphrase FILE`
        the key file `[folder]/key` is missing, and the secrets of the stack `dev` cannot be read without it; put it back from where you keep it
        ");
    });
}

#[test]
fn a_rotation_that_is_interrupted_leaves_everything_readable() {
    wait(async {
        let project = Project::new();
        save(&project, passphrase("old")).await;
        let stack = project.stack_with(passphrase("old"));
        let config = stack
            .keyring()
            .await
            .unwrap()
            .seal_text("in a file")
            .unwrap();
        let locked = stack.lock("alice", "rotate").await.unwrap();
        let keyring = locked.rotate(passphrase("new")).await.unwrap();
        // Interrupted here: the new passphrase reads both old and new texts.
        let other = project
            .stack_with(passphrase("new"))
            .keyring()
            .await
            .unwrap();
        assert_eq!(other.unseal_text(&config).unwrap(), "in a file");
        let resealed = keyring.seal_text("in a file").unwrap();
        assert_ne!(resealed, config);
        locked.finish_rotation().await.unwrap();
        let stack = project.stack_with(passphrase("new"));
        assert_eq!(stack.load().await.unwrap().state, fold(&story()));
        let other = stack.keyring().await.unwrap();
        assert_eq!(other.unseal_text(&resealed).unwrap(), "in a file");
        assert!(other.unseal_text(&config).is_err());
        assert!(project.stack_with(passphrase("old")).load().await.is_err());
    });
}

#[test]
fn a_config_secret_needs_no_state() {
    wait(async {
        let project = Project::new();
        let keyring = project.stack().keyring().await.unwrap();
        let text = keyring.seal_text("hunter2").unwrap();
        keyring.save().await.unwrap();
        let keyring = project.stack().keyring().await.unwrap();
        assert_eq!(keyring.unseal_text(&text).unwrap(), "hunter2");
        // Another process that creates a key at the same time must not overwrite this one.
        let late = Project::new();
        let (first, second) = (late.stack(), late.stack());
        let (first, second) = (
            first.keyring().await.unwrap(),
            second.keyring().await.unwrap(),
        );
        first.seal_text("a").unwrap();
        second.seal_text("b").unwrap();
        first.save().await.unwrap();
        assert!(second.save().await.is_err());
    });
}

#[test]
fn a_secret_whose_key_is_lost_is_refused() {
    wait(async {
        let project = Project::new();
        save(&project, passphrase("correct horse")).await;
        fs::remove_file(project.file("keys.json")).unwrap();
        let error = project.stack_with(passphrase("correct horse")).load().await;
        let error = error.unwrap_err().to_string();
        assert!(
            error.contains("a key that the stack does not have"),
            "{error}"
        );
        // A failed write leaves no partial file.
        let stack = project.stack_with(passphrase(""));
        let locked = stack.lock("alice", "up").await;
        let journal = locked.unwrap().open_journal().await;
        assert!(journal.is_err());
        let fresh = Project::new();
        let stack = fresh.stack_with(passphrase(""));
        let locked = stack.lock("alice", "up").await.unwrap();
        let journal = locked.open_journal().await.unwrap();
        let secret = Record::Outputs(object([("a", lumi_graph::Value::secret("b".into()))]));
        assert!(journal.append(&secret).await.is_err());
        assert!(journal.append(&run()).await.is_err());
    });
}
