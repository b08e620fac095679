//! Queues that are opened again, with clocks that are set back, and with outcomes that are stored late.

use std::path::Path;

use super::*;

fn functions() -> Functions {
    Functions::of(&[r#"{ "name": "f", "triggers": [{ "type": "queue", "queue": "jobs" }] }"#])
}

pub fn open(data: &Path) -> Arc<Queues> {
    let (queues, problems) = Queues::open(Storage::open(data).unwrap().0).unwrap();
    assert_eq!(problems, [""; 0]);
    queues
}

/// Settles and saves; returns whether the message is given up.
pub async fn settle(
    queues: &Arc<Queues>,
    delivery: &Delivery,
    succeeded: bool,
    functions: &Functions,
) -> bool {
    let settled = queues.settle(delivery, succeeded, functions);
    queues.save(settled.as_slice()).await.unwrap();
    settled.is_some_and(|it| it.dead.is_some())
}

async fn push(queues: &Arc<Queues>, queue: &str, body: String) -> Result<String, StorageError> {
    queues.push(queue, Message::new(body)).await
}

fn bodies(plan: &Plan) -> Vec<&str> {
    let bodies = plan
        .deliveries
        .iter()
        .map(|it| it.arguments.split(',').next().unwrap());
    bodies.collect()
}

#[tokio::test]
async fn messages_survive_until_they_are_taken() {
    let folder = tempfile::tempdir().unwrap();
    let queues = open(folder.path());
    for body in ["1", "2", "3"] {
        push(&queues, "jobs", body.to_owned()).await.unwrap();
    }
    push(&queues, "others", "4".to_owned()).await.unwrap();
    let functions = functions();
    let plan = queues.take(&functions);
    assert_eq!(bodies(&plan), ["[1", "[2", "[3"]);
    assert!(!settle(&queues, &plan.deliveries[1], true, &functions).await);
    assert!(!settle(&queues, &plan.deliveries[2], false, &functions).await);
    // As after `kill -9`: running deliveries have not ended, pauses are forgotten.
    drop(queues);
    let queues = open(folder.path());
    let plan = queues.take(&functions);
    assert_eq!(bodies(&plan), ["[1", "[3"]);
    assert!(plan.deliveries[1].arguments.contains("\"attempt\":2"));
}

#[tokio::test]
async fn dead_messages_are_kept_apart() {
    let folder = tempfile::tempdir().unwrap();
    let queues = open(folder.path());
    let functions = functions();
    let mut message = Message::new("poison".to_owned());
    message.failures.insert("f".to_owned(), 5);
    let id = queues.push("jobs", message).await.unwrap();
    let plan = queues.take(&functions);
    assert!(settle(&queues, &plan.deliveries[0], false, &functions).await);
    drop(queues);
    let queues = open(folder.path());
    assert!(queues.take(&functions).deliveries.is_empty());
    let dead = queues.table.dead("jobs").unwrap();
    assert_eq!((dead.len(), &dead[0].id), (1, &id));
    let dead = String::from_utf8(to_row(&dead[0].message)).unwrap();
    assert_eq!(dead, r#"{"body":"poison","function":"f","attempts":6}"#);
}

#[tokio::test]
async fn dead_messages_go_to_the_queue_of_dead_letters() {
    let folder = tempfile::tempdir().unwrap();
    let queues = open(folder.path());
    let functions = Functions::of(&[
        r#"{ "name": "f", "triggers": [
            { "type": "queue", "queue": "jobs", "attempts": 1, "deadLetters": "jobs.dead" }] }"#,
        r#"{ "name": "g", "triggers": [{ "type": "queue", "queue": "jobs.dead" }] }"#,
    ]);
    push(&queues, "jobs", "[1]".to_owned()).await.unwrap();
    let plan = queues.take(&functions);
    assert!(settle(&queues, &plan.deliveries[0], false, &functions).await);
    // Also after a kill.
    drop(queues);
    let queues = open(folder.path());
    let plan = queues.take(&functions);
    let letter = &plan.deliveries[0].arguments;
    assert!(
        letter.starts_with(r#"[{"message":[1],"attempts":1},"#),
        "{letter}"
    );
    assert_eq!(plan.deliveries.len(), 1);
}

#[tokio::test]
async fn a_delay_survives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let queues = open(folder.path());
    let message = Message {
        due: Some(due_in(Duration::from_secs(600))),
        ..Message::new("1".to_owned())
    };
    queues.push("jobs", message).await.unwrap();
    let mut queues = Some(queues);
    for _ in 0..2 {
        let queues = queues.take().unwrap_or_else(|| open(folder.path()));
        let plan = queues.take(&functions());
        let pause = plan.again.unwrap().duration_since(Instant::now());
        assert!(plan.deliveries.is_empty() && pause > Duration::from_secs(500));
    }
}

#[tokio::test]
async fn messages_of_a_removed_queue_are_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let queues = open(folder.path());
    let functions = functions();
    for body in ["1", "2"] {
        push(&queues, "jobs", body.to_owned()).await.unwrap();
    }
    let plan = queues.take(&functions);
    push(&queues, "jobs", "3".to_owned()).await.unwrap();
    std::fs::remove_dir_all(folder.path().join("queues/jobs")).unwrap();
    // A running delivery is not requeued, whatever its outcome.
    for (delivery, ok) in plan.deliveries.iter().zip([true, false]) {
        assert!(!settle(&queues, delivery, ok, &functions).await);
    }
    assert!(queues.take(&functions).deliveries.is_empty());
    assert!(!folder.path().join("queues/jobs").exists());
    push(&queues, "jobs", "4".to_owned()).await.unwrap();
    assert_eq!(bodies(&queues.take(&functions)), ["[4"]);
}

