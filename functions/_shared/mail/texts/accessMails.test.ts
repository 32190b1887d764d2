import { expect, it } from "vitest";
import type { CertificateKind } from "../../../../src/domain/certificate/certificate.ts";
import {
  ACCESS_END_CAUSES,
  accessEndCauseSchema,
  REVOCATION_CAUSES,
  revocationCauseSchema,
} from "../../../../src/domain/staff/causes.ts";
import { type MailContent, renderMail } from "../layout.ts";
import { accessMail } from "./accessMails.ts";
import { certificateWithdrawnMail } from "./certificateWithdrawnMail.ts";

const render = (content: MailContent) => renderMail(content, "help@my-academy.org");
const siteUrl = "https://academy.example";
type Mail = Parameters<typeof accessMail>[2];

function textOf(
  mail: Mail,
  status: string,
  plan: "full" | "installment" = "full",
  valid: readonly CertificateKind[] = [],
): string {
  const content = accessMail(siteUrl, { status, plan }, mail, valid);
  return content === "obsolete" ? content : render(content).text;
}
const withdrawn = (has_access = false): Mail => ({
  kind: "access_withdrawn",
  data: { cause: "shared", has_access },
});

it("an extension says until which day in the United Kingdom, and what is still open", () => {
  const mail = (open: "payment" | "plan_over" | "student_id"): Mail => ({
    kind: "access_extended",
    data: { until: "2026-07-31T22:59:59.000Z", open },
  });
  expect(textOf(mail("payment"), "past_due")).toMatch(
    /until the end of 31 July 2026.*payment is still outstanding/s,
  );
  expect(textOf(mail("student_id"), "paid")).toMatch(/still an open question about your student ID/);
  expect(textOf(mail("plan_over"), "past_due")).toMatch(
    /plan has ended.*nothing left to pay.*no longer have/s,
  );
  expect(textOf(mail("plan_over"), "past_due")).not.toContain("outstanding");
  expect(textOf(mail("payment"), "ended")).toBe("obsolete");
});

it("ended access says why, what is kept, how to object and that a plan takes no more payments", () => {
  const text = textOf(withdrawn(), "ended", "installment");
  expect(text).toContain(ACCESS_END_CAUSES.shared);
  expect(text).toMatch(/Nothing was refunded\. No more payments/);
  expect(text).toMatch(/kept in your account and on your devices\./);
  expect(text).toMatch(/reply to this email/);
  expect(textOf(withdrawn(), "ended")).not.toContain("No more payments");
  expect(textOf(withdrawn(true), "ended")).toContain("You still have access through another order.");
  expect(textOf(withdrawn(), "paid")).toBe("obsolete");
});

it("ended access mentions only certificates that are valid", () => {
  const text = (valid: readonly CertificateKind[]) => textOf(withdrawn(), "ended", "full", valid);
  expect(text([])).not.toMatch(/certificate|credential/);
  expect(text(["completion"])).toContain("Your certificate stays valid.");
  expect(text(["completion", "capstone"])).toMatch(
    /Your certificate and your capstone credential\s+stay\s+valid\./,
  );
});

it("restored access says that a cancelled plan costs nothing more", () => {
  const mail = (is_plan: boolean): Mail => ({ kind: "access_restored", data: { is_plan } });
  expect(textOf(mail(true), "paid", "installment")).toContain("there is nothing more to pay");
  expect(textOf(mail(false), "paid")).not.toContain("nothing more to pay");
  expect(textOf(mail(false), "ended")).toBe("obsolete");
});

it("a revoked certificate says why, what no longer works and how to object", () => {
  const { text } = render(certificateWithdrawnMail({ kind: "completion", cause: "not_own_work" }));
  expect(text).toContain(REVOCATION_CAUSES.not_own_work);
  expect(text).toMatch(/public page now says.*If you disagree, please reply/s);
});

it("every cause has a sentence", () => {
  expect(revocationCauseSchema.options).toEqual(Object.keys(REVOCATION_CAUSES));
  expect(accessEndCauseSchema.options).toEqual(Object.keys(ACCESS_END_CAUSES));
});
