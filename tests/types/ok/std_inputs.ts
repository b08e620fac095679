// Every input of the package `std` takes plain values, Properties of them, and interpolated texts.

import { type Input, interpolate, type Property } from "lumi";
import { exec, fs, http, random, time, tls } from "lumi/std";

declare const text: Property<string>;
declare const number: Property<number>;
declare const texts: Property<string[]>;
declare const record: Property<Record<string, string>>;

new exec.Command("texts", {
  create: interpolate`echo ${text}`,
  update: text,
  delete: ["rm", text, interpolate`${text}.bak`],
  read: texts,
  stdin: interpolate`${text}`,
  environment: { A: text, B: interpolate`${text}` },
  directory: text,
  interpreter: texts,
  triggers: [text, number],
});
new exec.Command("later", { create: Promise.resolve(["true"]), environment: record, interpreter: ["sh", text] });

const request: http.Request = { url: "http://x", expectStatus: number };
new http.Resource("status", {
  create: request,
  read: { url: text, expectStatus: [200, 404], headers: record },
  update: { url: interpolate`${text}/{id}`, expectStatus: number.then((it) => [it, it + 1]), headers: { a: text } },
  find: { url: "http://x", match: { "/name": text }, items: text },
  body: { name: text, tags: texts },
  outputs: { url: "/url" },
  ignore: ["/time", text],
  timeout: number,
});
new fs.File("mode", { path: text, content: interpolate`${text}`, mode: number });
new fs.File("octal", { path: text, content: text, mode: text });

/** The type that each input must accept: a Property of every type it may have. */
type IsAny<T> = 0 extends 1 & T ? true : false;
type Plain<I> = Extract<I, Promise<any>> extends Promise<infer T> ? T : never;
type Takes<I, T> = T extends unknown ? Property<T> extends I ? never : ["refused", T] : never;
type RefusedBy<I> = IsAny<I> extends true ? never : Takes<I, Plain<I>>;
/** The inputs that do not take a Property of one of their types, by name. */
type Refused<Args> = { [K in keyof Args as RefusedBy<Args[K]> extends never ? never : K]: RefusedBy<Args[K]> };
/** Compiles only without such inputs. */
function takesProperties<Args>(refused: Refused<Args>): {} extends Refused<Args> ? Refused<Args> : never {
  return refused as never;
}

takesProperties<exec.CommandArgs>({});
takesProperties<fs.FileArgs>({});
takesProperties<fs.DirectoryArgs>({});
takesProperties<http.Request>({});
takesProperties<http.Search>({});
takesProperties<http.ResourceArgs>({});
takesProperties<random.IdArgs>({});
takesProperties<random.PasswordArgs>({});
takesProperties<random.UuidArgs>({});
takesProperties<random.IntegerArgs>({});
takesProperties<random.PetArgs>({});
takesProperties<random.ShuffleArgs<string>>({});
takesProperties<time.RotatingArgs>({});
takesProperties<tls.PrivateKeyArgs>({});
takesProperties<tls.SelfSignedCertArgs>({});
takesProperties<tls.CertificateRequestArgs>({});
takesProperties<tls.SignedCertificateArgs>({});

/** The check itself sees an input that takes no Property. */
interface Wrong {
  plain: Input<string>;
  mixed: string | Promise<string | string[]>;
}
// @ts-expect-error: `mixed` takes none
takesProperties<Wrong>({});
