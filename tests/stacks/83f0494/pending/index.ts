import { exec, fs } from "lumi/std";
new fs.File("before", { path: "out/before.txt", content: "1" });
new exec.Command("slow", { create: "sleep 30" });
