// The desired services, as data. It could as well come from a JSON file or from the configuration.

export interface ServiceDescription {
  command: string;
  /** Services this one calls: it gets their addresses. */
  calls?: readonly string[];
  /** Services that must be there before this one, though it never calls them. */
  after?: readonly string[];
}

export const zones = ["north", "south"];

export const services: Record<string, ServiceDescription> = {
  web: { command: "serve --pages www", calls: ["orders", "search"] },
  orders: { command: "orders", calls: ["stock"], after: ["vault"] },
  search: { command: "search --index stock", calls: ["stock"] },
  stock: { command: "stock", after: ["vault"] },
  vault: { command: "vault --sealed" },
};
