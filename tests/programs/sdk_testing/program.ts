// A program that declares resources at its top level.

import { Config, CustomResource, secret } from "lumi";

const page = new CustomResource("acme:fs:File", "page", { content: new Config().require("content") });

export const id = page.id;
export const password = secret("pw");
export function helper() {}
export class Helper {}
export default async () => ({ url: page.url, nested: { page, list: [page.id] } });
