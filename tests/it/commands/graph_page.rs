//! The page of a graph in a browser: searching and folding.
//!
//! Needs Chromium (`make judges`).

use crate::support::browser::{Scheme, document, probed};
use crate::support::lumi::Lumi;

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
const frame = document.querySelector(".frame");
const expanded = () => frame.getAttribute("aria-expanded");
const was = expanded();
frame.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
note("Enter on a frame");
seen.push(`expanded: ${was}, then ${expanded()}`);
const all = [...document.querySelectorAll("[data-i]")];
seen.push(`reached by Tab: ${all.filter((it) => it.tabIndex === 0 && it.ariaLabel !== "").length} of ${all.length}`);
"##;

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
    let Some(text) = document(&lumi, "page.html", Scheme::Light) else {
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
    let text = document(&lumi, "other.html", Scheme::Light).unwrap();
    assert!(text.contains("<main>"), "{text}");
}

#[test]
fn resources_are_found_and_folded() {
    let (lumi, page) = site();
    let Some(seen) = probed(&lumi, &page, PROBE, Scheme::Light) else {
        return;
    };
    insta::assert_snapshot!(seen);
}
