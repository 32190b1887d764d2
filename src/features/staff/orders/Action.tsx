import type { ReactNode } from "react";
import { type StaffOrderRequest, staffOrderReplySchema } from "../../../domain/staff/orders.ts";
import { callFunction } from "../../../platform/functions.ts";
import type { OrderPage } from "./orderSchemas.ts";

export type ActionProps = { page: OrderPage; onDone: () => void };

export const ask = (request: StaffOrderRequest) =>
  callFunction("staff-order", request, staffOrderReplySchema);

export const REASON = { isRequired: true, hint: "Kept with this order, and read only by staff" };

/** One thing that staff can do to an order, or why they cannot. */
export function Action({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col items-start gap-3 border-t border-line pt-4">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  );
}
