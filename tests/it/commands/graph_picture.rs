//! Pictures of graphs of 5, 40 and 500 resources in a browser: what a reader sees of them.

use serde_json::{Value, json};

use crate::support::browser::{Scheme, probed};
use crate::support::lumi::Lumi;

/// A shop with some services, in a network: 7 resources, and 14 for each service.
fn shop(services: usize) -> Value {
    let mut shop = Shop::default();
    let network = shop.add(None, "acme:net:Network", "network", &[]);
    let vpc = shop.add(Some(&network), "aws:ec2/vpc:Vpc", "main", &[]);
    let subnets = ["a", "b", "c"].map(|zone| {
        let name = format!("a-subnet-with-a-very-long-name-in-zone-{zone}");
        shop.add(Some(&network), "aws:ec2/subnet:Subnet", &name, &[&vpc])
    });
    let zone = shop.add(None, "aws:route53/zone:Zone", "zone", &[]);
    for index in 0..services {
        let name = |part: &str| format!("service-{index}-{part}");
        let service = shop.add(None, "acme:web:Service", &name("all"), &[]);
        let own = Some(&service);
        let group = shop.add(
            own,
            "aws:ec2/securityGroup:SecurityGroup",
            &name("group"),
            &[&vpc],
        );
        let [a, b, c] = &subnets;
        let balancer = shop.add(
            own,
            "aws:lb/loadBalancer:LoadBalancer",
            &name("lb"),
            &[&group, a, b, c],
        );
        let targets = shop.add(
            own,
            "aws:lb/targetGroup:TargetGroup",
            &name("targets"),
            &[&vpc],
        );
        shop.add(
            own,
            "aws:lb/listener:Listener",
            &name("listener"),
            &[&balancer, &targets],
        );
        let role = shop.add(own, "aws:iam/role:Role", &name("role"), &[]);
        let task = shop.add(
            own,
            "aws:ecs/taskDefinition:TaskDefinition",
            &name("task"),
            &[&role],
        );
        let database = shop.add(own, "acme:data:Database", &name("db"), &[]);
        let inner = Some(&database);
        let password = shop.add(
            inner,
            "random:index/password:Password",
            &name("secret"),
            &[],
        );
        let instance = shop.add(
            inner,
            "aws:rds/instance:Instance",
            &name("protected"),
            &[&password, &group],
        );
        let main = shop.add(
            own,
            "aws:ecs/service:Service",
            &name("main"),
            &[&task, &targets, &instance],
        );
        // Two frames that need each other.
        shop.add(Some(&network), "aws:ec2/rule:Rule", &name("rule"), &[&main]);
        shop.add(
            None,
            "aws:route53/record:Record",
            &name("record"),
            &[&zone, &balancer],
        );
        shop.add(None, "std:fs:File", &name("alone"), &[]);
    }
    json!({
        "lumigl": 1, "kind": "plan", "stack": "dev", "project": "shop", "complete": true,
        "vertices": shop.vertices, "edges": shop.edges, "outputs": {},
    })
}

#[derive(Default)]
struct Shop {
    vertices: Vec<Value>,
    edges: Vec<Value>,
}

impl Shop {
    fn add(
        &mut self,
        parent: Option<&String>,
        token: &str,
        name: &str,
        needs: &[&String],
    ) -> String {
        let module = parent.map_or("index".to_owned(), |it| {
            let parts: Vec<&str> = it.split("::").collect();
            format!("{}${}", parts[2], parts[3])
        });
        let urn = format!("urn:lumi:dev::shop::{module}::{token}::{name}");
        let is_component = token.starts_with("acme:");
        let mut vertex = json!({
            "urn": urn, "type": token, "name": name, "custom": !is_component,
            "inputs": { "name": name }, "outputs": {}, "options": {},
        });
        if let Some(parent) = parent {
            vertex["parent"] = json!(parent);
            self.edges
                .push(json!({ "from": urn, "to": parent, "kind": "parent" }));
        }
        if !is_component {
            vertex["id"] = json!({ "$lumi": "unknown" });
        }
        if name.ends_with("secret") {
            vertex["inputs"]["password"] = json!({ "$lumi": "secret" });
        }
        if name.ends_with("protected") {
            vertex["options"]["protect"] = json!(true);
        }
        self.vertices.push(vertex);
        for to in needs {
            self.edges
                .push(json!({ "from": urn, "to": to, "kind": "property", "property": "uses" }));
        }
        urn
    }
}

