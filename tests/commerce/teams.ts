import { expect } from "vitest";
import { type Member, signInAs } from "../staff/members.ts";
import { eventually } from "../support/eventually.ts";
import type { Reply, TestAcademy } from "../support/server/academy.ts";
import { payOnHostedPage } from "../support/server/hostedPage.ts";
import { newEmail, proveAddress } from "./shop.ts";

/** What the form for 25 places sends. */
export function teamRequest(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...{ tier: "ngo", seats: 25, teamName: "Kreuzberg e. V.", pay: "card" },
    ...{ firstName: "Ada", lastName: "Obi", email: newEmail(), organization: "Example e. V." },
    purchaseOrder: "PO-7",
    billing: {
      ...{ line1: "1 High Street", line2: "", city: "Leeds", postalCode: "LS1 1AA" },
      ...{ country: "GB", vatNumber: "GB123456789" },
    },
    ...{ termsAccepted: true, immediateSupply: true, isAuthenticated: false },
    ...change,
  };
}

/** A signed-in buyer whose address is proven. */
export async function signInBuyer(academy: TestAcademy): Promise<Member> {
  const member = await signInAs(academy, null, false);
  await proveAddress(academy, member.email);
  return member;
}

export function buyAs(member: Member, change: Record<string, unknown> = {}): Promise<Reply> {
  return member.call("buy-team", teamRequest({ email: member.email, isAuthenticated: true, ...change }));
}

/** Pays for places by card and waits until they can be used. Returns the order's id. */
export async function payByCard(academy: TestAcademy, reply: Reply): Promise<TeamOrder> {
  expect(reply).toMatchObject({ status: 200, body: { claimToken: expect.any(String) } });
  await payOnHostedPage(String(reply.body.url));
  return eventually(async () => {
    const order = await teamOrder(academy, { session: String(reply.body.sessionId) });
    expect(order.status).toBe("paid");
    return order;
  });
}

export type TeamOrder = {
  id: string;
  status: string;
  seats: number;
  team_id: string;
  user_id: string | null;
  subtotal_pence: number;
  vat_pence: number;
  total_pence: number;
};

export async function teamOrder(
  academy: TestAcademy,
  by: { id: string } | { session: string },
): Promise<TeamOrder> {
  const [row] = await academy.backend.query<TeamOrder>(
    "select * from public.orders where id::text = $1 or checkout_session_id = $1",
    ["id" in by ? by.id : by.session],
  );
  if (!row) throw new Error("there is no such order");
  return row;
}
