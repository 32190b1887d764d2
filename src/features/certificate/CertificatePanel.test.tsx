// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { v4 as uuid } from "uuid";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { signInLearner } from "../../../tests/support/screens/learner.ts";
import { storeRows } from "../../../tests/support/screens/storedRows.ts";
import { forgetIdentity } from "../../db/store/active.ts";
import type { LearnerDb } from "../../db/store/learnerDb.ts";
import { writeMeta } from "../../db/store/meta.ts";
import type { Certificate } from "../../domain/certificate/certificate.ts";
import { planRunningText, UNKNOWN_ASSESSMENT } from "../../domain/certificate/certificateText.ts";
import { labFieldId, writeLabState } from "../../domain/course/labState.ts";
import type { AttemptId, LessonId } from "../../domain/ids.ts";
import { type Attempt, attempt } from "../../entities/attempt/attempt.ts";
import { workbookField } from "../../entities/workbookField/workbookField.ts";
import { AuthProvider } from "../../platform/session/auth.tsx";
import { CompletionDialog } from "./CertificatePanel.tsx";

const ID = "0195e0a0-0000-4000-8000-000000000001";
const URL_OF_IT = `https://academy.example/verify/${ID}`;

function certificateOn(holderName: string): Certificate {
  const credential = JSON.stringify({
    id: URL_OF_IT,
    name: "AI Fluency in 30 Days",
    issuer: { id: "https://academy.example/issuer", name: "Responsible AI Academy" },
    validFrom: "2026-11-21T10:00:00Z",
    credentialSubject: {
      identifier: [{ identityType: "name", identityHash: holderName }],
      achievement: { id: "https://academy.example/academy#course", name: "AI Fluency in 30 Days" },
    },
    credentialStatus: { statusListIndex: "7", statusListCredential: "https://academy.example/status" },
    proof: { type: "DataIntegrityProof", verificationMethod: "https://academy.example/issuer#key" },
  });
  return { id: ID, holderName, issuedAt: "2026-11-21T10:00:00Z", credential };
}

let db: LearnerDb;
let isOnline = false;
let spies: { mockRestore(): void }[] = [];
beforeEach(async () => {
  isOnline = false;
  spies = [
    vi.spyOn(navigator, "onLine", "get").mockImplementation(() => isOnline),
    vi.spyOn(console, "info").mockImplementation(() => undefined),
  ];
  // There is no server in this test.
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  db = await signInLearner();
});
afterEach(async () => {
  for (const spy of spies) spy.mockRestore();
  vi.unstubAllGlobals();
  await forgetIdentity();
});

function open() {
  render(
    <MemoryRouter>
      <AuthProvider>
        <CompletionDialog onClose={() => undefined} />
      </AuthProvider>
    </MemoryRouter>,
  );
}

