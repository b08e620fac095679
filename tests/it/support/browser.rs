//! Pages in a real browser: Chromium, which `tools/browser` installs.

use std::path::Path;
use std::process::Stdio;

use crate::support::lumi::{Lumi, tool};
use crate::support::peers::skip;

/// The colours that the reader's system asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    Light,
    Dark,
}

/// The document after its scripts have run; `None` without a browser.
pub fn document(lumi: &Lumi, file: &str, scheme: Scheme) -> Option<String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_there = |name: &str| std::env::split_paths(&path).any(|it| it.join(name).is_file());
    let mut browsers = ["chromium", "chromium-browser", "google-chrome"].into_iter();
    let Some(browser) = browsers.find(|it| is_there(it)) else {
        skip("Chromium", "`make judges`");
        return None;
    };
    let profile = lumi.folder().with_file_name("profile");
    let url = |it: &Path| format!("file://{}", it.display());
    let preferred = match scheme {
        Scheme::Light => "--blink-settings=preferredColorScheme=1",
        Scheme::Dark => "--blink-settings=preferredColorScheme=0",
    };
    let output = tool(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--window-size=1600,1000",
            "--virtual-time-budget=5000",
            "--dump-dom",
            preferred,
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
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

/// The lines that a script pushes to `seen` in a page. The policy of the page allows no other script, so the copy for
/// the test has none.
pub fn probed(lumi: &Lumi, page: &str, script: &str, scheme: Scheme) -> Option<String> {
    let (start, rest) = page.split_once("<meta http-equiv=").unwrap();
    let (_, rest) = rest.split_once(">\n").unwrap();
    let script = format!(
        "const seen = [];\ntry {{ {script} }} catch (error) {{ seen.push(error.stack) }}\n\
         const list = document.createElement(\"pre\");\nlist.id = \"seen\";\n\
         list.textContent = seen.join(\"\\n\");\ndocument.body.append(list);\n"
    );
    let rest = rest.replace("</body>", &format!("<script>{script}</script></body>"));
    lumi.file("probed.html", format!("{start}{rest}"));
    let text = document(lumi, "probed.html", scheme)?;
    let (_, seen) = text.split_once("<pre id=\"seen\">").expect(&text);
    let (seen, _) = seen.split_once("</pre>").unwrap();
    Some(seen.to_owned())
}
