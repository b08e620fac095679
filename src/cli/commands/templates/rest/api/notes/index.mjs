// A small REST API to try things with: `lumi closure serve api` runs it on this machine.

const { LUMI_PLATFORM, LUMI_PLATFORM_TOKEN } = process.env;

/** A request to the store of the platform. */
function store(method, id, value) {
  const headers = { authorization: `Bearer ${LUMI_PLATFORM_TOKEN}` };
  const body = value && JSON.stringify(value);
  return fetch(`${LUMI_PLATFORM}/_lumi/kv/notes/${encodeURIComponent(id)}`, { method, headers, body });
}

async function put(id, text) {
  const note = { ...JSON.parse(text), id };
  await store("PUT", id, note);
  return note;
}

export default async function notes({ method, params: { id }, body }) {
  if (id === undefined) {
    return method === "POST" ? { status: 201, body: await put(crypto.randomUUID(), body) } : { status: 405 };
  }
  const found = await store("GET", id);
  if (found.status === 404) return { status: 404, body: { error: "there is no such note" } };
  switch (method) {
    case "GET":
      return { status: 200, body: await found.json() };
    case "PUT":
      return { status: 200, body: await put(id, body) };
    case "DELETE":
      await store("DELETE", id);
      return { status: 204 };
    default:
      return { status: 405 };
  }
}
