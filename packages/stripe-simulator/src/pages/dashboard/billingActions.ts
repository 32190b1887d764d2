import { Hono } from "hono";
import { z } from "zod";
import { declineRenewals } from "../../billing/subscriptions/declineRenewals.ts";
import { billingSettings, setBillingSettings } from "../../billing/subscriptions/settings.ts";
import { advanceTime } from "../../controls/timeRoutes.ts";
import type { World } from "../../world.ts";

const stepForm = z.object({ step: z.enum(["day", "month"]) });
const renewalForm = z.object({ decline: z.enum(["true", "false"]) });

/** The dashboard's forms about time and renewals. */
export function billingActions(world: World): Hono {
  const app = new Hono();
  app.post("/advance", async (c) => {
    const form = stepForm.safeParse(await c.req.parseBody());
    const isMonth = form.data?.step === "month";
    if (form.success) await advanceTime(world, { months: isMonth ? 1 : 0, days: isMonth ? 0 : 1 });
    return c.redirect("/", 303);
  });
  app.post("/billing", async (c) => {
    const form = billingSettings.safeParse(await c.req.parseBody());
    if (form.success) setBillingSettings(world.store, form.data);
    await world.store.flush();
    return c.redirect("/", 303);
  });
  app.post("/subscriptions/:id/renewals", async (c) => {
    const form = renewalForm.safeParse(await c.req.parseBody());
    if (form.success) declineRenewals(world, c.req.param("id"), form.data.decline === "true");
    await world.store.flush();
    return c.redirect("/", 303);
  });
  return app;
}
