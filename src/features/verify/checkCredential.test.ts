import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { generate } from "@digitalbazaar/ed25519-multikey";
import { cryptosuite } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import { issue } from "@digitalbazaar/vc";
import { beforeAll, expect, test } from "vitest";
import { loadContext } from "../../../functions/_shared/certificate/contexts.ts";
import type { VerifyReply } from "../../domain/certificate/certificate.ts";
import type { RecordAnswer, SeenIssuer } from "../../platform/certificate.ts";
import { type CheckPorts, checkCredential, checkRecord } from "./checkCredential.ts";
import { readProof } from "./readProof.ts";

const ID = "0195e0a0-0000-7000-8000-000000000000";
const OURS = "https://academy.example/functions/v1/certificate-issuer";
const SEEN_AT = "2026-11-20T10:00:00.000Z";
const OFFLINE: RecordAnswer = { status: "unanswered", why: "offline" };

const credentialBy = (issuer: string) => ({
  "@context": [
    "https://www.w3.org/ns/credentials/v2",
    "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
  ],
  id: `https://academy.example/verify/${ID}`,
  type: ["VerifiableCredential", "OpenBadgeCredential"],
  name: "AI Fluency in 30 Days",
  issuer: { id: issuer, type: ["Profile"], name: "An Academy" },
  validFrom: "2026-11-19T12:00:00Z",
  credentialSubject: {
    type: ["AchievementSubject"],
    identifier: [
      { type: "IdentityObject", hashed: false, identityType: "name", identityHash: "Zdzisław 山田太郎 مريم" },
    ],
    achievement: {
      id: "https://academy.example/academy#course",
      type: ["Achievement"],
      name: "AI Fluency in 30 Days",
      description: "A course.",
      criteria: { narrative: "Completed all lessons." },
    },
  },
  credentialStatus: {
    id: "https://academy.example/status#7",
    type: "BitstringStatusListEntry",
    statusPurpose: "revocation",
    statusListIndex: "7",
    statusListCredential: "https://academy.example/status",
  },
});

/** Signs in the name of this issuer with the issuer's own key. */
async function signed(issuer: string, seedByte: number) {
  const key = await generate({ seed: new Uint8Array(32).fill(seedByte), controller: issuer });
  key.id = `${issuer}#${key.publicKeyMultibase}`;
  const suite = new DataIntegrityProof({ signer: key.signer(), cryptosuite });
  const credential = await issue({ credential: credentialBy(issuer), suite, documentLoader: loadContext });
  const { publicKeyMultibase } = key;
  const method = { id: key.id, type: "Multikey" as const, controller: issuer, publicKeyMultibase };
  return { text: JSON.stringify(credential), method };
}

let ours: Awaited<ReturnType<typeof signed>>;
let otherKey: Awaited<ReturnType<typeof signed>>;
let stranger: Awaited<ReturnType<typeof signed>>;
beforeAll(async () => {
  ours = await signed(OURS, 1);
  otherKey = await signed(OURS, 2);
  stranger = await signed("https://elsewhere.example/issuer", 3);
});

function seen(isFresh: boolean): SeenIssuer {
  const context = ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"];
  const issuer = { "@context": context, id: OURS, name: "An Academy", assertionMethod: [ours.method] };
  return { status: "seen", issuer, seenAt: SEEN_AT, isFresh };
}

type World = { issuer?: Awaited<ReturnType<CheckPorts["issuer"]>>; records?: RecordAnswer };
const ports = ({ issuer = seen(true), records = OFFLINE }: World = {}): CheckPorts => ({
  issuer: async () => issuer,
  records: async () => records,
  proof: readProof,
});
const answered = (reply: VerifyReply): RecordAnswer => ({ status: "answered", reply });
const valid = (credential: string): RecordAnswer =>
  answered({
    status: "valid",
    kind: "completion",
    id: ID,
    holderName: "Zdzisław 山田太郎 مريم",
    course: "AI Fluency in 30 Days",
    issuedAt: "2026-11-19T12:00:00Z",
    credential,
  });
const revoked = answered({
  status: "revoked",
  id: ID,
  revokedAt: "2026-11-21T09:00:00Z",
  reason: "withdrawn",
});

test("a genuine certificate file is valid offline, as of the time when the issuer's keys were stored", async () => {
  const answer = await checkCredential(ours.text, ports({ issuer: seen(false) }));
  expect(answer).toMatchObject({ status: "valid", keysFrom: SEEN_AT });
  expect(answer).toMatchObject({ facts: { id: ID, holderName: "Zdzisław 山田太郎 مريم" } });
});

test("a genuine certificate file is valid online without any reservation", async () => {
  const answer = await checkCredential(ours.text, ports({ records: valid(ours.text) }));
  expect(answer).toMatchObject({ status: "valid", keysFrom: null });
});

test.each([
  ["the name was changed", "Zdzisław", "Somebody"],
  ["the date was changed", "2026-11-19T12", "2025-11-19T12"],
  [
    "a description was added",
    '"name":"AI Fluency in 30 Days"',
    '"name":"AI Fluency in 30 Days","description":"with honours"',
  ],
])("a certificate file is invalid if %s", async (_what, from, to) => {
  const forged = ours.text.replace(from, to);
  expect(forged).not.toBe(ours.text);
  expect(await checkCredential(forged, ports())).toEqual({ status: "invalid", why: "changed" });
});

