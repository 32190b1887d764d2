import Stripe from "stripe";
import { HANDLED_EVENTS } from "../../functions/_shared/payments/events/handleEvent.ts";
import type { Change } from "./change.ts";

/**
 * Returns the changes after which the provider has exactly one webhook endpoint at `url`, with exactly the events that
 * have an effect here and the API version that the handlers expect. The provider reveals the signing secret only on
 * creation; `onSecret` receives it.
 */
export async function webhookChanges(
  stripe: Stripe,
  url: string,
  onSecret: (secret: string) => void,
): Promise<Change[]> {
  const ours: Stripe.WebhookEndpoint[] = [];
  for await (const each of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (each.url === url) ours.push(each);
  }
  const current = ours.find((each) => each.api_version === Stripe.API_VERSION);
  const changes = current ? repair(stripe, current) : [create(stripe, url, onSecret)];
  // The API version of an endpoint cannot be changed, and two endpoints would send every event twice.
  for (const stale of ours.filter((each) => each !== current)) {
    changes.push({
      what: `delete the webhook endpoint ${stale.id} of API version ${stale.api_version ?? "of the account"}`,
      apply: async () => void (await stripe.webhookEndpoints.del(stale.id)),
    });
  }
  return changes;
}

function create(stripe: Stripe, url: string, onSecret: (secret: string) => void): Change {
  return {
    what: `create the webhook endpoint ${url} with ${HANDLED_EVENTS.length} events`,
    apply: async () => {
      const made = await stripe.webhookEndpoints.create({
        url,
        enabled_events: HANDLED_EVENTS,
        api_version: Stripe.API_VERSION,
      });
      if (made.secret) onSecret(made.secret);
    },
  };
}

function repair(stripe: Stripe, { id, enabled_events: enabled, status }: Stripe.WebhookEndpoint): Change[] {
  const isComplete = HANDLED_EVENTS.every((each) => enabled.includes(each));
  if (isComplete && enabled.length === HANDLED_EVENTS.length && status === "enabled") return [];
  const update = async () => {
    await stripe.webhookEndpoints.update(id, { enabled_events: HANDLED_EVENTS, disabled: false });
  };
  return [
    { what: `repair the webhook endpoint ${id}: enabled, ${HANDLED_EVENTS.length} events`, apply: update },
  ];
}
