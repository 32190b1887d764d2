import { CreditCard } from "lucide-react";
import { useState } from "react";
import { billingPortalReplySchema } from "../../domain/checkout.ts";
import { paths } from "../../domain/paths.ts";
import { callFunction } from "../../platform/functions.ts";
import { Button } from "../../ui/Button.tsx";

const OFFLINE =
  "You are offline. Our payment provider keeps your card, so you need a connection to change it.";
const BROKEN = "The payment provider's page could not be opened. Please try again in a moment.";

/** Opens the payment provider's portal, where the learner changes the card of a plan and finds its invoices. */
export function BillingPortal() {
  const [isOpening, setIsOpening] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function open() {
    setIsOpening(true);
    setFailure(null);
    const reply = await callFunction(
      "billing-portal",
      { returnPath: paths.account() },
      billingPortalReplySchema,
    );
    if (reply.ok) {
      window.location.assign(reply.data.url);
      return;
    }
    setIsOpening(false);
    setFailure(reply.message ?? (reply.kind === "offline" ? OFFLINE : BROKEN));
  }

  return (
    <div className="flex flex-col items-start gap-2">
      <Button variant="secondary" disabled={isOpening} onClick={open}>
        <CreditCard aria-hidden="true" className="size-5" />
        {isOpening ? "Opening…" : "Change card or see invoices"}
      </Button>
      <p role="alert" className="text-danger empty:hidden">
        {failure}
      </p>
    </div>
  );
}
