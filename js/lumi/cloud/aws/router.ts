// Routers on AWS: an HTTP API of API Gateway, all of whose requests one function gets.

import { defineClient } from "../../property/client.ts";
import { interpolate } from "../../property/combinators.ts";
import type { Property } from "../../property/property.ts";
import type { ComponentSpec, Grant, RouteHandler, RouterInfra } from "../contract.ts";
import { eventFunction } from "../function.ts";
import type { RouterClient } from "../router.ts";
import { type AwsFunction, TIMEOUT } from "./function.ts";
import { fromGateway } from "./http_events.ts";
import { physicalName } from "./names.ts";
import { type AwsResource, resource } from "./resource.ts";

const client = defineClient({
  bindings: ["url"],
  create: ({ url }): RouterClient => ({
    fetch: (path, init) => fetch(`${url}${path}`, init),
  }),
});

export class AwsRouter implements RouterInfra {
  readonly client = client;
  readonly outputs: { url: Property<string> };
  readonly #spec: ComponentSpec;
  readonly #api: AwsResource;

  constructor(spec: ComponentSpec) {
    const { name, component } = this.#spec = spec;
    this.#api = resource("apigatewayv2_api", name, { name: physicalName(name, 128), protocolType: "HTTP" }, component);
    this.outputs = { url: this.#api["apiEndpoint"] };
  }

  serve({ name, match, handler, args }: RouteHandler): void {
    const { component } = this.#spec;
    const adapted = fromGateway({ handler, match });
    const { lambda } = eventFunction<AwsFunction>(component, { name, handler: adapted, args });
    const permission = resource("lambda_permission", name, {
      action: "lambda:InvokeFunction",
      functionName: lambda["functionName"],
      principal: "apigateway.amazonaws.com",
      sourceArn: interpolate`${this.#api["executionArn"]}/*`,
    }, component);
    const integration = resource("apigatewayv2_integration", name, {
      apiId: this.#api.id,
      integrationType: "AWS_PROXY",
      integrationUri: lambda["invokeArn"],
      payloadFormatVersion: "2.0",
      timeoutMilliseconds: TIMEOUT * 1000,
    }, component);
    const route = resource("apigatewayv2_route", name, {
      apiId: this.#api.id,
      routeKey: "$default",
      target: interpolate`integrations/${integration.id}`,
    }, component);
    // Paths have no stage in front of them with this one.
    const stage = { apiId: this.#api.id, name: "$default", autoDeploy: true };
    resource("apigatewayv2_stage", name, stage, component, [route, permission]);
  }

  grant(method: string): Grant | undefined {
    return method === "fetch" ? {} : undefined;
  }
}
