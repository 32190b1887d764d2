import { expect } from "vitest";
import { z } from "zod";
import { credentialFacts, credentialSchema } from "../../src/domain/certificate/certificate.ts";
import { holderNameFault } from "../../src/domain/certificate/holderName.ts";
import { CONTACT_FIELDS, cleanField, faultOf } from "../../src/domain/contact.ts";
import { createCheckoutRequestSchema, studentFormSchema } from "../../src/domain/sales/checkout.ts";
import { identifyStudentId } from "../../src/domain/sales/studentIdFile.ts";
import { cleanLine } from "../../src/domain/text/typedText.ts";
import type { TestAcademy } from "../support/server/academy.ts";

type Row = Record<string, string>;

/** Expects every stored row to be valid input of the site's own pages. */
export async function expectValidRows(academy: TestAcademy): Promise<void> {
  const rows = (sql: string) => academy.backend.query<Row>(sql);

  for (const row of await rows("select * from public.orders")) {
    const sent = { firstName: row.first_name, lastName: row.last_name, email: row.email, phone: row.phone };
    const rest = { country: row.country, priceId: row.price_id, courseType: row.tier };
    const order = { ...sent, ...rest, organization: row.organization, discountCode: row.discount_code };
    expect(createCheckoutRequestSchema.parse(order)).toMatchObject(order);
  }
  for (const row of await rows("select name, email, subject, message from public.contact_messages")) {
    for (const field of CONTACT_FIELDS) {
      expect([field, cleanField(field, row[field] ?? "")]).toEqual([field, row[field]]);
      expect(faultOf(field, row[field] ?? "")).toBeNull();
    }
  }
  for (const { recipient } of await rows(
    "select distinct recipient from public.mail_queue where recipient <> ''",
  )) {
    expect(createCheckoutRequestSchema.shape.email.parse(recipient)).toBe(recipient);
  }
  for (const { id, type } of await rows("select id, type from public.stripe_events")) {
    expect(`${id} ${type}`).toMatch(/^[\w-]+ [\w.]+$/);
  }
  for (const { holder_name = "", credential = "" } of await rows("select * from public.certificates")) {
    expect(cleanLine(holder_name)).toBe(holder_name);
    expect(holderNameFault(holder_name)).toBeNull();
    const facts = credentialFacts(credentialSchema.parse(JSON.parse(credential)));
    expect(facts.holderName).toBe(holder_name);
  }
  await expectValidFiles(academy);
}

const storedFile = z.object({ path: z.uuid(), university: studentFormSchema.shape.university });

/** Expects each student ID to have the recorded type, and each file to have a row. */
async function expectValidFiles(academy: TestAcademy): Promise<void> {
  const rows = await academy.backend.query<Row>(
    "select path, university, content_type from public.student_ids",
  );
  const bucket = academy.client(academy.secretKey).storage.from("student-ids");
  for (const row of rows) {
    const { path, university } = storedFile.parse(row);
    expect(university).toBe(row.university);
    const { data } = await bucket.download(path);
    expect(identifyStudentId(new Uint8Array((await data?.arrayBuffer()) ?? []))).toBe(row.content_type);
  }
  const files = await academy.backend.query("select from storage.objects where bucket_id = 'student-ids'");
  expect(files.length).toBe(rows.length);
}
