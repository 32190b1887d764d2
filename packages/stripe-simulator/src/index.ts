import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createSimulatorApp } from "./app.ts";
import { creditNotes } from "./billing/creditNotes/objects.ts";
import { invoices } from "./billing/invoices/objects.ts";
import { sessions } from "./checkout/objects.ts";
import { allResources } from "./resources.ts";
import { openStore, type Store } from "./store.ts";
import { secondsAhead } from "./time/clock.ts";
import { runDue } from "./time/runDue.ts";
import { type Deliverer, startDeliveries } from "./webhooks/deliver.ts";
import { setDefaultEndpoint } from "./webhooks/webhookResource.ts";
import type { World } from "./world.ts";

const MS_PER_SECOND = 1000;
const DUE_CHECK_INTERVAL_MS = 1000;
const CLOSE_GRACE_MS = 1000;

export type StripeSimulator = { readonly url: string; close(): Promise<void> };

export type SimulatorOptions = {
  /** 0 chooses any free port. */
  port: number;
  host: string;
  /** The JSON file for state kept across restarts; null stores nothing. */
  dataFile: string | null;
  /** The accepted API key; any other gets 401. */
  secretKey: string;
  /** The site's webhook endpoint, which always exists. */
  webhook: { url: string; secret: string } | null;
  siteName: string;
};

/**
 * Starts a server that responds to the unmodified `stripe` package like Stripe's API, with a hosted payment page. `now`
 * returns milliseconds. Rejects when the port is taken or the state cannot be read.
 */
export async function startStripeSimulator(
  options: SimulatorOptions,
  now: () => number = Date.now,
): Promise<StripeSimulator> {
  const store = await openStore(options.dataFile);
  const server = createServer();
  await listen(server, options.port, options.host);
  // `address()` is a pipe name or null only for servers that do not listen on a port.
  const { port } = server.address() as AddressInfo;
  const origin = `http://${options.host.includes(":") ? `[${options.host}]` : options.host}:${port}`;
  setDefaultEndpoint(store, options.webhook, Math.floor(now() / MS_PER_SECOND));
  updatePageUrls(store, origin);
  await store.flush();
  const deliverer = startDeliveries(store);
  const world: World = {
    store,
    kinds: new Map(allResources.flatMap((each) => each.kinds).map((kind) => [kind.object, kind])),
    siteName: options.siteName,
    origin,
    request: { id: null, idempotency_key: null },
    now: () => Math.floor(now() / MS_PER_SECOND) + secondsAhead(store),
    wakeDeliveries: deliverer.wake,
  };
  const app = createSimulatorApp(world, deliverer, options.secretKey);
  server.on("request", getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  const due = setInterval(() => runDue(world), DUE_CHECK_INTERVAL_MS);
  return { url: origin, close: () => stop(server, due, deliverer, store) };
}

/** A restart may use another port, so the page addresses of open sessions, invoices and credit notes are updated. */
function updatePageUrls(store: Store, origin: string): void {
  for (const session of store.all(sessions)) {
    if (session.status === "open") store.put(sessions, { ...session, url: `${origin}/pay/${session.id}` });
  }
  for (const invoice of store.all(invoices)) {
    if (!invoice.hosted_invoice_url) continue;
    const url = `${origin}/invoice/${invoice.id}`;
    store.put(invoices, { ...invoice, hosted_invoice_url: url, invoice_pdf: `${url}/pdf` });
  }
  for (const note of store.all(creditNotes)) {
    store.put(creditNotes, { ...note, pdf: `${origin}/credit-note/${note.id}/pdf` });
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
}

async function stop(server: Server, due: NodeJS.Timeout, deliverer: Deliverer, store: Store): Promise<void> {
  clearInterval(due);
  await deliverer.close();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
  await closed;
  clearTimeout(cut);
  await store.flush();
}
