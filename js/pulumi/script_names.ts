// The names of scripts for the SDK of Pulumi, which asks the inspector of Node for them.

/** Node's session with its inspector, which nothing needs here. */
const session = {
  post: (_method: string, ...rest: unknown[]): void => {
    const callback = rest.findLast((it) => typeof it === "function") as
      | ((error: null, result: object) => void)
      | undefined;
    callback?.(null, {});
  },
  once: (): object => session,
  addListener: (): object => session,
};

export default {
  __esModule: true,
  getScriptUrl: (): undefined => undefined,
  getSessionAsync: (): Promise<object> => Promise.resolve(session),
  isInitializedAsync: (): Promise<void> => Promise.resolve(),
};
