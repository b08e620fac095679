// The names of scripts for the SDK of Pulumi, which asks the inspector of Node for them; lumi's answers about functions have
// them (closure.ts).

import { notAvailable } from "../node/unavailable.ts";

export default {
  __esModule: true,
  getScriptUrl: (): undefined => undefined,
  getSessionAsync: (): Promise<never> =>
    Promise.reject(notAvailable("inspector.Session", "`lumi up --runtime node` runs the program in Node")),
  isInitializedAsync: (): Promise<void> => Promise.resolve(),
};
