import { exec } from "std";

new exec.Command("a", { create: "true" });
