// A program that is started as process.execPath is a script, as in Node, with a channel of messages if it is forked.
import { execFile, execFileSync, execSync, fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { isAbsolute } from "node:path";

const file = (name) => fileURLToPath(new URL(`scripts/${name}`, import.meta.url));
const node = process.execPath;
console.log(isAbsolute(node), process.argv[0] === node, process.send === undefined, process.connected);

const { status, stdout, stderr } = spawnSync(node, ["--no-warnings", file("echo.mjs"), "-e", "b"], {
  input: "typed é",
  env: { OWN: "mine" },
});
console.log(status, String(stdout), String(stderr));
console.log(String(execFileSync(node, [file("plain.js")])));
console.log(String(execFileSync(node, ["-p", "process.argv.length + require('path').sep", "x"])));
console.log(String(execFileSync(node, ["--eval", "console.log(os.EOL.length, typeof exports, typeof fs.readFileSync)"])));
console.log(String(execFileSync(node, ["--input-type=module", "-e", "import os from 'os'; console.log(os.EOL.length)"])));
console.log(String(execFileSync(node, ["-"], { input: "console.log('from input', require('fs').readFileSync(0, 'utf8'))" })));
console.log(String(execSync(`"${node}" -p 1+1 | "${node}" -p "fs.readFileSync(0, 'utf8') + 1"`)));
// Names that a script declares are its own, whatever the program around it has.
for (const name of ["all", "process", "fs", "result", "require", "module", "code", "set", "name", "core", "Deno"]) {
  console.log(String(execFileSync(node, ["-e", `const ${name} = "own"; console.log(${name}, typeof this.${name})`])));
}
console.log(String(execFileSync(node, ["-e", "fs = 1; let path = 2; class os {} console.log(fs, path, typeof os)"])));
const failed = spawnSync(node, ["-e", "process.stdout.write('x'); throw new TypeError('mine')"]);
console.log(failed.status, String(failed.stdout), String(failed.stderr).includes("TypeError: mine"));
console.log(spawnSync(node, ["-e", "process.exit(300)"]).status, spawnSync(node, ["missing.js"]).status);
await new Promise((done) => {
  execFile(node, ["-e", "setTimeout(() => process.exit(9), 1)"], (error) => done(console.log(error.code)));
});

const child = fork(file("forked.js"), ["a", "b"], { silent: true });
let output = "";
child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
console.log(child.connected, typeof child.channel, child.stdio.length, child.stdio[3]);
const large = "x".repeat(300_000);
child.send(large);
const [answer] = await once(child, "message");
console.log(answer.twice.every((it) => it === large), child.send({ nested: [null, 1.5, "é"] }));
console.log(JSON.stringify((await once(child, "message"))[0]));
child.on("disconnect", () => console.log("disconnected", child.connected));
child.send("stop", (error) => console.log("sent", error));
const [code, signal] = await once(child, "close");
console.log(code, signal, child.channel);
console.log(output);
child.on("error", ({ code }) => console.log(code));
console.log(child.send("late"));
for (const wrong of [
  () => child.send(undefined),
  () => child.send(() => {}),
  () => fork(5),
  () => fork(file("plain.js"), { stdio: ["pipe", "pipe", "pipe"] }),
  () => spawn(node, [], { stdio: ["ipc", "ipc", "ipc"] }),
]) {
  try {
    wrong();
    console.log("not refused");
  } catch ({ name, code }) {
    console.log(name, code);
  }
}
const silent = fork(file("plain.js"), { stdio: ["ignore", "pipe", "ignore", "ipc"] });
silent.stdout.setEncoding("utf8").on("data", (text) => console.log(text));
console.log(await once(silent, "exit"));
