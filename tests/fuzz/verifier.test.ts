import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/domain/canonicalJson.ts";
import { credentialFacts, credentialSchema, type Issuer } from "../../src/domain/certificate/certificate.ts";
import type { Answer } from "../../src/features/verify/answer.ts";
import { FAULTS, HINDRANCES } from "../../src/features/verify/answerText.ts";
import { readCertificateFile } from "../../src/features/verify/check.ts";
import { type CheckPorts, checkCredential, checkRecord } from "../../src/features/verify/checkCredential.ts";
import { readProof } from "../../src/features/verify/readProof.ts";
import { certificateFiles, signedCertificate } from "./credentials.ts";
import { FUZZ_TIMEOUT_MS, fuzz } from "./fuzz.ts";

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
