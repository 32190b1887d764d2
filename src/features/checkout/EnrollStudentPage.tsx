import type { Tier } from "../../domain/plans.ts";
import { Component as CheckoutPage } from "./CheckoutPage.tsx";

export const loader = (): Tier => "student";

/** `/academy/enroll/student`: the student's checkout under the address of an enrolment form. */
export function Component() {
  return <CheckoutPage />;
}
