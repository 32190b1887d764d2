import type { Kind } from "../api/kind.ts";

/** `status` is the HTTP status of the response, or null with the reason in `error`. Times in milliseconds. */
export type DeliveryAttempt = { at: number; status: number | null; error: string | null };

/** The delivery of one event to one endpoint; resending the event creates another. Times in milliseconds. */
export type Delivery = {
  id: string;
  object: "simulator.delivery";
  event: string;
  endpoint: string;
  state: "pending" | "delivered" | "failed" | "dropped";
  startedAt: number;
  nextAt: number;
  attempts: DeliveryAttempt[];
};

export const deliveries: Kind<Delivery> = {
  object: "simulator.delivery",
  idPrefix: "",
  expandable: [],
  included: [],
};