fn page(lumi: &Lumi, graph: &Value) -> String {
    lumi.file("graph.json", graph.to_string());
    lumi.run(&["graph", "graph.json", "--out", "graph.html"])
        .ok();
    lumi.read("graph.html")
}

/// The faults of the picture that is seen now, measured in the browser.
const CHECKS: &str = r##"
const shown = () => [...document.querySelectorAll("[data-i]")].filter((it) => !it.classList.contains("gone"));
const isBox = (it) => it.classList.contains("folded") || !it.classList.contains("frame");
const area = (it) => it.querySelector("rect").getBoundingClientRect();
function problems() {
  const found = [];
  const window = document.querySelector("svg").getBoundingClientRect();
  const all = shown().map((it) => [it.querySelector("text").textContent, area(it), it]);
  const boxes = all.filter(([, , it]) => isBox(it));
  for (const [name, at] of all) {
    const isInside = at.left >= window.left - 1 && at.right <= window.right + 1
      && at.top >= window.top - 1 && at.bottom <= window.bottom + 1;
    if (!isInside) found.push(`${name} is outside of the window`);
  }
  boxes.forEach(([name, at], index) => {
    for (const [other, its] of boxes.slice(index + 1)) {
      const isApart = at.right <= its.left + 1 || its.right <= at.left + 1 || at.bottom <= its.top + 1 || its.bottom <= at.top + 1;
      if (!isApart) found.push(`${name} and ${other} overlap`);
    }
  });
  for (const [name, at, it] of boxes) {
    const marks = [...it.querySelectorAll(".mark")].map((one) => one.getBoundingClientRect().left);
    for (const text of it.querySelectorAll(":scope > text:not(.gone)")) {
      const its = text.getBoundingClientRect();
      const isFirst = text === it.querySelector("text");
      const end = isFirst ? Math.min(at.right, ...marks) : at.right;
      if (its.right > end + 1) found.push(`the text of ${name} is clipped`);
    }
  }
  for (const [name, at, it] of all.filter(([, , it]) => !isBox(it))) {
    for (const [inner, its, one] of all) {
      if (one.dataset.frame !== it.dataset.i) continue;
      const isWithin = its.left >= at.left && its.right <= at.right && its.top >= at.top && its.bottom <= at.bottom;
      if (!isWithin) found.push(`${inner} is not within ${name}`);
    }
  }
  found.push(...behind(boxes));
  return [...new Set(found)];
}
// Lines that run behind boxes which are not their ends.
function behind(boxes) {
  const found = [];
  const scale = document.querySelector("svg").getScreenCTM();
  for (const path of document.querySelectorAll(".edge:not(.gone) path:not(.gone)")) {
    const length = path.getTotalLength();
    for (let at = 0; at <= length; at += 20) {
      const { x, y } = path.getPointAtLength(at).matrixTransform(scale);
      for (const [name, box] of boxes) {
        const isIn = x > box.left + 2 && x < box.right - 2 && y > box.top + 2 && y < box.bottom - 2;
        if (isIn) found.push(`a line runs behind ${name}`);
      }
    }
  }
  return found;
}
const height = () => 13 * document.querySelector("svg").getScreenCTM().a;
const click = (it) => it.dispatchEvent(new MouseEvent("click", { bubbles: true }));
const named = (name) => shown().find((it) => it.querySelector("text").textContent === name);
const count = () => `${shown().filter((it) => !isBox(it)).length} frames, ${shown().filter(isBox).length} boxes`;
"##;

fn seen(services: usize, script: &str, scheme: Scheme) -> Option<String> {
    let lumi = Lumi::new();
    let page = page(&lumi, &shop(services));
    probed(&lumi, &page, &format!("{CHECKS}{script}"), scheme)
}

#[test]
pub fn few_resources_are_drawn_whole() {
    let script = "seen.push(count(), ...problems())";
    if let Some(seen) = seen(0, script, Scheme::Light) {
        assert_eq!(seen, "1 frames, 5 boxes");
    }
}