describe("the completion dialog", () => {
  it("reports an invalid name to an online learner and sends nothing", async () => {
    isOnline = true;
    open();
    const field = await screen.findByLabelText("Your name");
    screen.getByText("Confirm your name to receive your certificate");
    expect(screen.queryByText(/Connect once/)).toBeNull();
    fireEvent.change(field, { target: { value: "  " } });
    fireEvent.click(screen.getByRole("button", { name: "Confirm and get certificate" }));
    await screen.findByText("Enter your name as it should appear on the certificate.");
    fireEvent.change(field, { target: { value: "Ada \ue000" } });
    fireEvent.click(screen.getByRole("button", { name: "Confirm and get certificate" }));
    await screen.findByText("The name contains a character that cannot be printed.");
  });

  it.each([true, false])(
    "keeps the typed name when there is no connection and the browser reports %s",
    async (reported) => {
      isOnline = reported;
      open();
      const field = await screen.findByLabelText<HTMLInputElement>("Your name");
      fireEvent.change(field, { target: { value: "Ada Obi" } });
      fireEvent.click(screen.getByRole("button", { name: "Confirm and get certificate" }));
      await screen.findByText(/There is no connection. Your name stays in the field/);
      expect(field.value).toBe("Ada Obi");
    },
  );

  it("shows the number of passed quizzes on the certificate", async () => {
    const of = (quizzesPassed: string) => {
      const credential = JSON.parse(certificateOn("Ada Obi").credential);
      credential.credentialSubject.result = [{ type: ["Result"], value: quizzesPassed }];
      return { ...certificateOn("Ada Obi"), credential: JSON.stringify(credential) };
    };
    await writeMeta(db, "certificate", { certificate: of("9"), canCorrect: true });
    open();
    await screen.findByText("Quizzes passed, graded by the academy: 9 of 11");
    cleanup();
    await writeMeta(db, "certificate", { certificate: of("0"), canCorrect: true });
    open();
    await screen.findByText("Quizzes passed, graded by the academy: none");
  });

  describe("the statement about quizzes in the draft certificate", () => {
    const taken = (lessonId: LessonId, change: Partial<Attempt> = {}): Attempt => ({
      id: uuid() as AttemptId,
      ...{ lessonId, lessonVersion: 1, answers: [0], score: 100, passed: true },
      ...{ takenAt: "2026-11-20T10:00:00Z", receivedAt: "2026-11-20T10:00:01Z" },
      ...change,
    });
    const draftWith = async (attempts: Attempt[]) => {
      isOnline = true;
      await storeRows(db, attempt, attempts);
      open();
      fireEvent.change(await screen.findByLabelText("Your name"), { target: { value: "Ada Obi" } });
      return screen.findByRole("article", { name: "Certificate of completion" });
    };

    it("counts each lesson once, if the server graded its quiz as passed", async () => {
      await writeMeta(db, "pulled", true);
      const draft = await draftWith([
        ...[taken("1"), taken("1"), taken("2")],
        ...[taken("3", { passed: false }), taken("2", { receivedAt: null })],
      ]);
      await within(draft).findByText("Quizzes passed, graded by the academy: 2 of 11");
    });

    it("gives no figure while an attempt is waiting to be graded", async () => {
      await writeMeta(db, "pulled", true);
      const draft = await draftWith([taken("1"), taken("2", { receivedAt: null })]);
      await within(draft).findByText(UNKNOWN_ASSESSMENT);
    });

    it("gives no figure before the server's results have arrived", async () => {
      await within(await draftWith([])).findByText(UNKNOWN_ASSESSMENT);
    });
  });

  it("warns next to the name field, before the learner confirms, about letters that the device cannot display", async () => {
    // A canvas that draws everything alike, so that letters outside our own typefaces look like the missing-glyph box.
    const ctx = { clearRect: () => undefined, fillText: () => undefined, getImageData: () => ({ data: [] }) };
    const canvas = vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(ctx as never);
    spies.push(canvas);
    isOnline = true;
    open();
    const field = await screen.findByLabelText("Your name");
    fireEvent.change(field, { target: { value: "Ada Obi" } });
    expect(screen.queryByText("This device cannot show every letter of your name")).toBeNull();
    fireEvent.change(field, { target: { value: "山田" } });
    screen.getByText("This device cannot show every letter of your name");
    screen.getByText(/no font for 2 of them/);
    // The warning does not prevent confirmation.
    fireEvent.click(screen.getByRole("button", { name: "Confirm and get certificate" }));
    await screen.findByText(/There is no connection. Your name stays in the field/);
  });

  it("shows a learner with a running plan when the certificate will be issued and asks only for the name", async () => {
    isOnline = true;
    const order = {
      ...{
        id: "o",
        status: "paid",
        tier: "student",
        plan: "installment",
        discount_code: "",
        grace_until: null,
        ...{ restored_at: null, seats: 1, team_id: null },
        plan_ended_at: null,
      },
      ...{ subtotal_pence: 1800, discount_pence: 0, vat_pence: 360, total_pence: 2160 },
      paid_at: "2026-11-22T10:00:00Z",
    };
    const refusal = { error: planRunningText("2027-01-22T10:00:00Z"), code: "plan_running", requestId: "r" };
    vi.stubGlobal("fetch", async (input: string | URL | Request) => {
      const address = String(input instanceof Request ? input.url : input);
      if (address.includes("/orders")) return Response.json([order]);
      if (address.includes("/order_payments")) return Response.json([]);
      if (address.includes("issue-certificate")) return Response.json(refusal, { status: 409 });
      throw new TypeError("no network");
    });
    open();
    await screen.findByText("Your certificate comes with your last payment, on 22 January 2027");
    screen.getByText(/last payment has been made, due on 22 January 2027/);
    fireEvent.change(screen.getByLabelText("Your name"), { target: { value: "Ada Obi" } });
    fireEvent.click(screen.getByRole("button", { name: "Confirm your name" }));
    expect((await screen.findByRole("alert")).textContent).toMatch(
      /^Your name is confirmed\. .* due on 22 January 2027\.$/,
    );
  });

  it("says that the academy revoked the certificate and how to object, with no form, draft or promise", async () => {
    isOnline = true;
    await writeMeta(db, "certificate", { certificate: null, canCorrect: true, isWithdrawn: true });
    open();
    await screen.findByText("The academy has revoked your certificate");
    expect(screen.getByRole("link", { name: "write to us" }).getAttribute("href")).toBe("/contact");
    expect(screen.queryByLabelText("Your name")).toBeNull();
    expect(screen.queryByRole("article")).toBeNull();
    expect(screen.queryByText(/yours to keep/)).toBeNull();
  });

  it("looks back at the labs and at what the learner decided, in their own words", async () => {
    await storeRows(db, workbookField, [
      { fieldId: labFieldId("1", "sort-mail"), value: writeLabState({}, true) },
      { fieldId: labFieldId("2", "guess-next-word"), value: writeLabState({}, false) },
      { fieldId: "l11-decision", value: "Change it first." },
      { fieldId: "l11-monday", value: "أعرضها على مريم" },
    ]);
    open();
    await screen.findByText("You have completed 11 lessons, 1 of 15 labs, 0 of 13 tasks and 0 of 6 topics.");
    screen.getByText("Change it first.");
    screen.getByText("What you will do on Monday");
    expect(screen.getByText("أعرضها على مريم").getAttribute("dir")).toBe("auto");
    expect(screen.queryByRole("link", { name: "Decide what you will do on Monday" })).toBeNull();
  });

  it("offers no further correction of the name once it has been corrected", async () => {
    await writeMeta(db, "certificate", { certificate: certificateOn("Ada Ọbi"), canCorrect: false });
    open();
    await screen.findByRole("article", { name: "Certificate of completion" });
    expect(screen.queryByText("Correct your name")).toBeNull();
  });
});
