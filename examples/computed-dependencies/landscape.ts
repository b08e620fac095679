// The desired services, as data. It could as well come from a JSON file or from the configuration.

export interface ServiceDescription {
  image: string;
  port: number;
  /** Services this one calls: it is told their addresses. */
  calls?: readonly string[];
  /** Services that must be there before this one, though it never calls them. */
  after?: readonly string[];
}

export const zones = ["eu-central-1a", "eu-central-1b", "eu-central-1c"];

export const services: Record<string, ServiceDescription> = {
  web: { image: "acme/web:7", port: 80, calls: ["orders", "search"] },
  orders: { image: "acme/orders:12", port: 8080, calls: ["stock"], after: ["vault"] },
  search: { image: "acme/search:3", port: 9200, calls: ["stock"] },
  stock: { image: "acme/stock:5", port: 8081, after: ["vault"] },
  vault: { image: "acme/vault:2", port: 8200 },
};