/// 13 pixels are the height of the text if the picture is not scaled.
#[test]
pub fn forty_resources_are_readable_at_a_glance() {
    let script = "seen.push(count(), `${height() > 7.5 || height()}`, ...problems())";
    if let Some(seen) = seen(2, script, Scheme::Light) {
        assert_eq!(seen, "5 frames, 29 boxes\ntrue");
    }
}

#[test]
pub fn five_hundred_resources_are_folded_and_unfolded() {
    let script = r##"
      seen.push(count(), ...problems());
      const bar = (it) => it.querySelector(".bar");
      const place = (it) => Math.round(area(it).left) + " " + Math.round(area(it).top);
      const before = place(named("service-7-all"));
      click(bar(named("service-7-all")));
      seen.push("unfolded: " + count(), `stays: ${before === place(named("service-7-all"))}`);
      document.querySelector("#fit").click();
      seen.push(...problems());
      click(bar(named("service-7-db")));
      click(bar(named("network")));
      document.querySelector("#fit").click();
      seen.push("the network: " + count(), ...problems());
      click(document.querySelector("#fold"));
      seen.push("folded: " + count(), ...problems());
      click(document.querySelector("#fold"));
      seen.push("everything: " + count(), ...problems());
      const field = document.querySelector("input");
      click(document.querySelector("#fold"));
      field.value = "service-9-secret";
      field.dispatchEvent(new Event("input"));
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
      const found = named("service-9-secret");
      seen.push(`found: ${area(found).left > 0 && area(found).right < 1600}`);
    "##;
    if let Some(seen) = seen(35, script, Scheme::Light) {
        insta::assert_snapshot!(seen);
    }
}

/// Every text has a contrast of at least 4.5 to what is behind it.
#[test]
pub fn both_schemes_can_be_read() {
    let script = r##"
      const numbers = (color) => color.match(/[\d.]+/g).slice(0, 3).map(Number);
      const light = (color) => {
        const [r, g, b] = numbers(color).map((it) => it / 255).map((it) => it <= 0.03928 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const contrast = (one, other) => {
        const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
        return (bright + 0.05) / (dark + 0.05);
      };
      const paper = getComputedStyle(document.querySelector(".paper")).fill;
      seen.push(light(paper) > 0.5 ? "light" : "dark");
      for (const it of shown().filter(isBox)) {
        const back = getComputedStyle(it.querySelector("rect")).fill;
        for (const text of it.querySelectorAll(":scope > text")) {
          if (contrast(getComputedStyle(text).fill, back) < 4.5) seen.push(text.textContent);
        }
      }
      for (const it of document.querySelectorAll(".mark")) {
        const [circle, text] = [it.querySelector("circle"), it.querySelector("text")].map((one) => getComputedStyle(one).fill);
        if (contrast(circle, text) < 2.9) seen.push(it.textContent);
      }
      const header = getComputedStyle(document.querySelector("header"));
      if (contrast(header.color, header.backgroundColor) < 4.5) seen.push("the header");
    "##;
    for (scheme, expected) in [(Scheme::Light, "light"), (Scheme::Dark, "dark")] {
        if let Some(seen) = seen(2, script, scheme) {
            assert_eq!(seen, expected);
        }
    }
}

#[test]
pub fn the_picture_is_moved_and_zoomed() {
    let script = r##"
      const svg = document.querySelector("svg");
      const view = () => svg.getAttribute("viewBox").split(" ").map(Number);
      const [, , width] = view();
      svg.dispatchEvent(new WheelEvent("wheel", { deltaY: -50, clientX: 800, clientY: 500, cancelable: true }));
      seen.push(`nearer: ${view()[2] < width}`);
      const [x, y] = view();
      const drag = (type, clientX, clientY) => svg.dispatchEvent(new PointerEvent(type, { clientX, clientY, buttons: 1, pointerId: 1, bubbles: true }));
      svg.setPointerCapture = () => {};
      drag("pointerdown", 800, 500);
      drag("pointermove", 700, 450);
      drag("pointerup", 700, 450);
      seen.push(`moved: ${view()[0] > x && view()[1] > y}`);
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "0" }));
      seen.push(`fits: ${view()[2] === width}`);
      const box = named("service-1-protected");
      box.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      seen.push(document.querySelector("aside").textContent);
      box.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
      click(box);
      named("zone").dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      seen.push(document.querySelector("aside").textContent.split("\n")[0]);
    "##;
    if let Some(seen) = seen(2, script, Scheme::Light) {
        insta::assert_snapshot!(seen);
    }
}

