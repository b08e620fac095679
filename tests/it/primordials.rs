//! Methods of `js/primordials.ts` that are written by hand do what those of the language do.

use crate::lumi::Lumi;

const PROGRAM: &str = r##"import { $replace } from "./primordials.ts";

const patterns = [/b/, /b/g, /(b)(c)?/g, /(?<name>b)(?<other>x)?/g, /x/, /(?:)/g, /b$/, "b", "(b)", /(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)/g];
const texts = ["", "abc", "abcabc", "bbb", "a(b)c", "abcdefghijklm", "$&"];
const replacements = ["", "-", "$", "$$", "$$$", "$&", "[$`]", "[$']", "$0", "$1", "$01", "$2", "$3", "$10", "$11", "$12", "$99", "$1$2",
  "$<name>", "$<other>", "$<none>", "$<name", "$a", "\\$&", "$$1", "$1x$", (...found: unknown[]) => JSON.stringify(found)];
let count = 0;
for (const text of texts) {
  for (const pattern of patterns) {
    for (const by of replacements) {
      const [wanted, found] = [text.replace(pattern, by as string), $replace(text, pattern, by)];
      if (wanted !== found) console.log(JSON.stringify([text, String(pattern), String(by), wanted, found]));
      count++;
    }
  }
}
console.log(count);
"##;

#[test]
fn replace_expands_what_a_replacement_text_stands_for() {
    let lumi = Lumi::program(PROGRAM);
    lumi.file("primordials.ts", include_str!("../../js/primordials.ts"));
    assert_eq!(lumi.run(&["run"]).stderr, "1890\n");
}
