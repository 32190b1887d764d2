import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { connectLearnerDb, type LearnerDb } from "../../db/store/learnerDb.ts";
import { readMeta, writeMeta } from "../../db/store/meta.ts";
import { serverClock } from "../../db/store/serverClock.ts";
import { requireUserId } from "../../domain/ids.ts";
import type { SyncPorts } from "../ports.ts";
import { readCertificate } from "./readCertificate.ts";

const userId = requireUserId(randomUUID());
const FIRST = "0195e0a0-0000-4000-8000-000000000001";
const SECOND = "0195e0a0-0000-4000-8000-000000000002";

let db: LearnerDb;
beforeEach(() => {
  db = connectLearnerDb(requireUserId(randomUUID()));
});

const row = (id: string, holder_name: string, revoked_reason: string | null = null) => ({
  id,
  holder_name,
  issued_at: "2026-11-21T10:00:00.000+00:00",
  credential: "{}",
  revoked_at: revoked_reason && "2026-11-21T11:00:00.000+00:00",
  revoked_reason,
});

async function hear(body: unknown, status = 200): Promise<void> {
  const ports: SyncPorts = {
    userId,
    db,
    supabaseUrl: "https://academy.example",
    publishableKey: "public",
    fetch: async () => Response.json(body, { status }),
    token: async () => ({ status: "ok", token: "own" }),
    now: Date.now,
    random: Math.random,
    onLack: () => {},
    elapsed: () => 0,
    serverClock,
    after: () => () => {},
  };
  await readCertificate(ports, AbortSignal.timeout(5_000));
}

const kept = () => readMeta(db, "certificate");

test("the learner's certificate is stored on the device", async () => {
  await hear([row(FIRST, "Ada Obi")]);
  expect(await kept()).toMatchObject({ certificate: { id: FIRST, holderName: "Ada Obi" }, canCorrect: true });
});

test("the credential for a reviewed capstone is stored beside the certificate of completion", async () => {
  await hear([{ ...row(SECOND, "Ada Obi"), kind: "capstone" }]);
  expect(await kept()).toBeNull();
  expect(await readMeta(db, "capstoneCertificate")).toMatchObject({ certificate: { id: SECOND } });
  await hear([{ ...row(SECOND, "Ada Obi"), kind: "capstone" }, row(FIRST, "Ada Obi")]);
  expect(await kept()).toMatchObject({ certificate: { id: FIRST } });
  expect(await readMeta(db, "capstoneCertificate")).toMatchObject({ certificate: { id: SECOND } });
});

test("a corrected certificate replaces the earlier one and cannot be corrected again", async () => {
  await hear([row(FIRST, "Ada Obi")]);
  await hear([row(SECOND, "Ada Ọbi"), row(FIRST, "Ada Obi", "name_corrected")]);
  expect(await kept()).toMatchObject({ certificate: { id: SECOND }, canCorrect: false });
});

test("a revoked certificate is removed from the device", async () => {
  await hear([row(FIRST, "Ada Obi")]);
  await hear([row(FIRST, "Ada Obi", "refunded")]);
  expect(await kept()).toMatchObject({ certificate: null });
});

test("a certificate that staff revoked is marked as withdrawn on the device, also by a later version of the app", async () => {
  await hear([row(FIRST, "Ada Obi", "withdrawn"), { ...row(SECOND, "Ada Obi"), kind: "capstone" }]);
  expect(await kept()).toMatchObject({ certificate: null, isWithdrawn: true });
  expect(await readMeta(db, "capstoneCertificate")).toMatchObject({ isWithdrawn: false });
  await writeMeta(db, "certificate", { certificate: null, canCorrect: true });
  await hear([row(FIRST, "Ada Obi", "withdrawn")]);
  expect(await kept()).toMatchObject({ isWithdrawn: true });
});

test("an empty list, a server error and a captive portal leave the stored certificate unchanged", async () => {
  await hear([row(FIRST, "Ada Obi")]);
  await hear([]);
  await hear({ message: "no" }, 503);
  await hear({ welcome: "to the hotel" });
  expect(await kept()).toMatchObject({ certificate: { id: FIRST } });
});
