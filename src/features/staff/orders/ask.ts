import { type StaffOrderRequest, staffOrderReplySchema } from "../../../domain/staff/requests.ts";
import { callFunction } from "../../../platform/functions.ts";
import type { OrderPage } from "./orderSchemas.ts";

export type ActionProps = { page: OrderPage; onDone: () => void };

export const ask = (request: StaffOrderRequest) =>
  callFunction("staff-order", request, staffOrderReplySchema);

export const REASON = { isRequired: true, hint: "Kept with this order, and read only by staff" };
