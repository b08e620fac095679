// node:_http_agent, which packages import for the class alone.

import { Agent, standard } from "./agent.ts";

export { Agent };
export const globalAgent: Agent = standard.agent;
export default { Agent, globalAgent };
