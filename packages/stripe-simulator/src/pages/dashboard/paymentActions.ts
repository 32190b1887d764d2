import { type Context, Hono } from "hono";
import { z } from "zod";
import { ApiError } from "../../api/apiError.ts";
import { settleBankDebit } from "../../charges/bankDebit.ts";
import { charges } from "../../charges/charge.ts";
import { createRefund } from "../../charges/createRefund.ts";
import { paymentIntents } from "../../charges/paymentIntent.ts";
import { changeCheckoutSettings } from "../../checkout/checkoutSettings.ts";
import { outcomeBody } from "../../controls/disputeRoutes.ts";
import { debitBody } from "../../controls/paymentRoutes.ts";
import { closeDispute } from "../../disputes/closeDispute.ts";
import { disputes } from "../../disputes/dispute.ts";
import { openDispute } from "../../disputes/openDispute.ts";
import type { World } from "../../world.ts";
import { pageHeaders } from "../layout.ts";
import { messagePage } from "../messagePage.ts";

const PENCE_PER_POUND = 100;
const refundForm = z.object({
  all: z.string().optional(),
  amount: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,2})?$/)
    .transform((typed) => Math.round(Number(typed) * PENCE_PER_POUND))
    .optional(),
});

const switchForm = z.object({
  adaptivePricing: z.enum(["on", "off"]).optional(),
  bankDebits: z.enum(["on", "off"]).optional(),
});

/** The dashboard's buttons for payments and disputes. Each redirects to the dashboard or shows why it failed. */
export function paymentActions(world: World): Hono {
  const app = new Hono();
  app.post("/checkout", async (c) => {
    const { data } = switchForm.safeParse(await c.req.parseBody());
    const { adaptivePricing, bankDebits } = data ?? {};
    return await act(c, world, () =>
      changeCheckoutSettings(world.store, {
        ...(adaptivePricing ? { adaptivePricing: adaptivePricing === "on" } : {}),
        ...(bankDebits ? { paymentMethods: bankDebits === "on" ? ["card", "bacs_debit"] : ["card"] } : {}),
      }),
    );
  });
  app.post("/payments/:id/settle", async (c) => {
    const { data } = debitBody.safeParse(await c.req.parseBody());
    const intent = world.store.get(paymentIntents, c.req.param("id"));
    return await act(
      c,
      world,
      () => data && intent?.status === "processing" && settleBankDebit(world, intent, data.outcome),
    );
  });
  app.post("/charges/:id/refund", async (c) => {
    const form = refundForm.safeParse(await c.req.parseBody());
    if (!form.success || (!form.data.all && !form.data.amount))
      return refused(c, "Enter an amount such as 12.50.");
    const { amount } = form.data;
    return await act(c, world, () => createRefund(world, { charge: c.req.param("id"), amount }));
  });
  app.post("/charges/:id/dispute", async (c) => {
    const charge = world.store.get(charges, c.req.param("id"));
    return await act(c, world, () => charge && openDispute(world, charge, "fraudulent"));
  });
  app.post("/disputes/:id/close", async (c) => {
    const form = outcomeBody.safeParse(await c.req.parseBody());
    const dispute = world.store.get(disputes, c.req.param("id"));
    return await act(
      c,
      world,
      () => dispute && form.success && closeDispute(world, dispute, form.data.outcome),
    );
  });
  return app;
}

async function act(c: Context, world: World, work: () => unknown): Promise<Response> {
  try {
    world.store.atomically(work);
  } catch (error) {
    if (error instanceof ApiError) return refused(c, error.message);
    throw error;
  }
  await world.store.flush();
  return c.redirect("/", 303);
}

function refused(c: Context, why: string): Response | Promise<Response> {
  const back = { href: "/", label: "Back to the dashboard" };
  return c.html(messagePage("Nothing was changed", why, back), 400, pageHeaders());
}
