import { expect, test } from "vitest";
import type { DataExport } from "../../../domain/privacy.ts";
import { unpaidCount } from "../purchases/unpaidCount.ts";
import { readableCopy } from "./readableCopy.ts";

const COPY: DataExport = {
  madeAt: "2026-11-21T12:00:00.000Z",
  account: { email: "ada@example.com" },
  isAddressProven: true,
  sections: {
    sync_ledger: [],
    workbook_fields: [{ field_id: "l03-prompt", value: "<script>alert('mine')</script>\nsecond line" }],
    something_new: [{ kept_since: "yesterday", reason: null }],
  },
};

test("the readable data export names every section, quotes the learner's text exactly and escapes HTML", () => {
  const page = readableCopy(COPY);
  expect(headings(page)).toEqual(["Account", "Workbook", "Changes sent by your devices", "Something new"]);
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
