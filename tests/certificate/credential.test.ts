import { randomBytes } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { cryptosuite } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import { issue as signWith } from "@digitalbazaar/vc";
import { afterAll, describe, expect, it } from "vitest";
import { issuerId } from "../../functions/_shared/certificate/addresses.ts";
import { loadContext } from "../../functions/_shared/certificate/contexts.ts";
import { issueCertificate } from "../../functions/_shared/certificate/issueCertificate.ts";
import { fragmentKeyId } from "../../functions/_shared/certificate/keyId.ts";
import { signingKey } from "../../functions/_shared/certificate/signingKey.ts";
import { parseFunctionsEnv } from "../../functions/_shared/env.ts";
import { createLog } from "../../functions/_shared/log.ts";
import {
  type Credential,
  credentialFacts,
  credentialSchema,
} from "../../src/domain/certificate/certificate.ts";
import { COURSE_ID, SAMPLE_CERTIFICATE_ID } from "../../src/domain/ids.ts";
import { readProof } from "../../src/features/verify/readProof.ts";
import { withAcademy } from "../support/server/academy.ts";
import { serveUnderDeno, stopDenoServers } from "../support/server/deno.ts";
import { finish, issue, type Learner, read, verify } from "./learners.ts";
import { isAccepted, isAcceptedByFetching, issuerOf } from "./publishedVerifier.ts";

const academy = withAcademy();
afterAll(stopDenoServers);

const parse = (credential: string): Credential => credentialSchema.parse(JSON.parse(credential));

async function newCredential(): Promise<Credential> {
  return parse((await issue(academy, await finish(academy), "Zdzisław Ŵyn-Jones 山田太郎 مريم")).credential);
}

/** Issues a certificate signed with this key, as the academy would before or after a change of key. */
async function issueWithKey(learner: Learner, certificateKey: string): Promise<Credential> {
  const call = {
    request: new Request(academy.url),
    env: { ...parseFunctionsEnv(process.env), CERTIFICATE_KEY: certificateKey },
    admin: academy.client(academy.secretKey),
    log: createLog({ source: "issue-certificate", requestId: "rotation" }),
    requestId: "rotation",
  };
  const outcome = await issueCertificate(call, learner.id, "Ada Obi", "completion");
  if (outcome.outcome !== "issued") throw new Error(outcome.outcome);
  return parse(outcome.certificate.credential);
}

function keyOf(credential: Credential): string {
  const [, publicKey] = credential.proof.verificationMethod.split("?key=");
  if (!publicKey) throw new Error("the proof does not name its key by the key's URL");
  return publicKey;
}

type StatusList = { credentialSubject: { encodedList: string } };
async function readStatusList(): Promise<StatusList> {
  // Not validated here: a test that uses the list fails if its shape is wrong.
  return (await read(academy, "certificate-status")).json() as Promise<StatusList>;
}

function bitOf(list: StatusList, credential: Credential): number {
  const bytes = gunzipSync(Buffer.from(list.credentialSubject.encodedList.slice(1), "base64url"));
  expect(bytes.length * 8).toBe(131_072);
  const place = Number(credential.credentialStatus.statusListIndex);
  return ((bytes[place >> 3] ?? 0) >> (7 - (place & 7))) & 1;
}