/// Colours of changes, in a page of `lumi diff`.
#[test]
pub fn a_comparison_is_a_page() {
    let lumi = Lumi::new();
    let first = shop(1);
    let mut second = shop(2);
    second["vertices"][1]["inputs"]["name"] = json!("other");
    let vertices = second["vertices"].as_array_mut().unwrap();
    let zone = vertices
        .iter()
        .position(|it| it["name"] == "service-0-alone")
        .unwrap();
    vertices.remove(zone);
    lumi.file("a.json", first.to_string());
    lumi.file("b.json", second.to_string());
    let said = lumi.run(&["diff", "a.json", "b.json", "--out", "diff.html"]);
    assert_eq!((said.code, said.stderr.as_str()), (1, "wrote diff.html\n"));
    let svg = lumi.run(&["diff", "a.json", "b.json", "--format", "svg"]);
    assert_eq!(svg.code, 1);
    assert!(svg.stdout.starts_with("<svg") && svg.stdout.contains(" altered removed\""));
    lumi.run(&[
        "diff",
        "a.json",
        "b.json",
        "--semantic",
        "--out",
        "semantic.html",
    ]);
    let script = r##"
      seen.push(document.querySelector("header p").textContent);
      seen.push([...document.querySelectorAll(".key")].map((it) => it.textContent).join(", "));
      for (const it of shown().filter((one) => one.classList.contains("altered")).slice(0, 4)) {
        it.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
        seen.push(it.getAttribute("class"), document.querySelector("aside").textContent);
      }
      seen.push(`pale: ${shown().filter((it) => it.classList.contains("pale")).length}`, ...problems());
    "##;
    for file in ["diff", "semantic"] {
        let page = lumi.read(&format!("{file}.html"));
        let script = format!("{CHECKS}{script}");
        if let Some(seen) = probed(&lumi, &page, &script, Scheme::Dark) {
            insta::assert_snapshot!(format!("page_of_{file}"), seen);
        }
    }
}

/// Changes and failures of a run.
#[test]
pub fn a_run_is_a_page() {
    let lumi = Lumi::program(
        "import { fs } from \"lumi/std\";\n\
         const page = new fs.File(\"page\", { path: \"site/index.html\", content: \"one\" });\n\
         new fs.File(\"sum\", { path: \"site/sum.txt\", content: page.sha256 });\n\
         new fs.File(\"old\", { path: \"site/old.txt\", content: \"x\" });\n",
    );
    lumi.run(&["up", "-y"]).ok();
    lumi.file(
        "index.ts",
        "import { fs } from \"lumi/std\";\n\
         const page = new fs.File(\"page\", { path: \"site/index.html\", content: \"two\" });\n\
         new fs.File(\"sum\", { path: \"site/sum.txt\", content: page.sha256 });\n\
         new fs.File(\"bad\", { path: \"site/index.html/bad\", content: \"x\" }, { dependsOn: page });\n\
         new fs.File(\"new\", { path: \"site/new.txt\", content: \"x\" });\n",
    );
    let script = r##"
      const texts = shown().map((it) => `${it.querySelector("text").textContent}: ${it.getAttribute("class")}`);
      seen.push([...document.querySelectorAll(".key")].map((it) => it.textContent).join(", "), ...texts.sort());
      const failed = document.querySelector(".failed");
      failed?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      seen.push(document.querySelector("aside").textContent.replaceAll(/\/\S*\//g, ""));
      seen.push(...problems());
    "##;
    let script = format!("{CHECKS}{script}");
    lumi.run(&["preview", "--graph", "preview.html"]).ok();
    let said = lumi.run(&["up", "-y", "--graph", "up.html"]);
    assert_eq!(said.code, 1, "{}", said.transcript());
    for file in ["preview", "up"] {
        let page = lumi.read(&format!("{file}.html"));
        if let Some(seen) = probed(&lumi, &page, &script, Scheme::Light) {
            insta::assert_snapshot!(format!("page_of_{file}"), seen);
        }
    }
}
