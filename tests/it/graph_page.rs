//! The page of a graph in a browser: searching and folding.
//!
//! Needs Chromium (`tools/browser`); the tests say that they are skipped without it.

use std::path::Path;
use std::process::Stdio;

use crate::lumi::{Lumi, tool};

const SITE: &str = "class Site extends lumi.ComponentResource {\n\
      constructor(name: string) {\n\
        super(\"acme:web:Site\", name);\n\
        const bucket = new lumi.CustomResource(\"aws:s3:Bucket\", `${name}-bucket`, {}, { parent: this });\n\
        new lumi.CustomResource(\"aws:s3:Object\", `${name}-page`, { bucket: bucket.id }, { parent: this });\n\
      }\n\
    }\n\
    new Site(\"blog\");\nnew lumi.CustomResource(\"aws:dns:Zone\", \"zone\", {});\n";

/// Uses the page as a person does, and writes what is seen after each step into the document.
const PROBE: &str = r##"
const seen = [];
function note(step) {
  const texts = [...document.querySelectorAll("[data-i]")].map((it) => {
    const { display, opacity } = getComputedStyle(it);
    const name = it.querySelector("text").textContent;
    return display === "none" ? `(${name})` : Number(opacity) < 1 ? name.toLowerCase() + "~" : name;
  });
  seen.push(`${step}: ${texts.sort().join(", ")}; ${document.querySelector("aside").textContent.split("\n")[0]}`);
}
function type(text) {
  const field = document.querySelector("input");
  field.value = text;
  field.dispatchEvent(new Event("input"));
}
const click = (it) => it.dispatchEvent(new MouseEvent("click", { bubbles: true }));
note("at first");
type("page");
note("page");
type("bucket blog");
note("bucket blog");
type("nothing-of-it");
note("nothing-of-it");
const before = document.querySelector("svg").getAttribute("viewBox");
type("zone");
document.querySelector("input").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
note("zone, Enter");
seen.push(`moved: ${document.querySelector("svg").getAttribute("viewBox") !== before}`);
type("");
note("empty");
click(document.querySelector("#fold"));
note("fold all");
click(document.querySelector("#fold"));
note("unfold all");
click(document.querySelector(".frame > .bar"));
note("click on a frame");
document.querySelector("#fit").click();
seen.push(`fits: ${document.querySelector("svg").getAttribute("viewBox") !== before}`);
const list = document.createElement("pre");
list.id = "seen";
list.textContent = seen.join("\n");
document.body.append(list);
"##;

/// The document after its scripts have run; `None` without a browser.
fn document(lumi: &Lumi, file: &str) -> Option<String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_there = |name: &str| std::env::split_paths(&path).any(|it| it.join(name).is_file());
    let mut browsers = ["chromium", "chromium-browser", "google-chrome"].into_iter();
    let Some(browser) = browsers.find(|it| is_there(it)) else {
        assert!(std::env::var_os("CI").is_none(), "CI must have Chromium");
        eprintln!("skipped: Chromium is not installed");
        return None;
    };
    let profile = lumi.folder().with_file_name("profile");
    let url = |it: &Path| format!("file://{}", it.display());
    let output = tool(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
        ])
        .args([
            "--no-first-run",
            "--disable-background-networking",
            "--window-size=1200,800",
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
        .args(["--virtual-time-budget=5000", "--dump-dom"])
        .arg(url(&lumi.folder().join(file)))
        .env("HOME", lumi.folder().with_file_name("home"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let problem = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("<main"), "{text}\n{problem}");
    Some(text)
}

fn site() -> (Lumi, String) {
    let lumi = Lumi::with_sdk(SITE);
    let page = lumi.run(&["run", "--format", "html"]).ok();
    (lumi, page)
}

/// The hash in the policy of the page is that of its script.
#[test]
fn the_script_of_the_page_may_run() {
    let (lumi, page) = site();
    lumi.file("page.html", &page);
    let Some(text) = document(&lumi, "page.html") else {
        return;
    };
    assert!(text.contains("<main class=\"live\">"), "{text}");
    // Another script may not.
    lumi.file(
        "other.html",
        page.replace(
            "main.classList.add(\"live\")",
            "main.classList.add(\"other\")",
        ),
    );
    let text = document(&lumi, "other.html").unwrap();
    assert!(text.contains("<main>"), "{text}");
}

#[test]
fn resources_are_found_and_folded() {
    let (lumi, page) = site();
    // The policy allows no other script, so the copy for the test has none.
    let (start, rest) = page.split_once("<meta http-equiv=").unwrap();
    let (_, rest) = rest.split_once(">\n").unwrap();
    let rest = rest.replace("</body>", &format!("<script>{PROBE}</script></body>"));
    lumi.file("probed.html", format!("{start}{rest}"));
    let Some(text) = document(&lumi, "probed.html") else {
        return;
    };
    let (_, seen) = text.split_once("<pre id=\"seen\">").expect(&text);
    let (seen, _) = seen.split_once("</pre>").unwrap();
    insta::assert_snapshot!(seen);
}