describe("a certificate's credential", () => {
  it("is accepted by independent verification software with the published keys (S-023)", async () => {
    const credential = await newCredential();
    expect(await isAccepted(credential, await issuerOf(academy))).toBe(true);
    expect(credentialFacts(credential)).toMatchObject({
      holderName: "Zdzisław Ŵyn-Jones 山田太郎 مريم".normalize("NFC"),
      course: "AI Fluency in 30 Days",
    });
    expect(credential.id).toBe(`${academy.url}/verify/${credentialFacts(credential).id}`);
  });

  it("is accepted, like the status list, by software that fetches the key from the URL in the proof", async () => {
    expect(await isAcceptedByFetching(await newCredential(), academy)).toBe(true);
    expect(await isAcceptedByFetching(await readStatusList(), academy)).toBe(true);
    const otherKey = await read(academy, `certificate-issuer?key=z6MkNobody`);
    expect(otherKey.status).toBe(404);
  });

  it("is still accepted when its proof names the key by a fragment, as before 22 November 2026", async () => {
    const env = parseFunctionsEnv(process.env);
    const { proof: _proof, ...unsigned } = await newCredential();
    const key = await signingKey(env);
    key.id = fragmentKeyId(issuerId(env), key.publicKeyMultibase);
    const suite = new DataIntegrityProof({ signer: key.signer(), cryptosuite });
    const old = await signWith({ credential: unsigned, suite, documentLoader: loadContext });
    expect(await isAccepted(old, await issuerOf(academy))).toBe(true);
    expect(await readProof(credentialSchema.parse(old), await issuerOf(academy))).toBe("genuine");
  });

  it("is rejected after any change to its content", async () => {
    const credential = await newCredential();
    const issuer = await issuerOf(academy);
    const { credentialSubject: subject, credentialStatus: status } = credential;
    const changes: object[] = [
      { name: "Another course" },
      { validFrom: "2020-01-01T00:00:00Z" },
      { id: `${academy.url}/verify/5f0e6a3c-6f0e-4a1b-8a52-3a3f5c1d2e4f` },
      { credentialStatus: { ...status, statusListIndex: "1" } },
      { credentialStatus: undefined },
      {
        credentialSubject: { ...subject, identifier: [{ ...subject.identifier[0], identityHash: "Eve" }] },
      },
    ];
    for (const change of changes) {
      const changed = JSON.parse(JSON.stringify({ ...credential, ...change }));
      expect([change, await isAccepted(changed, issuer)]).toEqual([change, false]);
    }
  });

  it("contains neither the email address nor the account id", async () => {
    const ada = await finish(academy);
    const { credential } = await issue(academy, ada, "Ada Obi");
    expect(credential).not.toContain(ada.id);
    expect(credential).not.toContain(ada.email);
  });
});

describe("when the signing key is changed", () => {
  it("certificates signed with the old key stay valid, because the old public key stays published", async () => {
    const old = await issueWithKey(await finish(academy), randomBytes(32).toString("base64"));
    const issuer = await issuerOf(academy);
    const current = await newCredential();
    expect(old.proof.verificationMethod).not.toBe(current.proof.verificationMethod);
    expect(await isAccepted(old, issuer)).toBe(true);
    expect(await isAccepted(current, issuer)).toBe(true);
  });

  it("a certificate signed with an unpublished key is rejected", async () => {
    const foreign = await issueWithKey(await finish(academy), randomBytes(32).toString("base64"));
    const issuer = await issuerOf(academy);
    const publicKey = keyOf(foreign);
    const others = issuer.assertionMethod.filter((key) => key.publicKeyMultibase !== publicKey);
    // Each key is published under two ids.
    expect(others.length).toBe(issuer.assertionMethod.length - 2);
    expect(await isAccepted(foreign, { ...issuer, assertionMethod: others })).toBe(false);
  });
});

describe("when the signing key has leaked", () => {
  it("certificates signed with it are revoked, and learners get new ones signed with the new key", async () => {
    const ada = await finish(academy);
    const leaked = await issueWithKey(ada, randomBytes(32).toString("base64"));
    const publicKey = keyOf(leaked);
    // The steps that docs/certificates.md prescribes after the key has been changed.
    await academy.backend.query(
      `update public.certificates set revoked_at = now(), revoked_reason = 'revoked'
       where revoked_at is null and credential::jsonb #>> '{proof,verificationMethod}' like '%' || $1`,
      [publicKey],
    );
    await academy.backend.query("delete from private.certificate_keys where public_key = $1", [publicKey]);
    const sweep = await academy.call("issue-missed-certificates", {}, { apikey: academy.secretKey });
    expect(sweep.body).toEqual({ issued: 1, failed: 0 });

    const renewed = parse((await issue(academy, ada, "Ada Obi")).credential);
    const issuer = await issuerOf(academy);
    expect(await isAccepted(leaked, issuer)).toBe(false);
    expect(await isAcceptedByFetching(leaked, academy)).toBe(false);
    expect(await isAccepted(renewed, issuer)).toBe(true);
    expect(bitOf(await readStatusList(), leaked)).toBe(1);
  });
});

