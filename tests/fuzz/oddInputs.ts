import fc from "fast-check";

/**
 * Texts that are known to break software: extreme lengths and numbers, values that databases and parsers reject,
 * injections.
 */
const KNOWN_TROUBLE = [
  "",
  " ",
  "\0",
  "\ud800",
  "a\udc00b",
  "\ufeff",
  "\u202eevil",
  "\u2028",
  "\r\nBcc: everybody@mail.example",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "NaN",
  "-1",
  "1e999",
  "9223372036854775808",
  "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999999999+23:59",
  "2026-02-30T00:00:00Z",
  "../../etc/passwd",
  "//evil.example/",
  "javascript:alert(1)",
  "{{ .Token }}",
  "' or 1=1; --",
  "%00%ff%",
  "*",
  "(a,b)",
  "a@b",
  '"a b"@mail.example',
  "a@mail.example,b@mail.example",
  "a@mail.example\nBcc: b@mail.example",
  "e\u0301".repeat(40),
  "👩‍👩‍👧‍👦".repeat(20),
  "a".repeat(256),
  "a".repeat(4_001),
  "é".repeat(9_000),
];

export const oddText = fc.oneof(
  fc.constantFrom(...KNOWN_TROUBLE),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.uuid(),
  fc.emailAddress(),
);
const oddNumber = fc.oneof(
  fc.constantFrom(-0, -1, 0, 1, 1.5, 2 ** 31, 2 ** 53, 1e21, -1e308, 5e-324),
  fc.integer(),
);
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 1, arbitrary: oddNumber },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { toString: 1 }) },
  { weight: 1, arbitrary: fc.jsonValue({ stringUnit: "binary", maxDepth: 4 }) },
);

/** JSON as text, because some of it has no equivalent in JavaScript: duplicate names, `__proto__`, extreme depth. */
const oddJson: fc.Arbitrary<string> = fc.oneof(
  fc.json({ stringUnit: "binary" }),
  fc.nat({ max: 3_000 }).map((depth) => "[".repeat(depth) + "]".repeat(depth)),
  fc.nat({ max: 3_000 }).map((depth) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`),
  oddValue.map((value) => `{"__proto__":${JSON.stringify(value)},"constructor":{"prototype":{"a":1}}}`),
);

/** A body that no function expects. */
export const oddBody: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
  oddText.map((text) => Buffer.from(text)),
  oddJson.map((text) => Buffer.from(text)),
  oddJson.map((text) => Buffer.from(text, "utf16le")),
  oddJson.map((text) => Buffer.from(`\ufeff${text}`)),
  oddJson.map((text) => Buffer.from(text, "latin1")),
);

/** `good` with one field replaced, missing or added, or nested in another value. Sometimes unchanged. */
export function nearly<T extends Record<string, unknown>>(good: T): fc.Arbitrary<unknown> {
  const field = fc.constantFrom(...Object.keys(good));
  return fc.oneof(
    { weight: 12, arbitrary: fc.tuple(field, oddValue).map(([name, value]) => ({ ...good, [name]: value })) },
    { weight: 2, arbitrary: field.map((name) => ({ ...good, [name]: undefined })) },
    {
      weight: 1,
      arbitrary: fc.tuple(oddText, oddValue).map(([name, value]) => ({ ...good, [name]: value })),
    },
    { weight: 1, arbitrary: fc.constantFrom<unknown>([good], { good }, JSON.stringify(good)) },
    { weight: 1, arbitrary: fc.constant(good) },
  );
}

/** `nearly(good)` as JSON bytes, sometimes damaged, truncated or with a duplicate name. */
export function nearlyJson(good: Record<string, unknown>): fc.Arbitrary<Buffer> {
  const whole = nearly(good).map((value) => Buffer.from(JSON.stringify(value)));
  return fc.oneof(
    { weight: 8, arbitrary: whole },
    { weight: 1, arbitrary: damaged(whole) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...Object.keys(good)), oddValue).map(([name, value]) => {
        const twice = `{"__proto__":{"a":1},"${name}":${JSON.stringify(value)},`;
        return Buffer.from(JSON.stringify(good).replace("{", twice));
      }),
    },
  );
}

/** The bytes with one to three short pieces replaced, removed or inserted at any position. */
export function damaged(whole: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  const harm = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    length: fc.nat({ max: 8 }),
    by: fc.uint8Array({ maxLength: 8 }),
  });
  return fc.tuple(whole, fc.array(harm, { minLength: 1, maxLength: 3 })).map(([bytes, harms]) =>
    harms.reduce((left, { at, length, by }) => {
      const from = Math.floor(at * left.length);
      return Buffer.concat([left.subarray(0, from), by, left.subarray(from + length)]);
    }, bytes),
  );
}

/** Limits text in a request's head: the server closes the connection when the head exceeds 16 KB. */
const MOST = 500;
/** What a header may contain: Latin-1 without control characters. */
const headerText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 80,
});
const claims = oddValue.map((value) => {
  const json = JSON.stringify({ sub: value }).slice(0, MOST);
  return Buffer.from(json).toString("base64url");
});
const authorization = fc.oneof(
  headerText,
  headerText.map((text) => `Bearer ${text}`),
  claims.map((payload) => `Bearer ${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`),
  claims.map((payload) => `Bearer eyJhbGciOiJIUzI1NiJ9.${payload}.c2ln`),
  fc.constantFrom(
    "Bearer",
    "Bearer  a.b.c",
    "Basic OmE=",
    "bearer sb_secret_x",
    `Bearer ${"a".repeat(7_000)}`,
  ),
);

/** Mostly no headers. Otherwise one or a few that a browser would never send. */
export const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        authorization,
        apikey: headerText,
        "content-type": fc.oneof(
          headerText,
          fc.constantFrom(
            "text/plain",
            "application/json; charset=utf-16",
            "multipart/form-data",
            "a/b, c/d",
          ),
        ),
        "content-encoding": fc.constantFrom("gzip", "br", "identity", "x"),
        "x-request-id": headerText,
        origin: fc.oneof(headerText, fc.constantFrom("null", "https://evil.example")),
        "x-forwarded-for": headerText,
        "if-none-match": fc.oneof(headerText, fc.constant("*")),
        accept: headerText,
        cookie: headerText,
        prefer: headerText,
        range: fc.constantFrom("bytes=0-", "bytes=9-1", "x"),
      },
      { requiredKeys: [] },
    ),
  },
);

/** A query, with any characters that a request line can carry. */
export const oddQuery = fc.oneof(
  { weight: 4, arbitrary: fc.constant("") },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.constantFrom(
        "?",
        "?id",
        "?id=&id=",
        "?%",
        "?%ff%00=%c0%af",
        "?__proto__[a]=1",
        `?a=${"a".repeat(7_000)}`,
      ),
      fc.webQueryParameters().map((query) => `?${query}`),
      oddText.map((text) => `?id=${encodeURIComponent(text.slice(0, MOST).toWellFormed())}`),
    ),
  },
);
