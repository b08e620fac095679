import { show } from "../show.mjs";
import { Builder, parseStringPromise } from "xml2js";

const parsed = await parseStringPromise('<a x="1"><b>one</b><b>t&amp;wo</b><![CDATA[raw <x>]]></a>', { explicitArray: false });
show(JSON.stringify(parsed));
show(new Builder({ headless: true }).buildObject({ root: { $: { id: "1" }, item: ["a", "b & c"] } }));
show((await parseStringPromise("<a><b></a>").catch((error) => error)).message);
