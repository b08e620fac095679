// Sites on AWS: files in a bucket of S3 that CloudFront alone reads, and a distribution.

import { defineClient } from "../../property/client.ts";
import { interpolate, jsonStringify } from "../../property/combinators.ts";
import type { Property } from "../../property/property.ts";
import type { Resource } from "../../resource/resource.ts";
import { session } from "../../session/session.ts";
import type { Grant, Infra, SiteFile, SiteSpec } from "../contract.ts";
import { mediaType } from "../site/media_types.ts";
import type { SiteClient } from "../site/site.ts";
import { namePrefix, physicalName } from "./names.ts";
import { type AwsResource, resource } from "./resource.ts";
import { edgeCode } from "./site_edge.ts";

/** CloudFront's own policy `CachingOptimized`: what an object says, and compressed content. */
const CACHE_POLICY = "658327ea-f89d-4fab-a63d-7e88639e58f6";
/** CloudFront asks S3 after that time whether a file is the same, so that a deployment needs no invalidation. */
const ASKING = "public, max-age=0, must-revalidate";
const KEEPING = "public, max-age=31536000, immutable";

const client = defineClient({
  bindings: ["url"],
  create: ({ url }): SiteClient => ({
    fetch: (path, init) => fetch(`${url}${path}`, init),
  }),
});

export class AwsSite implements Infra {
  readonly client = client;
  readonly outputs: { url: Property<string> };

  constructor(spec: SiteSpec) {
    const { name, component } = spec;
    const bucket = resource("s3_bucket", name, { bucketPrefix: namePrefix(name, 37), forceDestroy: true }, component);
    const access = resource("s3_bucket_public_access_block", name, {
      bucket: bucket.id,
      blockPublicAcls: true,
      blockPublicPolicy: true,
      ignorePublicAcls: true,
      restrictPublicBuckets: true,
    }, component);
    const objects = spec.files.map((it) => objectOf(spec, it, bucket));
    const distribution = distributionOf(spec, bucket, objects);
    resource("s3_bucket_policy", name, { bucket: bucket.id, policy: policyOf(bucket, distribution) }, component, [
      access,
    ]);
    this.outputs = { url: interpolate`https://${distribution["domainName"]}` };
  }

  /** Everybody may read a site. */
  grant(method: string): Grant | undefined {
    return method === "fetch" ? {} : undefined;
  }
}

function objectOf({ name, immutable, component }: SiteSpec, { path, source }: SiteFile, bucket: AwsResource): Resource {
  return resource("s3_object", `${name}/${path}`, {
    bucket: bucket.id,
    key: path,
    source,
    sourceHash: session().monitor.assetHash(false, "file", source),
    contentType: mediaType(path),
    cacheControl: immutable.some((it) => path.startsWith(it)) ? KEEPING : ASKING,
  }, component);
}

/** The distribution depends on the files: it serves a new page only after the files that the page refers to exist. */
function distributionOf(spec: SiteSpec, bucket: AwsResource, objects: readonly Resource[]): AwsResource {
  const { name, component } = spec;
  const control = resource("cloudfront_origin_access_control", name, {
    name: physicalName(name, 64),
    originAccessControlOriginType: "s3",
    signingBehavior: "always",
    signingProtocol: "sigv4",
  }, component);
  const edge = resource("cloudfront_function", name, {
    name: physicalName(name, 64),
    runtime: "cloudfront-js-2.0",
    publish: true,
    code: edgeCode(spec),
  }, component);
  return resource("cloudfront_distribution", name, {
    enabled: true,
    isIpv6Enabled: true,
    httpVersion: "http2and3",
    comment: physicalName(name, 128),
    origin: [{
      originId: "files",
      domainName: bucket["bucketRegionalDomainName"],
      originAccessControlId: control.id,
    }],
    defaultCacheBehavior: [{
      targetOriginId: "files",
      viewerProtocolPolicy: "redirect-to-https",
      allowedMethods: ["GET", "HEAD"],
      cachedMethods: ["GET", "HEAD"],
      compress: true,
      cachePolicyId: CACHE_POLICY,
      functionAssociation: [{ eventType: "viewer-request", functionArn: edge.arn }],
    }],
    ...answersOf(spec),
    restrictions: [{ geoRestriction: [{ restrictionType: "none" }] }],
    viewerCertificate: [{ cloudfrontDefaultCertificate: true }],
  }, component, objects);
}

/** The answer to paths without a file. */
function answersOf({ index, notFound, isApplication }: SiteSpec): object {
  const answer = (responseCode: number, path: string) => ({
    customErrorResponse: [{
      errorCode: 404,
      responseCode,
      responsePagePath: `/${path.split("/").map(encodeURIComponent).join("/")}`,
      errorCachingMinTtl: 0,
    }],
  });
  if (isApplication) return answer(200, index);
  return notFound === undefined ? {} : answer(404, notFound);
}

/** The distribution may read objects. Without `ListBucket`, S3 answers that a missing one is forbidden. */
function policyOf(bucket: AwsResource, distribution: AwsResource): Property<string> {
  const condition = { StringEquals: { "AWS:SourceArn": distribution.arn } };
  const allow = (action: string, target: Property<string>) => ({
    Effect: "Allow",
    Principal: { Service: "cloudfront.amazonaws.com" },
    Action: action,
    Resource: target,
    Condition: condition,
  });
  return jsonStringify({
    Version: "2012-10-17",
    Statement: [
      allow("s3:GetObject", interpolate`${bucket.arn}/*`),
      allow("s3:ListBucket", bucket.arn),
    ],
  });
}
