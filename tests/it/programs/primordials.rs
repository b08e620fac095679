//! Methods of `js/primordials.ts` that are written by hand do what those of the language do.

use crate::support::lumi::Lumi;

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
    lumi.file("primordials.ts", include_str!("../../../js/primordials.ts"));
    assert_eq!(lumi.run(&["run"]).stderr, "1890\n");
}

const LISTS: &str = r##"import { $isPlain, $pushOne, $slice } from "./primordials.ts";

const lists = [[], [1], [1, 2, 3], [1, , 3], Object.assign([1, 2], { extra: 1 })];
const ends = [[], [0], [1], [-1], [1, 2], [0, -1], [undefined, 1], [9], [-9, 9]];
let count = 0;
for (const list of lists) {
  for (const [from, to] of ends) {
    const [wanted, found] = [list.slice(from, to), $slice(list, from, to)];
    // A hole becomes an item.
    if (JSON.stringify(wanted) !== JSON.stringify(found) || found === list) console.log(list, from, to, found);
    count++;
  }
}
class Own extends Array { static get [Symbol.species]() { return Array; } }
Object.defineProperty(Array, Symbol.species, { get() { console.log("asked for a species"); return Array; } });
console.log(count, $slice([1, 2]).length, $slice(Own.of(1)).constructor.name, $slice("abc", 1), $slice(new Uint8Array([7, 8]), 1)[0]);

let taken = 0;
Object.defineProperty(Array.prototype, 2, { set() { taken++; }, configurable: true });
const list = [1, 2];
console.log($pushOne(list, 3), list, taken, $pushOne({ push: (it: number) => it + 1 }, 4));
const values = [[], {}, Own.of(), Object.create(null), new Date(0), new Uint8Array(1), () => 0, null, undefined, 1, "a"];
let plain = "";
for (const it of values) plain += Number($isPlain(it));
console.log(plain);
"##;

#[test]
fn lists_are_copied_and_grow_without_what_a_program_may_replace() {
    let lumi = Lumi::program(LISTS);
    lumi.file("primordials.ts", include_str!("../../../js/primordials.ts"));
    let answer = lumi.run(&["run"]);
    assert_eq!(
        answer.stderr,
        "45 2 Array bc 8\n3 [ 1, 2, 3 ] 0 5\n11000000000\n"
    );
}