test("a certificate file with its own vocabulary is invalid even if its proof is correct", async () => {
  const changed = { status: "invalid", why: "changed" };
  const signedOne = JSON.parse(ours.text);
  const [v2, badges] = signedOne["@context"];
  const own = { subject: { "@id": "https://www.w3.org/2018/credentials#credentialSubject", "@type": "@id" } };
  const { credentialSubject } = signedOne;
  const somebody = { ...credentialSubject, "@context": { identifier: null, achievement: null } };
  for (const forged of [
    { ...signedOne, issuer: { ...signedOne.issuer, "@context": { "@version": 1.1 } } },
    { ...signedOne, "@nest": { name: "Somebody" } },
    { ...signedOne, "@context": [v2, badges, own], subject: credentialSubject, credentialSubject: somebody },
  ]) {
    expect(await checkCredential(JSON.stringify(forged), ports())).toEqual(changed);
  }
  const deep = ours.text.replace("{", `{"deep":${"[".repeat(20_000)}${"]".repeat(20_000)},`);
  expect(await checkCredential(deep, ports())).toEqual(changed);
});

test("a certificate from another issuer, or in our name but signed with another key, is not ours", async () => {
  const notOurs = { status: "invalid", why: "notOurs" };
  expect(await checkCredential(stranger.text, ports())).toEqual(notOurs);
  expect(await checkCredential(stranger.text, ports({ issuer: seen(false) }))).toEqual(notOurs);
  expect(await checkCredential(otherKey.text, ports())).toEqual(notOurs);
});

test("a certificate signed with a key that merely claims our name is not ours", async () => {
  const forged = otherKey.text.replaceAll(otherKey.method.id, ours.method.id);
  expect(await checkCredential(forged, ports())).toEqual({ status: "invalid", why: "changed" });
});

test("a certificate signed with a key that is newer than the stored keys is not called invalid", async () => {
  const answer = await checkCredential(otherKey.text, ports({ issuer: seen(false) }));
  expect(answer).toEqual({ status: "unchecked", why: "newKey" });
  expect(await checkCredential(ours.text, ports({ issuer: null }))).toEqual({
    status: "unchecked",
    why: "noIssuer",
  });
});

test("a revoked certificate is invalid, and one missing from our records is not called invalid", async () => {
  expect(await checkCredential(ours.text, ports({ records: revoked }))).toEqual({
    status: "invalid",
    why: "withdrawn",
    at: "2026-11-21T09:00:00Z",
  });
  const unknown = ports({ records: { status: "unknown" } });
  expect(await checkCredential(ours.text, unknown)).toEqual({ status: "unchecked", why: "forgotten" });
});

test("a certificate in a newer format is not called invalid", async () => {
  const newer = ours.text.replace("context-3.0.3.json", "context-9.json");
  expect(await checkCredential(newer, ports())).toEqual({ status: "unchecked", why: "newForm" });
});

test.each([
  ["its result", { credentialSubject: { ...credentialBy(OURS).credentialSubject, result: "99" } }],
  ["its subject", { credentialSubject: "Somebody" }],
  ["its day", { validFrom: "yesterday" }],
  ["its status", { credentialStatus: null }],
])("a certificate in which %s was replaced is called changed", async (_, change) => {
  const text = JSON.stringify({ ...JSON.parse(ours.text), ...change });
  expect(await checkCredential(text, ports())).toEqual({ status: "invalid", why: "changed" });
});

test.each(["", "not json", "{}", '{"@context":[]}', "[1]"])(
  "the file content %j does not contain a certificate",
  async (text) => {
    expect(await checkCredential(text, ports())).toEqual({ status: "invalid", why: "noCertificate" });
  },
);

test("a certificate number is valid if the records confirm it and contain what was signed", async () => {
  expect(await checkRecord(ID, ports({ records: valid(ours.text) }))).toMatchObject({ status: "valid" });
  const damaged = valid(ours.text.replace("Zdzisław", "Somebody"));
  expect(await checkRecord(ID, ports({ records: damaged }))).toEqual({ status: "invalid", why: "changed" });
});

test("a certificate number is invalid if its certificate was revoked or never issued", async () => {
  expect(await checkRecord(ID, ports({ records: revoked }))).toMatchObject({
    status: "invalid",
    why: "withdrawn",
  });
  const answer = await checkRecord("no-such-number", ports({ records: { status: "unknown" } }));
  expect(answer).toEqual({ status: "invalid", why: "unknown" });
});

test("a certificate number cannot be checked without our keys", async () => {
  const answer = await checkRecord(ID, ports({ issuer: null, records: valid(ours.text) }));
  expect(answer).toEqual({ status: "unchecked", why: "server" });
});

test.each(["offline", "server"] as const)(
  "a certificate check that gets no reply (%s) is reported as not completed",
  async (why) => {
    const records: RecordAnswer = { status: "unanswered", why };
    expect(await checkRecord(ID, ports({ records }))).toEqual({ status: "unchecked", why });
  },
);

test("a rate-limited certificate check waits and says nothing about the certificate", async () => {
  const limited = { status: "limited", retryAfterSeconds: 9 } as const;
  const waiting = { status: "waiting", retryAfterSeconds: 9 };
  for (const world of [{ records: limited }, { issuer: limited, records: valid(ours.text) }]) {
    expect(await checkRecord(ID, ports(world))).toEqual(waiting);
    expect(await checkCredential(ours.text, ports(world))).toEqual(waiting);
  }
});