describe("the certificate status list", () => {
  it("is signed, and sets a certificate's bit when the certificate is revoked", async () => {
    const ada = await finish(academy);
    const credential = parse((await issue(academy, ada, "Ada Obbi")).credential);
    const before = await readStatusList();
    expect(await isAccepted(before, await issuerOf(academy))).toBe(true);
    expect(bitOf(before, credential)).toBe(0);

    const corrected = parse((await issue(academy, ada, "Ada Obi")).credential);
    const after = await readStatusList();
    expect([bitOf(after, credential), bitOf(after, corrected)]).toEqual([1, 0]);
    expect(await isAccepted(after, await issuerOf(academy))).toBe(true);
    const emptied = { credentialSubject: { ...after.credentialSubject, ...before.credentialSubject } };
    expect(await isAccepted({ ...after, ...emptied }, await issuerOf(academy))).toBe(false);
  });

  it("is cacheable and returns 304 when unchanged, as does the issuer document", async () => {
    for (const [name, cache] of [
      ["certificate-status", "public, max-age=300"],
      ["certificate-issuer", "public, max-age=3600"],
    ] as const) {
      const first = await read(academy, name);
      expect([name, first.headers.get("cache-control")]).toEqual([name, cache]);
      expect(first.headers.get("access-control-allow-origin")).toBe("*");
      const again = await read(academy, name, { "if-none-match": first.headers.get("etag") ?? "" });
      expect([name, again.status]).toEqual([name, 304]);
    }
  });
});

it("one network address can verify certificates 1,200 times a minute, then receives Retry-After", async () => {
  const { id } = await issue(academy, await finish(academy), "Ada Obi");
  for (const path of [`verify-certificate?id=${id}`, "certificate-issuer", "certificate-status"]) {
    await academy.backend.query("delete from public.rate_limits");
    await read(academy, path);
    await academy.backend.query("update public.rate_limits set count = 1199");
    expect([path, (await read(academy, path)).status]).toEqual([path, 200]);
    const limited = await read(academy, path);
    expect([path, limited.status]).toEqual([path, 429]);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
  }
});

it("a certificate issued under Deno is accepted by independent verification software", async () => {
  const ada = await finish(academy);
  const { SUPABASE_URL, SUPABASE_SECRET_KEY, SITE_URL, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, SMTP_URL } =
    process.env;
  const address = await serveUnderDeno("functions/issue-certificate/index.ts", {
    ...{ SUPABASE_URL, SUPABASE_SECRET_KEY, SITE_URL, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, SMTP_URL },
    FUNCTIONS_URL: process.env.FUNCTIONS_URL,
    CERTIFICATE_KEY: process.env.CERTIFICATE_KEY,
  });
  const reply = await fetch(address, {
    method: "POST",
    headers: { authorization: `Bearer ${ada.token}` },
    body: JSON.stringify({ courseId: COURSE_ID, holderName: "Ada Obi" }),
  });
  expect(reply.status).toBe(200);
  const { certificate } = (await reply.json()) as { certificate: { credential: string } };
  expect(await isAccepted(parse(certificate.credential), await issuerOf(academy))).toBe(true);
});

it("a visitor can check a sample, which every verifier accepts and which says itself that nobody has earned it (S-140)", async () => {
  const reply = await verify(academy, SAMPLE_CERTIFICATE_ID);
  if (reply.status !== "sample") throw new Error(`the sample is ${reply.status}`);
  const credential = parse(reply.credential);
  const issuer = await issuerOf(academy);
  expect(await isAccepted(credential, issuer)).toBe(true);
  expect(await isAcceptedByFetching(credential, academy)).toBe(true);
  expect(credentialFacts(credential)).toMatchObject({
    ...{ id: SAMPLE_CERTIFICATE_ID, holderName: "Sample Learner", course: "Sample: AI Fluency in 30 Days" },
    quizzesPassed: 11,
  });
  expect(credential.name).toMatch(/^Sample: /);
  const renamed = reply.credential.replaceAll("Sample Learner", "Ada Obi");
  expect(await isAccepted(parse(renamed), issuer)).toBe(false);
});
