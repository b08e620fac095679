// Forms: their entries, and their way through the bodies of requests and responses.
const attempt = async (run) => {
  try {
    return await run();
  } catch (error) {
    return error.name;
  }
};
const text = async (value) => typeof value === "string" ? value : [value.name, value.type, await value.text()];
const entries = async (form) => {
  const list = [];
  for (const [name, value] of form) list.push([name, await text(value)]);
  return JSON.stringify(list);
};

const form = new FormData();
form.append("a", "1");
form.append("b", new Blob(["content"], { type: "text/x" }));
form.append("b", new Blob(["other"]), "other.txt");
form.append("c", new File(["file"], "own.txt", { lastModified: 5 }));
form.append("c", new File(["file"], "own.txt", { lastModified: 5 }), "renamed.txt");
form.append("a", 2);
form.append("lone", "\ud800");
console.log(await entries(form));
console.log(form.get("a"), form.getAll("a").join(), form.get("none"), form.getAll("none").length, form.has("b"), form.has("none"));
console.log(form.get("b") instanceof File, form.get("b").name, form.getAll("c").map((it) => it.lastModified).join());
form.set("a", "3");
form.set("d", "new");
form.delete("b");
console.log(await entries(form), [...form.keys()].join(), [...form.values()].length);
form.forEach((value, name, same) => console.log(name, typeof value, same === form));
console.log(Object.prototype.toString.call(form), FormData.prototype[Symbol.iterator] === FormData.prototype.entries);

for (
  const run of [
    () => new FormData({}),
    () => form.append("a"),
    () => form.append("a", "text", "name"),
    () => form.set("a", "text", "name"),
    () => form.get(),
    () => form.forEach("no function"),
  ]
) console.log(await attempt(run));

const odd = new FormData();
odd.append('quote"\r\nline\n', "one\ntwo\r\nthree\rfour");
odd.append("empty", "");
odd.append("bytes", new Blob([new Uint8Array([13, 10, 45, 45, 0, 255])]), 'na"me.bin');
odd.append("none", new Blob([]));
const response = new Response(odd);
const type = response.headers.get("content-type");
const boundary = type.slice(type.indexOf("=") + 1);
console.log(type.replace(boundary, "*"));
const wire = await response.clone().text();
console.log(JSON.stringify(wire.replaceAll(boundary, "*")));
const again = await response.formData();
console.log(JSON.stringify([...again.keys()]), again.get("bytes").name, new Uint8Array(await again.get("bytes").arrayBuffer()).join());
console.log(JSON.stringify(again.get('quote"\r\nline\r\n')), await entries(new FormData()));

const request = new Request("http://host/", { method: "POST", body: odd });
console.log(request.headers.get("content-type").startsWith("multipart/form-data; boundary="));
console.log((await request.formData()).get("empty") === "");

const typed = (body, type) => new Response(body, { headers: { "content-type": type } }).formData();
console.log(await entries(await typed("a=1&b=x+y%21&a=2", "application/x-www-form-urlencoded;charset=UTF-8")));
const part = (head, content) => `--X\r\n${head}\r\n\r\n${content}\r\n`;
const whole = `${part('content-disposition: form-data; name="a"', "1")}${part('Content-Disposition: form-data; name="f"; filename="f.txt"\r\nContent-Type: text/css', "p{}")}--X--\r\n`;
console.log(await entries(await typed(whole, "multipart/form-data; boundary=X")));
console.log(await entries(await typed(whole, 'multipart/form-data; boundary="X"')));
const quoted = part('Content-Disposition: form-data; name="x; filename=y"', "no file") + "--X--";
console.log(await entries(await typed(quoted, "multipart/form-data; boundary=X")));
for (
  const [body, type] of [
    ["a=1", "text/plain"],
    [whole, "multipart/form-data"],
    [whole, "multipart/form-data; boundary=Y"],
    [whole.slice(0, -10), "multipart/form-data; boundary=X"],
    [whole.slice(0, 30), "multipart/form-data; boundary=X"],
    [part("content-disposition: attachment", "1") + "--X--", "multipart/form-data; boundary=X"],
    ["", "multipart/form-data; boundary=X"],
  ]
) console.log(await attempt(() => typed(body, type)));

// URLs that stand for a Blob.
const { resolveObjectURL } = await import("node:buffer");
const address = URL.createObjectURL(new Blob(["of a ", "blob"], { type: "text/plain" }));
console.log(await resolveObjectURL(address).text(), resolveObjectURL(address).type, resolveObjectURL("blob:none"));
const ofBlob = await fetch(address);
console.log(ofBlob.status, ofBlob.headers.get("content-type"), ofBlob.headers.get("content-length"), await ofBlob.text());
URL.revokeObjectURL(address);
console.log(resolveObjectURL(address), await fetch(address).catch((error) => error.name));
