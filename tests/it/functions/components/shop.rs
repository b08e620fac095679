//! A shop of all components (`tests/programs/cloud/market`), which is killed under load again and again.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use serde_json::{Value, json};

use crate::documents::deployed_examples::run;
use crate::functions::cloud_targets::copy;
use crate::functions::served::{Served, try_send, wait};
use crate::support::lumi::Lumi;
use crate::support::postgres::Postgres;

const ROUNDS: usize = 4;
const CUSTOMERS: usize = 3;
/// Orders that are acknowledged in a round before the kill, at most.
const ORDERS: u64 = 12;
/// The time in which all that is under way arrives.
const SETTLING: Duration = Duration::from_secs(240);

/// Orders by customer that were acknowledged, in the order of their requests.
type Orders = Vec<Vec<String>>;

/// Orders one after the other until the platform is gone; an order without an answer is ordered again in the next round.
fn order_until_killed(address: &str, customer: usize, done: &Mutex<Orders>, count: &AtomicUsize) {
    loop {
        let number = done.lock()[customer].len();
        let id = format!("{customer}-{number:03}");
        let body = json!({ "id": id, "customer": format!("c{customer}"), "net": 100 + number });
        let headers = "content-type: application/json\r\n";
        let sent = try_send(
            address,
            "POST",
            "/orders",
            headers,
            body.to_string().as_bytes(),
        );
        match sent {
            Some(reply) if reply.status == 202 => {
                done.lock()[customer].push(id);
                count.fetch_add(1, Ordering::Relaxed);
            }
            // The service of taxes or a connection may not be there yet.
            Some(_) => std::thread::sleep(Duration::from_millis(20)),
            None => return,
        }
    }
}

/// Serves the shop until it has acknowledged some orders, and kills it then.
fn round(lumi: &Lumi, done: &Mutex<Orders>, orders: u64) {
    let served = Served::start(lumi, "out/dev", &["-q"]);
    let count = AtomicUsize::new(0);
    let address = served.address.clone();
    std::thread::scope(|scope| {
        for customer in 0..CUSTOMERS {
            let (count, address) = (&count, &address);
            scope.spawn(move || order_until_killed(address, customer, done, count));
        }
        let enough = || count.load(Ordering::Relaxed) as u64 >= orders;
        wait(enough, || served.log());
        served.kill();
    });
}

/// Fails unless each acknowledged order was paid once, invoiced and sent, and a report exists.
fn check(state: &Value, acknowledged: &Orders) -> Result<(), String> {
    let rows = state["orders"].as_array().unwrap();
    let rows: BTreeMap<&str, &Value> = rows
        .iter()
        .map(|it| (it["id"].as_str().unwrap(), it))
        .collect();
    let invoices = state["invoices"].as_array().unwrap();
    for (customer, orders) in acknowledged.iter().enumerate() {
        for id in orders {
            let row = rows.get(id.as_str()).ok_or(format!("{id} is lost"))?;
            if row["paid"] != 1 {
                return Err(format!("{id} is paid {} times", row["paid"]));
            }
            if !invoices.contains(&json!(format!("{id}.txt"))) {
                return Err(format!("{id} has no invoice"));
            }
        }
        let sent = state["sent"][format!("c{customer}")].as_array();
        let sent = sent.ok_or(format!("nothing was sent to c{customer}"))?;
        if let Some(id) = orders.iter().find(|it| !sent.contains(&json!(it))) {
            return Err(format!("{id} was not sent"));
        }
    }
    let reports = state["reports"].as_u64().unwrap_or_default();
    (reports > 0).then_some(()).ok_or("no report".to_owned())
}

#[test]
fn a_shop_that_is_killed_under_load_loses_no_order() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let lumi = Lumi::new();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/cloud/market");
    copy(&lumi, &program, "");
    let url = postgres.url();
    lumi.run(&["config", "set", "lumi:postgres", &url, "--secret"])
        .ok();
    run(&lumi, "up -y", 0);
    let seed: u64 = std::env::var("LUMI_SOAK_SEED")
        .ok()
        .and_then(|it| it.parse().ok())
        .unwrap_or_else(rand::random);
    println!("LUMI_SOAK_SEED={seed}");
    let acknowledged = Mutex::new(vec![Vec::new(); CUSTOMERS]);
    let mut random = seed;
    for _ in 0..ROUNDS {
        // The generator of Knuth's MMIX.
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        round(&lumi, &acknowledged, 1 + (random >> 33) % ORDERS);
    }
    let acknowledged = acknowledged.into_inner();
    let served = Served::start(&lumi, "out/dev", &["-q"]);
    let start = Instant::now();
    loop {
        let reply = served.get("/state");
        let outcome = match reply.status {
            200 => check(&reply.json(), &acknowledged),
            _ => Err(reply.brief()),
        };
        let Err(problem) = outcome else { break };
        assert!(
            start.elapsed() < SETTLING,
            "{problem}\n{}\n{}",
            reply.text(),
            served.log()
        );
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(served.queue("payments").1 + served.queue("parcels").1, 0);
    let page = served.get("/");
    assert_eq!(page.status, 200, "{}", page.text());
    assert!(page.text().contains("<title>Shop</title>"));
    drop(served);
    run(&lumi, "destroy -y", 0);
}
