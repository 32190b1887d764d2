import { PDFDocument } from "@cantoo/pdf-lib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { certificateCredential } from "../../functions/_shared/certificate/credential.ts";
import { keyId } from "../../functions/_shared/certificate/keyId.ts";
import { sign } from "../../functions/_shared/certificate/sign.ts";
import { parseFunctionsEnv } from "../../functions/_shared/env.ts";
import { canonicalJson } from "../../src/domain/canonicalJson.ts";
import { credentialFacts, credentialSchema, type Issuer } from "../../src/domain/certificate/certificate.ts";
import { initialFacts } from "../../src/domain/provider/facts.ts";
import { type Answer, FAULTS, HINDRANCES } from "../../src/features/verify/answer.ts";
import { readCertificateFile } from "../../src/features/verify/check.ts";
import { type CheckPorts, checkCredential, checkRecord } from "../../src/features/verify/checkCredential.ts";
import { readProof } from "../../src/features/verify/readProof.ts";
import { FUZZ_TIMEOUT_MS, fuzz } from "./fuzz.ts";
import { damaged, oddBody, oddText, oddValue } from "./oddInputs.ts";

const ENV = parseFunctionsEnv({
  SUPABASE_URL: "https://academy.example",
  SUPABASE_SECRET_KEY: "sb_secret_unused",
  SITE_URL: "https://academy.example",
  STRIPE_SECRET_KEY: "sk_unused",
  STRIPE_WEBHOOK_SECRET: "whsec_unused",
  CERTIFICATE_KEY: Buffer.alloc(32, 7).toString("base64"),
  SMTP_URL: "smtp://mail.example",
});

const ID = "0195e0a0-0000-4000-8000-000000000000";

/** A certificate signed like the academy's, and its issuer document. */
async function signedCertificate(): Promise<{ text: string; issuer: Issuer }> {
  const issuedAt = "2026-11-19T12:00:00Z";
  const assessed = { kind: "completion" as const, quizzesPassed: 9 };
  const facts = { id: ID, holderName: "Zdzisław 山田太郎 مريم", issuedAt, statusIndex: 7, assessed };
  const { signed, publicKey } = await sign(ENV, certificateCredential(ENV, initialFacts().facts, facts));
  const controller = `${ENV.SITE_URL}/functions/v1/certificate-issuer`;
  const key = { id: keyId(controller, publicKey), type: "Multikey" as const, controller };
  return {
    text: JSON.stringify(signed),
    issuer: {
      "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"],
      id: controller,
      name: "An Academy",
      assertionMethod: [{ ...key, publicKeyMultibase: publicKey }],
    },
  };
}

/** Keywords that could give a document a meaning other than the one that was signed. */
const KEYWORDS = [
  "@context",
  "@graph",
  "@id",
  "@included",
  "@nest",
  "@reverse",
  "@type",
  "@value",
  "__proto__",
  "id",
  "name",
  "proof",
  "type",
];
const EVIL_CONTEXTS = [
  { name: null },
  { identityHash: null, name: "https://schema.org/name" },
  { "@vocab": "https://evil.example/" },
  { "@version": 1.1, credentialSubject: { "@id": "@nest" } },
  { "@protected": false },
  null,
  [],
  "https://www.w3.org/ns/credentials/v1",
  "https://evil.example/context",
];

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Holder = Json[] | { [name: string]: Json };

/** Every list and object in the value, including itself. */
function holdersIn(value: Json): Holder[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(holdersIn)];
}

/** The document with one value replaced, removed, added, duplicated or wrapped in a list. */
function changed(text: string): fc.Arbitrary<string> {
  // Our own signing code wrote it, so it is JSON.
  const places = holdersIn(JSON.parse(text) as Json).length;
  const value = fc.oneof(
    oddValue,
    fc.constantFrom(...EVIL_CONTEXTS, "Somebody Else", "2020-01-01T00:00:00Z"),
  );
  return fc
    .record({
      place: fc.nat({ max: places - 1 }),
      part: fc.nat({ max: 20 }),
      how: fc.constantFrom("replace", "remove", "add", "wrap", "double"),
      name: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...KEYWORDS) },
        { weight: 1, arbitrary: oddText },
      ),
      value,
    })
    .map(({ place, part, how, name, value: given }) => {
      const document = JSON.parse(text) as Json;
      const holder = holdersIn(document)[place];
      if (!holder) return text;
      const names = Object.keys(holder);
      const known = names[part % names.length] ?? "";
      // Generated values are JSON. A list accepts names like an object, but is serialised without them.
      const target = holder as { [name: string]: Json };
      const set = (key: string, content: Json | undefined) =>
        Object.defineProperty(target, key, {
          value: content,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      if (how === "replace") set(known, given as Json);
      else if (how === "add") set(name, given as Json);
      else if (how === "wrap") set(known, [target[known] ?? null]);
      else if (how === "double") set(known, [target[known] ?? null, target[known] ?? null]);
      else if (Array.isArray(holder)) holder.splice(part % names.length, 1);
      else delete target[known];
      return JSON.stringify(document);
    });
}

async function pdfWith(text: string, useObjectStreams: boolean): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  pdf.addPage();
  await pdf.attach(new TextEncoder().encode(text), "certificate.json");
  return Buffer.from(await pdf.save({ useObjectStreams }));
}