#[tokio::test]
async fn rows_that_are_no_messages_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let queues = open(folder.path());
    let engine = queues.table.storage().engine();
    let stored = engine.write(|group| put_new(group, "jobs", "1", b"{"));
    stored.await.unwrap();
    drop(queues);
    for _ in 0..2 {
        let storage = Storage::open(folder.path()).unwrap().0;
        let (queues, problems) = Queues::open(storage).unwrap();
        assert!(
            problems[0].starts_with("the message 1 of the queue jobs cannot be read"),
            "{problems:?}"
        );
        assert!(queues.take(&functions()).deliveries.is_empty());
    }
}

/// A clock that was ahead, and is set back for the next start.
#[tokio::test]
async fn a_clock_that_is_set_back_changes_no_order_and_lets_no_message_wait_longer() {
    let folder = tempfile::tempdir().unwrap();
    let queues = open(folder.path());
    let year = 365 * 24 * 3600 * 1_000_000;
    let ahead = due_in(Duration::ZERO) * 1000 + year;
    let old = format!("{ahead:016}-00000000");
    let delayed = Message {
        due: Some(ahead / 1000 + 60_000),
        ..Message::new("2".to_owned())
    };
    let rows = [
        (old, to_row(&Message::new("1".to_owned()))),
        (format!("{:016}-00000000", ahead + 1), to_row(&delayed)),
    ];
    let engine = queues.table.storage().engine();
    let stored = engine.write(|group| {
        for (id, row) in rows {
            put_new(group, "jobs", &id, &row)?;
        }
        Ok(())
    });
    stored.await.unwrap();
    drop(queues);
    let queues = open(folder.path());
    push(&queues, "jobs", "3".to_owned()).await.unwrap();
    let plan = queues.take(&functions());
    assert_eq!(bodies(&plan), ["[1", "[3"]);
    let pause = plan.again.unwrap().duration_since(Instant::now());
    assert!(pause <= Duration::from_secs(60), "{pause:?}");
}

/// An outcome that could not be stored is stored later, with what has changed since.
#[tokio::test]
async fn an_outcome_is_saved_again_after_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let queues = open(folder.path());
    let functions = Functions::of(&[
        r#"{ "name": "f", "triggers": [{ "type": "queue", "queue": "jobs" }] }"#,
        r#"{ "name": "g", "triggers": [{ "type": "queue", "queue": "jobs" }] }"#,
    ]);
    push(&queues, "jobs", "1".to_owned()).await.unwrap();
    let plan = queues.take(&functions);
    let first = queues
        .settle(&plan.deliveries[0], false, &functions)
        .unwrap();
    let second = queues
        .settle(&plan.deliveries[1], true, &functions)
        .unwrap();
    queues.save(&[second]).await.unwrap();
    queues.save(&[first]).await.unwrap();
    drop(queues);
    let queues = open(folder.path());
    let plan = queues.take(&functions);
    assert_eq!((plan.deliveries.len(), plan.deliveries[0].attempt), (1, 2));
    assert_eq!(plan.deliveries[0].function, "f");
}

#[tokio::test]
async fn letters_for_a_queue_that_was_removed_stay_with_the_dead_messages() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("queues")).unwrap();
    let queues = open(folder.path());
    std::fs::write(folder.path().join("queues/jobs.dead"), "").unwrap();
    let functions = Functions::of(&[r#"{ "name": "f", "triggers": [
        { "type": "queue", "queue": "jobs", "attempts": 1, "deadLetters": "jobs.dead" }] }"#]);
    push(&queues, "jobs", "1".to_owned()).await.unwrap();
    let plan = queues.take(&functions);
    assert!(settle(&queues, &plan.deliveries[0], false, &functions).await);
    assert_eq!(queues.table.dead_count("jobs").unwrap(), 1);
}

#[test]
fn ids_are_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let queues = open(folder.path());
    let ids: Vec<String> = (0..1000).map(|_| queues.next_id()).collect();
    assert!(ids.is_sorted_by(|a, b| a < b));
}
