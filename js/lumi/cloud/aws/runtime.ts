// The loop of a function over Lambda's Runtime API, for images and emulators: Lambda's own runtime for Node brings one. This
// code is a part of bundles.

type Handler = (event: unknown) => unknown;

/** Takes events, calls the handler, and answers, until the process is stopped. `load` answers the module of the handler. */
export async function serveInvocations(load: () => Promise<{ handler: Handler }>): Promise<void> {
  const api = `http://${process.env["AWS_LAMBDA_RUNTIME_API"]}/2018-06-01/runtime`;
  const send = (path: string, body: string, type?: string) =>
    fetch(`${api}/${path}`, {
      method: "POST",
      body,
      headers: type === undefined ? {} : { "lambda-runtime-function-error-type": type },
    });
  const fail = (path: string, error: unknown) => {
    const { name = "Error", message = String(error), stack = "" } = (error ?? {}) as Partial<Error>;
    const fault = { errorType: name, errorMessage: message, stackTrace: stack.split("\n").slice(1) };
    return send(path, JSON.stringify(fault), name);
  };
  let handler: Handler;
  try {
    ({ handler } = await load());
  } catch (error) {
    await fail("init/error", error);
    throw error;
  }
  for (;;) {
    const next = await fetch(`${api}/invocation/next`);
    const id = next.headers.get("lambda-runtime-aws-request-id");
    try {
      const result = await handler(await next.json());
      await send(`invocation/${id}/response`, JSON.stringify(result) ?? "null");
    } catch (error) {
      await fail(`invocation/${id}/error`, error);
    }
  }
}

declare const process: { readonly env: Record<string, string | undefined> };
