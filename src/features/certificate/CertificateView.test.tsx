// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInLearner } from "../../../tests/support/screens/learner.ts";
import { storeRows } from "../../../tests/support/screens/storedRows.ts";
import { forgetIdentity } from "../../db/store/active.ts";
import type { LearnerDb } from "../../db/store/learnerDb.ts";
import { writeMeta } from "../../db/store/meta.ts";
import { capstone } from "../../entities/capstone/capstone.ts";
import { AuthProvider } from "../../platform/session/auth.tsx";
import { CapstoneCredential } from "./CertificateView.tsx";

const ID = "0195e0a0-0000-4000-8000-000000000001";
const REVIEW = {
  scores: [3, 3, 3, 3, 3],
  comments: ["", "", "", "", ""],
  overall: "",
  hasSources: true,
  hasDiligence: true,
  reviewedAt: "2026-11-20T10:00:00.000Z",
};

let db: LearnerDb;
let sent: unknown[];
let isOnline: boolean;
let spies: { mockRestore(): void }[] = [];
beforeEach(async () => {
  sent = [];
  isOnline = true;
  spies = [
    vi.spyOn(navigator, "onLine", "get").mockImplementation(() => isOnline),
    vi.spyOn(console, "info").mockImplementation(() => undefined),
  ];
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
    if (String(url).includes("issue-certificate")) sent.push(JSON.parse(String(init?.body)));
    return Promise.reject(new TypeError("no network"));
  });
  db = await signInLearner();
});
afterEach(async () => {
  for (const spy of spies) spy.mockRestore();
  vi.unstubAllGlobals();
  await forgetIdentity();
});

const handedIn = (passed: boolean) =>
  storeRows(db, capstone, [
    {
      id: ID,
      attempt: 1,
      texts: { "l11-purpose": "A" },
      handedInAt: "2026-11-19T10:00:00.000Z",
      receivedAt: "2026-11-19T10:00:01.000Z",
      review: { ...REVIEW, passed },
    },
  ]);

const open = () =>
  render(
    <MemoryRouter>
      <AuthProvider>
        <CapstoneCredential />
      </AuthProvider>
    </MemoryRouter>,
  );

test("a learner whose capstone has passed asks for that kind of certificate in the confirmed name", async () => {
  await handedIn(true);
  open();
  const field = await screen.findByLabelText("Your name");
  fireEvent.change(field, { target: { value: "Ada Obi" } });
  fireEvent.click(screen.getByRole("button", { name: "Confirm and get credential" }));
  await waitFor(() =>
    expect(sent).toEqual([{ courseId: "ai-fluency-30-days", holderName: "Ada Obi", kind: "capstone" }]),
  );
});

test("a learner whose capstone has not passed is offered no credential", async () => {
  await handedIn(true);
  open();
  await screen.findByRole("heading", { name: "Capstone reviewed" });
  await handedIn(false);
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Capstone reviewed" })).toBeNull());
});

test("a learner whose credential the academy revoked reads so and is offered no other one", async () => {
  await handedIn(true);
  await writeMeta(db, "capstoneCertificate", { certificate: null, canCorrect: true, isWithdrawn: true });
  open();
  await screen.findByText("The academy has revoked your capstone credential");
  screen.getByRole("link", { name: "write to us" });
  expect(screen.queryByLabelText("Your name")).toBeNull();
});

test("an issued credential shows what was assessed and can be downloaded, even offline", async () => {
  isOnline = false;
  const credential = JSON.stringify({
    id: `https://academy.example/verify/${ID}`,
    name: "Capstone reviewed: AI Fluency in 30 Days",
    issuer: { id: "https://academy.example/issuer", name: "Responsible AI Academy" },
    validFrom: "2026-11-21T10:00:00Z",
    credentialSubject: {
      identifier: [{ identityType: "name", identityHash: "Ada Obi" }],
      activityEndDate: "2026-11-20T10:00:00Z",
      achievement: {
        id: "https://academy.example/academy#course-capstone",
        name: "Capstone reviewed: AI Fluency in 30 Days",
      },
      result: [{ value: "15" }],
    },
    credentialStatus: { statusListIndex: "7", statusListCredential: "https://academy.example/status" },
    proof: { type: "DataIntegrityProof", verificationMethod: "https://academy.example/issuer#key" },
  });
  const certificate = { id: ID, holderName: "Ada Obi", issuedAt: "2026-11-21T10:00:00Z", credential };
  await writeMeta(db, "capstoneCertificate", { certificate, canCorrect: true });
  open();
  await screen.findByRole("article", { name: "Capstone reviewed" });
  screen.getByText(/15 of 20 points, passed on 20 November 2026/);
  screen.getByRole("button", { name: "Download Certificate" });
});
