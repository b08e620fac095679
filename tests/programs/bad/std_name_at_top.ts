import { File } from "lumi/std";

new File("page", { path: "out/page.html", content: "<h1>Hello</h1>" });
