import path from "node:path";

process.noDeprecation = true;
const patterns = ["*", "a/*", "a/**", "**/c", "a/?", "a/[bc]", "a/[!b]", "a/{b,c}", "a/{1..3}", "a/@(b|c)", "a/!(b)", "a/+(b)", ".*", "a/.h", "**", "a\\b", "a/b/"];
const paths = ["a", "a/b", "a/c", "a/b/c", "a/.h", "a/2", "a/bb", ".a", "a/b/"];
process.removeAllListeners("warning");
for (const pattern of patterns) console.log(pattern, paths.filter((it) => path.matchesGlob(it, pattern)).join(" "));
for (const [it, pattern] of [["A\\b", "a/B"], ["a\\b\\c", "a\\**"]]) console.log(path.win32.matchesGlob(it, pattern), path.posix.matchesGlob(it, pattern));
const folder = process.cwd();
process.cwd = () => "/other";
console.log(path.resolve("a"), path.relative("/other/a", "b"));
process.cwd = () => "";
console.log(path.resolve());
process.cwd = () => folder;
