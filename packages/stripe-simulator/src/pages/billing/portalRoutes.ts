import { type Context, Hono } from "hono";
import { payNow, savedMethod } from "../../billing/invoices/collect.ts";
import { invoices } from "../../billing/invoices/objects.ts";
import { makeDefault } from "../../billing/subscriptions/saveCard.ts";
import { newSavedMethod } from "../../charges/newPaymentMethod.ts";
import { testCard } from "../../charges/testCards.ts";
import { customers } from "../../customers/customer.ts";
import {
  type PortalFeatures,
  type PortalSession,
  portalConfigurations,
  portalSessions,
} from "../../customers/portal.ts";
import { runDue } from "../../time/runDue.ts";
import { requireObject, type World } from "../../world.ts";
import { nothingTyped, readCardForm } from "../checkout/payForm.ts";
import { pageHeaders } from "../layout.ts";
import { messagePage } from "../messagePages.ts";
import { readForm } from "../readForm.ts";
import { portalCardPage, portalPage } from "./portalPage.ts";

type Form = { [name: string]: string };
type Visit = { world: World; session: PortalSession; features: PortalFeatures; form: Form };
type Handle = (c: Context, visit: Visit) => Response | Promise<Response>;

/** `/portal/:id`: the billing portal. */
export function portalRoutes(world: World): Hono {
  const app = new Hono();
  const route = (handle: Handle) => (c: Context) => withSession(c, world, handle);
  app.get(
    "/:id",
    route((c, { session }) => c.html(portalPage(world, session, null), 200, pageHeaders())),
  );
  app.get("/:id/card", route(showCard));
  app.post("/:id/card", route(saveCard));
  app.post("/:id/pay/:invoice", route(pay));
  return app;
}

async function withSession(c: Context, world: World, handle: Handle): Promise<Response> {
  const form = await readForm(c);
  if (!form) return c.text("The form is too large.", 413);
  runDue(world);
  const session = world.store.get(portalSessions, c.req.param("id") ?? "");
  if (!session || session.simulator_expires_at <= world.now()) {
    const back = session?.return_url
      ? { href: session.return_url, label: `Return to ${world.siteName}` }
      : undefined;
    const page = messagePage("This page has expired", "Open the billing portal again.", back);
    return c.html(page, session ? 410 : 404, pageHeaders());
  }
  const { features } = requireObject(world, portalConfigurations, session.configuration);
  const response = await handle(c, { world, session, features, form });
  await world.store.flush();
  return response;
}

function home(c: Context, session: PortalSession): Response {
  return c.redirect(`/portal/${session.id}`, 303);
}

function showCard(c: Context, { world, session, features }: Visit): Response | Promise<Response> {
  if (!features.payment_method_update.enabled) return home(c, session);
  const view = { typed: nothingTyped, failure: null };
  return c.html(portalCardPage(session, world.siteName, view), 200, pageHeaders());
}

function saveCard(c: Context, { world, session, features, form }: Visit): Response | Promise<Response> {
  if (!features.payment_method_update.enabled) return home(c, session);
  const { email } = requireObject(world, customers, session.customer);
  const read = readCardForm(form, email ?? "");
  if ("failure" in read) return c.html(portalCardPage(session, world.siteName, read), 422, pageHeaders());
  const refused = world.store.atomically(() => {
    const saved = newSavedMethod(world, read.card, testCard(read.card.number), read.buyer);
    if ("refused" in saved) return saved.refused;
    makeDefault(world, saved.method, session.customer);
    return null;
  });
  if (!refused) return home(c, session);
  const view = { typed: read.typed, failure: refused.message };
  return c.html(portalCardPage(session, world.siteName, view), 402, pageHeaders());
}

function pay(c: Context, { world, session }: Visit): Response | Promise<Response> {
  const invoice = world.store.get(invoices, c.req.param("invoice") ?? "");
  if (invoice?.customer !== session.customer || invoice.status !== "open") return home(c, session);
  const method = savedMethod(world, invoice);
  const refused = world.store.atomically(() =>
    payNow(world, invoice, method, method?.simulator_off_session ?? null),
  );
  if (!refused) return home(c, session);
  return c.html(portalPage(world, session, refused.message), 402, pageHeaders());
}
