import { show } from "../show.mjs";
import superagent from "superagent";

const at = (path) => process.env.PEER + path;
show((await superagent.get(at("/json"))).body);
show((await superagent.post(at("/echo")).send({ a: 1 }).set("x-test", "1").query({ q: 2 })).body);
show((await superagent.post(at("/echo")).type("form").send({ a: "b c" })).body.text);
show((await superagent.get(at("/redirect"))).redirects.length);
const upload = await superagent.post(at("/echo")).attach("file", Buffer.from("content"), "f.txt").field("name", "value");
show(upload.body.type);
const failure = await superagent.get(at("/missing")).catch((error) => error);
show(failure.status, failure.message, failure.response.body);
show((await superagent.get(at("/twice")).retry(3)).body);
const late = await superagent.get(at("/never")).timeout(50).catch((error) => error);
show(late.code, late.timeout);
const agent = superagent.agent();
await agent.get(at("/cookie"));
show((await agent.get(at("/cookie"))).body);
