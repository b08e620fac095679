// Floats as text, exactly.

/** The decimal digits of a finite amount, and the position of the point before which they stand. */
function decimal(value: number): [string, number] {
  if (value === 0) return ["", 0];
  const bits = new BigUint64Array(new Float64Array([value]).buffer)[0] as any;
  const power = Number(bits >> BigInt(52) & BigInt(2047));
  const fraction = bits & BigInt("4503599627370495");
  const mantissa = power === 0 ? fraction : fraction + BigInt("4503599627370496");
  const exponent = power === 0 ? -1074 : power - 1075;
  if (exponent >= 0) {
    const whole = String(mantissa << BigInt(exponent));
    return [whole, whole.length];
  }
  const scaled = String(mantissa * BigInt(5) ** BigInt(-exponent));
  return [scaled, scaled.length + exponent];
}

/** Digits rounded to a count, ties to the even digit. */
function rounded(digits: string, point: number, count: number): [string, number] {
  if (count >= digits.length) return [digits, point];
  if (count < 0) return ["", point];
  const kept = digits.slice(0, count);
  const rest = digits.slice(count);
  const isTie = /^50*$/.test(rest);
  const isOdd = count > 0 && "13579".includes(kept.slice(-1));
  const isUp = isTie ? isOdd : rest >= "5";
  if (!isUp) return [kept, point];
  const next = String(BigInt(kept === "" ? "0" : kept) + BigInt(1)).padStart(count, "0");
  return next.length > count ? [next, point + 1] : [next, point];
}

/** The fewest digits that mean a number. */
function shortest(value: number, bits: number): [string, number] {
  if (value === 0) return ["0", 1];
  let text = value.toExponential();
  if (bits === 32) {
    for (let count = 0; count <= 9; count++) {
      text = value.toExponential(count);
      if (Math.fround(Number(text)) === value) break;
    }
  }
  const [mantissa = "", exponent = "0"] = text.split("e");
  const digits = mantissa.replace(".", "").replace(/0+$/, "");
  return [digits === "" ? "0" : digits, Number(exponent) + 1];
}

/** A float as `strconv.FormatFloat` writes it; a precision of -1 means the fewest digits. */
export function floatText(value: number, format: string, precision: number, bits: number): string {
  if (Number.isNaN(value)) return "NaN";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const amount = Math.abs(value);
  if (amount === Infinity) return sign === "-" ? "-Inf" : "+Inf";
  const kind = format.toLowerCase();
  const isShort = precision < 0;
  let [digits, point] = isShort ? shortest(amount, bits) : decimal(amount);
  if (!isShort) {
    const count = kind === "e" ? precision + 1 : kind === "f" ? point + precision : precision === 0 ? 1 : precision;
    [digits, point] = rounded(digits, point, count);
    if (digits === "" && kind !== "f") point = 1;
  }
  const text = kind === "f"
    ? fixed(digits, point, isShort ? Math.max(digits.length - point, 0) : precision)
    : kind === "e"
    ? exponential(digits, point, isShort ? digits.length - 1 : precision)
    : general(digits, point, precision, isShort);
  return sign + (format === "E" || format === "G" ? text.toUpperCase() : text);
}

function fixed(digits: string, point: number, precision: number): string {
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, "0") : "0";
  if (precision === 0) return whole;
  const before = point < 0 ? "0".repeat(Math.min(-point, precision)) : "";
  const fraction = before + digits.slice(Math.max(point, 0));
  return `${whole}.${fraction.slice(0, precision).padEnd(precision, "0")}`;
}

function exponential(digits: string, point: number, precision: number): string {
  const all = digits === "" ? "0" : digits;
  const exponent = digits === "" || /^0*$/.test(digits) ? 0 : point - 1;
  const fraction = precision > 0 ? `.${all.slice(1, precision + 1).padEnd(precision, "0")}` : "";
  return `${all[0]}${fraction}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

function general(digits: string, point: number, precision: number, isShort: boolean): string {
  const trimmed = digits.replace(/0+$/, "");
  let limit = isShort ? 6 : precision === 0 ? 1 : precision;
  if (limit > trimmed.length && trimmed.length >= point) limit = trimmed.length;
  if (isShort) limit = 6;
  const exponent = point - 1;
  if (trimmed !== "" && (exponent < -4 || exponent >= limit)) return exponential(trimmed, point, trimmed.length - 1);
  if (trimmed === "") return "0";
  return fixed(trimmed, point, Math.max(trimmed.length - point, 0));
}
