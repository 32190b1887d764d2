import type { Tier } from "../../../domain/sales/plans.ts";
import { Component as CheckoutPage } from "./CheckoutPage.tsx";

export const loader = (): Tier => "student";

/** `/academy/enroll/student`: the student checkout under its enrolment URL. */
export function Component() {
  return <CheckoutPage />;
}