/** Files with a nearly valid certificate: JSON, or a PDF by us or by another program. */
async function certificateFiles(text: string): Promise<fc.Arbitrary<Buffer>> {
  const pdfs = [await pdfWith(text, true), await pdfWith(text, false)];
  const plain = (json: string) =>
    Buffer.from(
      `%PDF-1.4\n1 0 obj\n<< /Length 2 0 R >>\nstream\r\n${json}\r\nendstream\nendobj\n3 0 obj\n<< /Type /Catalog /Names << /EmbeddedFiles << /Names [(a) << /EF << /F 1 0 R >> >>] >> >> >>\nendobj\ntrailer << /Root 3 0 R >>`,
    );
  const json = changed(text);
  return fc.oneof(
    { weight: 12, arbitrary: json.map((each) => Buffer.from(each)) },
    { weight: 2, arbitrary: json.chain((each) => damaged(fc.constant(Buffer.from(each)))) },
    { weight: 3, arbitrary: damaged(fc.constant(Buffer.from(text))) },
    { weight: 3, arbitrary: damaged(fc.constantFrom(...pdfs)) },
    { weight: 2, arbitrary: json.map(plain) },
    { weight: 2, arbitrary: damaged(json.map(plain)) },
    { weight: 1, arbitrary: fc.constantFrom(...pdfs, Buffer.from(text)) },
    { weight: 1, arbitrary: oddBody },
    { weight: 1, arbitrary: oddBody.map((each) => Buffer.concat([Buffer.from("%PDF-1.7\n"), each])) },
  );
}

let text: string;
let issuer: Issuer;
const say = console.info;
beforeAll(async () => {
  // A log line for each invalid proof would fill the memory that is measured.
  console.info = () => undefined;
  ({ text, issuer } = await signedCertificate());
});
afterAll(() => {
  console.info = say;
});

const SEEN_AT = "2026-11-20T10:00:00.000Z";

function ports(isFresh: boolean, credential: string | null): CheckPorts {
  const { id, ...facts } = factsOf(text);
  return {
    issuer: async () => ({ status: "seen", issuer, seenAt: SEEN_AT, isFresh }),
    records: async () =>
      credential === null
        ? { status: "unanswered", why: "offline" }
        : { status: "answered", reply: { status: "valid", id, ...facts, credential } },
    proof: readProof,
  };
}

const factsOf = (json: string) => credentialFacts(credentialSchema.parse(JSON.parse(json)));

/**
 * The meaning of a document by the rules of JSON-LD 1.1, as text: a list is a set, a single value is a list of one, and
 * null and the empty list mean nothing. `__proto__` is omitted too, because the verifier removes it before reading.
 */
function meaningOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return canonicalJson(value);
  if (Array.isArray(value)) {
    const said = new Set(value.map(meaningOf).filter((each) => each !== "null"));
    return said.size === 0 ? "null" : [...said].sort().join();
  }
  const said = Object.entries(value)
    .map(([name, each]) => [name, meaningOf(each)] as const)
    .filter(([name, each]) => each !== "null" && name !== "__proto__");
  return canonicalJson(Object.fromEntries(said));
}

/** Expects one of the three outcomes, and "valid" only for the signed content. */
function isHonest(answer: Answer, given: string | null): void {
  switch (answer.status) {
    case "valid":
      expect(answer.facts).toEqual(factsOf(text));
      expect(meaningOf(JSON.parse(given ?? ""))).toBe(meaningOf(JSON.parse(text)));
      return;
    case "invalid":
      expect(Object.keys(FAULTS)).toContain(answer.why);
      return;
    case "unchecked":
      expect(Object.keys(HINDRANCES)).toContain(answer.why);
  }
}

describe("the certificate check", {
  timeout: FUZZ_TIMEOUT_MS,
}, () => {
  it("reports only the signed content as valid, for any file and any record found by certificate number, with and without a connection", async () => {
    const whole = await checkCredential(text, ports(true, null));
    expect(whole.status).toBe("valid");
    const inputs = fc
      .tuple(await certificateFiles(text), fc.constantFrom("here", "offline", "number"))
      .map(([bytes, way]) => ({
        bytes,
        way,
        [fc.toStringMethod]: () => JSON.stringify([way, bytes.toString("latin1")]),
      }));
    await fuzz(inputs, async ({ bytes, way }) => {
      const [given] = (await readCertificateFile(new Blob([new Uint8Array(bytes)]))) ?? [];
      if (given === undefined) return;
      const record = ports(true, given);
      const answer =
        way === "number"
          ? await checkRecord("any", record)
          : await checkCredential(given, ports(way === "here", null));
      isHonest(answer, given);
    });
  });
});
