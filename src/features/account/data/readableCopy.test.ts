import { expect, test } from "vitest";
import type { DataExport } from "../../../domain/privacy.ts";
import { KINDS } from "../../../entities/registry.ts";
import { unpaidCount } from "../purchases/purchaseState.ts";
import { readableCopy } from "./readableCopy.ts";

const MINE = "<script>alert('mine')</script>\nsecond line";
const COPY: DataExport = {
  madeAt: "2026-11-21T12:00:00.000Z",
  account: { email: "ada@example.com" },
  isAddressProven: true,
  sections: {
    course_progress: [],
    study_rows: [
      { kind: "workbook", content: { fieldId: "l03-prompt", value: MINE }, written_at: "on Monday" },
      { kind: "newer", content: { on: true }, written_at: "on Tuesday" },
    ],
    something_new: [{ kept_since: "yesterday", reason: null }],
  },
};

test("the readable data export names every section, quotes the learner's text exactly and escapes HTML", () => {
  const page = readableCopy(COPY);
  const inTables = ["progress", "attempt", "achievement", "capstone"];
  const ofKinds = KINDS.filter(({ kind }) => !inTables.includes(kind)).map(({ exportAs }) => exportAs);
  expect(headings(page)).toEqual(["Account", "Lessons", ...ofKinds, "Newer", "Something new"]);
  expect(page).toContain("<dt>Field id</dt><dd>l03-prompt</dd>");
  expect(page).toContain("<dt>Written at</dt><dd>on Tuesday</dd>");
  expect(page).toContain("&lt;script&gt;alert('mine')&lt;/script&gt;\nsecond line");
  expect(page).not.toMatch(/<script|<dt>Reason/);
  expect(page).toContain("<dt>Kept since</dt><dd>yesterday</dd>");
  expect(page).not.toContain("has not been confirmed yet");
});

test("the readable data export of an account with an unverified email address says what it leaves out", () => {
  expect(readableCopy({ ...COPY, isAddressProven: false })).toContain("has not been confirmed yet");
});

test("the count of unpaid payments includes only plans that are still running", () => {
  const paid = { paid_at: "2026-11-21T12:00:00Z" };
  const plan = (status: string, ...payments: { paid_at: string | null }[]) =>
    ({ plan: "installment", status, payments, restored_at: null, plan_ended_at: null }) as Parameters<
      typeof unpaidCount
    >[0][number];
  expect(unpaidCount([plan("paid", paid), { ...plan("paid", paid), plan: "full" }])).toBe(2);
  expect(unpaidCount([plan("past_due", paid, { paid_at: null })])).toBe(2);
  expect(unpaidCount([plan("paid", paid, paid, paid), plan("refunded", paid)])).toBe(0);
});

function headings(html: string): (string | undefined)[] {
  return [...html.matchAll(/<h2>(.+?)<\/h2>/g)].map(([, title]) => title);
}
