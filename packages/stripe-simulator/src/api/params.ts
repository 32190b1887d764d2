import { z } from "zod";

/**
 * Building blocks of parameter schemas. Their input is the output of `parseForm`. `parseParams` replaces "{param}" in a
 * message with the parameter's full name.
 */
type Refusal = { message: string; code?: string };

function refuse(context: z.core.$RefinementCtx, refusal: Refusal): never {
  context.addIssue({ code: "custom", message: refusal.message, params: { code: refusal.code } });
  return z.NEVER;
}

const EMPTY =
  "You passed an empty string for '{param}'. We assume empty values are an attempt to unset a parameter; " +
  "however '{param}' cannot be unset. You should remove '{param}' from your request or supply a non-empty value.";

const MAX_TEXT_CHARACTERS = 5000;

const nonEmpty = z.string().transform((value, context) => {
  return value === "" ? refuse(context, { message: EMPTY, code: "parameter_invalid_empty" }) : value;
});

export function text(max = MAX_TEXT_CHARACTERS) {
  return nonEmpty.transform((value, context) => {
    if (value.length <= max) return value;
    return refuse(context, {
      message: `Invalid string: ${value.slice(0, 10)}...; must be at most ${max} characters`,
      code: "parameter_invalid_string_length",
    });
  });
}

export function integer(range: { min?: number; max?: number } = {}) {
  return nonEmpty.transform((value, context) => {
    const code = "parameter_invalid_integer";
    const number = Number(value);
    if (!/^[+-]?\d+$/.test(value) || !Number.isSafeInteger(number)) {
      return refuse(context, { message: `Invalid integer: ${value}`, code });
    }
    const bound = outOfRange(number, range);
    return bound ? refuse(context, { message: `This value must be ${bound}.`, code }) : number;
  });
}

function outOfRange(value: number, { min = -Infinity, max = Infinity }: { min?: number; max?: number }) {
  if (value < min) return `greater than or equal to ${min}`;
  return value > max ? `less than or equal to ${max}` : null;
}

/** A percentage with at most four decimals, as in tax rates. */
export const percentage = nonEmpty.transform((value, context) => {
  const number = Number(value);
  if (/^\d+(\.\d{1,4})?$/.test(value) && number <= 100) return number;
  return refuse(context, {
    message: `Invalid decimal: ${value}; must be between 0 and 100 with up to 4 decimal places`,
  });
});

export const boolean = nonEmpty.transform((value, context) => {
  if (value === "true" || value === "false") return value === "true";
  return refuse(context, { message: `Invalid boolean: ${value}` });
});

export function oneOf<const T extends string>(...values: readonly T[]) {
  return nonEmpty.transform((value, context): T => {
    const found = values.find((each) => each === value);
    if (found !== undefined) return found;
    const listed = new Intl.ListFormat("en-US", { type: "disjunction" }).format(values);
    return refuse(context, {
      message: `Invalid {param}: must be ${values.length > 1 ? "one of " : ""}${listed}`,
    });
  });
}

export const currency = nonEmpty.transform((value, context) => {
  const code = value.toLowerCase();
  if (/^[a-z]{3}$/.test(code) && Intl.supportedValuesOf("currency").includes(code.toUpperCase())) return code;
  return refuse(context, { message: `Invalid currency: ${value}` });
});

export const url = nonEmpty.transform((value, context) => {
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value;
  return refuse(context, { message: "Not a valid URL", code: "url_invalid" });
});

export const email = nonEmpty.transform((value, context) => {
  if (isEmail(value)) return value;
  return refuse(context, { message: `Invalid email address: ${value}`, code: "email_invalid" });
});

export function isEmail(value: string): boolean {
  return value.length <= 512 && z.email({ pattern: z.regexes.html5Email }).safeParse(value).success;
}

/** An optional parameter. An empty string unsets it and becomes null. */
export function unsettable<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === "" ? null : value), schema.nullable()).optional();
}

export function listOf<T extends z.ZodType>(item: T) {
  return z.preprocess((value) => {
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value);
    if (entries.some(([index]) => !/^\d+$/.test(index))) return value;
    return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, each]) => each);
  }, z.array(item));
}

/** Seconds since 1970. */
export const timestamp = integer({ min: 0 });

type Metadata = { [name: string]: string };

/**
 * The `metadata` parameter: a hash of strings. An empty string as a value deletes that name; in place of the hash, it
 * deletes all names.
 */
export const metadata = unsettable(z.record(z.string(), z.string()));

/** Returns the object's metadata after the request (docs.stripe.com/api/metadata). */
export function mergeMetadata(
  before: Metadata | null | undefined,
  change: Metadata | null | undefined,
): Metadata {
  if (change === null) return {};
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ""));
}

type Given<T> = {
  [K in keyof T as [Exclude<T[K], undefined>] extends [never] ? never : K]?: Exclude<T[K], undefined>;
};

/** Returns only the parameters that a request contained: undefined changes nothing, null unsets. */
export function given<T extends object>(params: T): Given<T> {
  // `as`: only the undefined values are removed.
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as Given<T>;
}
