// Texts that take time in the square of their length where they are trimmed by a pattern.
import url from "node:url";

const blanks = " ".repeat(200_000);
const headers = new Headers({ a: `x${blanks}x`, b: `${blanks}x${blanks}` });
console.log(headers.get("a").length, headers.get("b"));
console.log(url.parse(`\n http://a/b\t${blanks}`).href, url.parse(`http://a/x${blanks}y`).host, url.parse(`a${"\0".repeat(1000)}`).href.length);
