// Repeats its input and its arguments, and ends with a code.
let text = "";
for await (const chunk of process.stdin.setEncoding("utf8")) text += chunk;
console.log(JSON.stringify({ text, args: process.argv.slice(2), env: process.env.OWN, flags: process.execArgv }));
process.stderr.write("to the other stream\n");
process.exitCode = 3;
