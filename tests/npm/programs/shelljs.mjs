import { show } from "../show.mjs";
import shell from "shelljs";

const folder = shell.tempdir() + `/shell-${process.pid}`;
shell.config.silent = true;
shell.rm("-rf", folder);
shell.mkdir("-p", `${folder}/a/b`);
shell.ShellString("one\ntwo\n").to(`${folder}/a/t.txt`);
shell.cp("-R", `${folder}/a`, `${folder}/c`);
show([...shell.ls("-R", folder)]);
show(shell.grep("two", `${folder}/a/t.txt`).stdout, shell.cat(`${folder}/c/t.txt`).sed("one", "1").stdout);
show(shell.exec("echo out; exit 2").code, shell.exec("echo out").stdout);
show(await new Promise((resolve) => shell.exec("echo later", (code, stdout) => resolve([code, stdout]))));
show(shell.test("-d", folder), shell.which("sh") !== null, shell.rm(`${folder}/none`).code, shell.error()?.replaceAll(folder, ""));
shell.rm("-rf", folder);
show(shell.test("-e", folder));
