// Another locale and time zone for one of the two runs of `lumi run --check-determinism`.

type Method = (this: unknown, ...args: any[]) => unknown;

/** The locale and time zone that are used where a program names neither. The locales differ from others in order, digits and letters. */
export interface Surroundings {
  collation: string;
  digits: string;
  letters: string;
  /** Local time is this many minutes ahead of UTC, all year. */
  minutes: number;
}

export const SURROUNDINGS: readonly [Surroundings, Surroundings] = [
  { collation: "en", digits: "en-US", letters: "en", minutes: -570 },
  // Estonian sorts z before t, and Turkish has two letters i.
  { collation: "et", digits: "ar-EG", letters: "tr", minutes: 765 },
];

const MINUTE = 60_000;

/** Replaces a method of a built-in object; its other properties stay. */
function wrap(owner: object, name: string, make: (original: Method) => Method): void {
  const original = (owner as Record<string, Method>)[name];
  if (original === undefined) return;
  Object.defineProperty(owner, name, { value: make(original) });
}

/** Makes the first argument of a method a locale if a program gives none. */
function defaultLocale(owner: object, name: string, locale: string, index = 0): void {
  wrap(owner, name, (original) =>
    function (...args) {
      while (args.length < index) args.push(undefined);
      args[index] ??= locale;
      return Reflect.apply(original, this, args);
    });
}

function setLocale({ collation, digits, letters }: Surroundings, zone: string): void {
  defaultLocale(String.prototype, "localeCompare", collation, 1);
  defaultLocale(String.prototype, "toLocaleUpperCase", letters);
  defaultLocale(String.prototype, "toLocaleLowerCase", letters);
  defaultLocale(Number.prototype, "toLocaleString", digits);
  defaultLocale(BigInt.prototype, "toLocaleString", digits);
  for (const name of ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"]) {
    wrap(Date.prototype, name, (original) =>
      function (locales = digits, options = {}) {
        return Reflect.apply(original, this, [locales, { timeZone: zone, ...options }]);
      });
  }
  const formats = Intl as unknown as Record<string, new (...args: unknown[]) => object>;
  for (const name of Object.getOwnPropertyNames(Intl)) {
    const Format = formats[name];
    if (typeof Format !== "function" || !/^[A-Z]/.test(name) || name === "Locale") continue;
    const locale = name === "Collator" ? collation : digits;
    const complete = (args: any[]) => [
      args[0] ?? locale,
      name === "DateTimeFormat" ? { timeZone: zone, ...args[1] } : args[1],
      ...args.slice(2),
    ];
    formats[name] = new Proxy(Format, {
      construct: (target, args, newTarget) => Reflect.construct(target, complete(args), newTarget),
      apply: (target, _, args) => Reflect.construct(target, complete(args)),
    });
  }
}

/** Local getters and setters are those of UTC at a shifted time. */
function setLocalFields(minutes: number): void {
  const prototype = Date.prototype as unknown as Record<string, Method>;
  const { getTime, setTime } = Date.prototype;
  const Real = Date;
  for (const field of ["FullYear", "Month", "Date", "Day", "Hours", "Minutes", "Seconds", "Milliseconds"]) {
    wrap(prototype, `get${field}`, () =>
      function () {
        const shifted = new Real(Reflect.apply(getTime, this, []) + minutes * MINUTE);
        return Reflect.apply(prototype[`getUTC${field}`]!, shifted, []);
      });
    wrap(prototype, `set${field}`, () =>
      function (...args) {
        const shifted = new Real(Reflect.apply(getTime, this, []) + minutes * MINUTE);
        const time = Reflect.apply(prototype[`setUTC${field}`]!, shifted, args) as number;
        return Reflect.apply(setTime, this, [time - minutes * MINUTE]);
      });
  }
  wrap(prototype, "getTimezoneOffset", () => () => -minutes);
}

/** The texts of a date in local time: its UTC text at a shifted time, with the zone. */
function setLocalTexts(minutes: number, zone: string): void {
  const { getTime, toUTCString } = Date.prototype;
  const Real = Date;
  const parts = (date: unknown): [string, string] | undefined => {
    const time = Reflect.apply(getTime, date, []) + minutes * MINUTE;
    if (Number.isNaN(time)) return undefined;
    const [weekday, day, month, year, clock] = Reflect.apply(toUTCString, new Real(time), []).split(" ");
    return [`${weekday!.slice(0, 3)} ${month} ${day} ${year}`, `${clock} GMT${zone.replace(":", "")}`];
  };
  const text = (make: (day: string, clock: string) => string): Method =>
    function () {
      const both = parts(this);
      return both === undefined ? "Invalid Date" : make(...both);
    };
  wrap(Date.prototype, "toString", () => text((day, clock) => `${day} ${clock}`));
  wrap(Date.prototype, "toDateString", () => text((day) => day));
  wrap(Date.prototype, "toTimeString", () => text((_, clock) => clock));
}

/** The zone as ISO 8601 writes it: +12:45. */
function zoneText(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const distance = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(distance / 60))}:${two(distance % 60)}`;
}

/** The time of a text or of fields in local time; `undefined` if they say an instant. */
export function localTime(args: readonly unknown[], { minutes }: Surroundings): number | undefined {
  if (args.length > 1) return Reflect.apply(Date.UTC, undefined, args) - minutes * MINUTE;
  const [text] = args;
  if (typeof text !== "string") return undefined;
  const isInstant = /^\s*[+-]?\d{4,6}(-\d\d){0,2}\s*$|(Z|GMT|UTC?|[+-]\d\d:?\d\d)(\s*\(.*\))?\s*$/i.test(text);
  if (isInstant) return undefined;
  const time = Date.parse(text.includes("T") ? `${text}Z` : `${text} UTC`);
  return Number.isNaN(time) ? undefined : time - minutes * MINUTE;
}

/** Called before any code of the program runs. */
export function setSurroundings(surroundings: Surroundings): void {
  const zone = zoneText(surroundings.minutes);
  setLocale(surroundings, zone);
  setLocalFields(surroundings.minutes);
  setLocalTexts(surroundings.minutes, zone);
}
