import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { requireSeller } from "../../functions/_shared/payments/requireSeller.ts";
import type { ProviderFacts } from "../../src/domain/provider/facts.ts";
import { readFacts } from "../../src/domain/provider/readFacts.ts";
import { finish, issue, verify } from "../certificate/learners.ts";
import { withAcademy } from "../support/server/academy.ts";
import { FACTS } from "./facts.ts";
import { type Member, signInAs } from "./members.ts";

const academy = withAcademy();
let staff: Member;
beforeAll(async () => {
  staff = await signInAs(academy, "staff");
});

type Change = Partial<Record<keyof ProviderFacts, unknown>>;
const save = (basedOn: number, change: Change = {}, member = staff) =>
  member.call("staff-settings", { basedOn, facts: { ...FACTS, ...change }, reason: "We have moved" });
const mailsTo = (address: string) => academy.mails().filter((mail) => mail.to === address);
const versions = async () => (await staff.client.rpc("staff_settings")).data;
/** What a visitor's browser receives. */
async function publicFacts(): Promise<unknown> {
  const { data, error } = await academy.client().rpc("site_facts", {}, { get: true });
  if (error) throw error;
  return data;
}

describe("the provider's settings", () => {
  it("are examples until staff have saved a version, which then applies to everyone", async () => {
    expect(await publicFacts()).toBeNull();
    const reply = await save(0);
    expect([reply.status, reply.body]).toEqual([200, { version: 1 }]);
    expect(await publicFacts()).toEqual({ version: 1, facts: FACTS });
    expect(await versions()).toEqual([
      {
        version: 1,
        facts: FACTS,
        saved_at: expect.any(String),
        saved_by: staff.email,
        reason: "We have moved",
      },
    ]);
    const [act] = await academy.backend.query(
      "select action, subject_id, reason from public.staff_actions where subject_kind = 'settings'",
    );
    expect(act).toEqual({ action: "settings_saved", subject_id: "1", reason: "We have moved" });
  });

  it("are saved once when a lost reply is repeated", async () => {
    const reply = await save(0);
    expect(reply.body).toEqual({ version: 1 });
    expect(await versions()).toHaveLength(1);
  });

  it("are not overwritten by someone who has not seen the newest version", async () => {
    const [first, second] = await Promise.all([
      save(1, { officeHours: "Mondays" }),
      save(1, { officeHours: "Tuesdays" }),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const refused = first.status === 409 ? first : second;
    expect(refused.body).toMatchObject({
      code: "changed_meanwhile",
      error: expect.stringContaining("Someone else has saved these settings"),
    });
    expect(await versions()).toHaveLength(2);
  });

  it.each<[string, Change]>([
    ["an example address", { supportEmail: "support@academy.example" }],
    ["a missing postal address", { address: " " }],
    ["an address that runs a script", { forumUrl: "javascript:alert(1)" }],
    ["an unencrypted address", { bookingUrl: "http://booking.example.org" }],
    ["a second line in the name", { legalName: "Name\nBcc: other@mail.org" }],
    ["a name that nobody can see", { legalName: "\u200b\u2800" }],
    ["a character that turns the text around", { officeHours: "Mondays\u202e" }],
    ["a header in the sender", { senderName: "Academy <x@y.org>", senderAddress: "a@ubuntu-partners.org" }],
    ["a sender without an address", { senderName: "Academy" }],
    ["a wrong VAT number", { vatNumber: "12" }],
    ["a signatory without a role", { signatoryRole: null }],
    ["a date in the future", { termsUpdated: "2999-01-01" }],
    ["a date that does not exist", { privacyUpdated: "2026-02-30" }],
    ["a date in no calendar", { privacyUpdated: "2026-99-99" }],
    ["an unknown field", { colour: "red" } as Change],
    ["a number", { location: 1 }],
    ["nine profiles", { socialLinks: Array(9).fill(FACTS.socialLinks[0]) }],
  ])("are refused with %s", async (_, change) => {
    const reply = await save(2, change);
    expect([reply.status, reply.body]).toEqual([400, expect.objectContaining({ code: "bad_request" })]);
    expect(await versions()).toHaveLength(2);
  });

  it("are refused when they are based on a version that cannot exist", async () => {
    for (const version of [-1, 1.5, 1e12]) expect((await save(version)).status).toBe(400);
  });

  it("cannot be changed or deleted afterwards, not even by the owner of the database", async () => {
    for (const statement of [
      "update private.provider_facts set reason = 'other'",
      "delete from private.provider_facts",
      "truncate private.provider_facts",
    ])
      await expect(academy.backend.query(statement)).rejects.toThrow(/never changed or deleted/);
  });

  it("are read from the database in the format of the browser", async () => {
    expect(readFacts(await publicFacts())?.facts.legalName).toBe(FACTS.legalName);
  });

  it("apply to emails from then on: recipient, response time, signature and replies", async () => {
    const body = { name: "Eve", email: "eve@mail.example", subject: "Hello", message: "A question" };
    await academy.call("send-contact-email", { id: randomUUID(), ...body, website: "" });
    await vi.waitFor(() => expect(mailsTo("eve@mail.example")).toHaveLength(1), 10_000);
    await vi.waitFor(() => expect(mailsTo(FACTS.contactEmail)).toHaveLength(1), 10_000);
    const [acknowledgement] = mailsTo("eve@mail.example");
    expect(acknowledgement?.text).toContain(FACTS.supportEmail);
    expect(acknowledgement?.text).not.toContain(".example");
  });

  it("are signed with each new certificate", async () => {
    const { id } = await issue(academy, await finish(academy), "Eve Adu");
    const found = await verify(academy, id);
    const credential = found.status === "valid" ? JSON.parse(found.credential) : null;
    expect(credential.issuer).toMatchObject({ official: "Ada Obi, Director", email: FACTS.supportEmail });
  });

  it("are needed, with a VAT number, before real payments can be taken (S-127)", async () => {
    const admin = academy.client(academy.secretKey);
    const open = (STRIPE_SECRET_KEY: string) => requireSeller({ admin, env: { STRIPE_SECRET_KEY } });
    await open("sk_live_1");
    const refused = { status: 503, code: "not_possible", message: expect.stringContaining("not open") };
    await academy.backend.query("alter table private.provider_facts disable trigger user");
    await academy.backend.query(
      `update private.provider_facts set facts = facts - 'vatNumber' || '{"vatNumber": null}'`,
    );
    await open("sk_test_1");
    await expect(open("rk_live_1")).rejects.toMatchObject(refused);
    await academy.backend.query("delete from private.provider_facts");
    await open("sk_test_1");
    await expect(open("rk_live_1")).rejects.toMatchObject(refused);
  });
});
