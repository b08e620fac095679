// Finds the route of a request, for platforms that have no routes. This code is a part of bundles.

import type { Route, RouteMatch } from "./contract.ts";

/** The method and the path of a route such as `GET /todos/:id`. */
export function routeOf(text: string): Route {
  const [method, path] = text.split(" ") as [string, string];
  return { method, path };
}

/** Makes a function that finds the best of some routes; `routes` has them as keys. */
export function matcher(routes: Readonly<Record<string, unknown>>) {
  let all: Route[] | undefined;
  return function match(method: string, segments: readonly string[]): RouteMatch | undefined {
    all ??= Object.keys(routes).map(routeOf);
    return best(all, method, segments);
  };
}

/** A text comes before a parameter, which comes before the rest. */
function best(routes: readonly Route[], method: string, segments: readonly string[]): RouteMatch | undefined {
  let better: { match: RouteMatch; rank: string } | undefined;
  for (const route of routes) {
    if (route.method !== "ANY" && route.method !== method) continue;
    const parts = route.path.split("/").slice(1);
    const params = paramsOf(parts, segments);
    if (params === undefined) continue;
    const kinds = parts.map((it) => it === "*" ? 2 : it.startsWith(":") ? 1 : 0);
    // Of two routes that are alike, the one with the method of the request.
    const rank = kinds.join("") + (route.method === "ANY" ? 1 : 0);
    if (better === undefined || rank < better.rank) {
      better = { match: { route: `${route.method} ${route.path}`, params }, rank };
    }
  }
  return better?.match;
}

function paramsOf(parts: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    if (part === "*") return { ...params, "*": segments.slice(index).join("/") };
    const segment = segments[index];
    if (segment === undefined) return undefined;
    if (part.startsWith(":")) params[part.slice(1)] = segment;
    else if (part !== segment) return undefined;
  }
  return parts.length === segments.length ? params : undefined;
}
