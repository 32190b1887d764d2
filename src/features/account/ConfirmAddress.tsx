import { useEffect, useState } from "react";
import { isAddressProven, requestAddressLink } from "../../platform/address.ts";
import { useOnline } from "../../platform/useOnline.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { FormMessage } from "./FormMessage.tsx";

const OFFLINE = "You are offline. Sending the link needs a connection.";
const BROKEN = "The link could not be sent. Please try again in a moment.";

/**
 * Shown while the account's email address is unverified: explains why that matters and sends the confirmation email.
 */
export function ConfirmAddress({ email }: { email: string }) {
  const isOnline = useOnline();
  const [isProven, setIsProven] = useState<boolean | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ done?: string; failure?: string }>({});
  // Synchronises with the server's record of the account.
  useEffect(() => {
    if (!isOnline) return;
    let isCurrent = true;
    isAddressProven().then((proven) => {
      if (isCurrent) setIsProven(proven);
    });
    return () => {
      isCurrent = false;
    };
  }, [isOnline]);
  if (isProven !== false) return null;
  const send = async () => {
    setIsBusy(true);
    const reply = await requestAddressLink();
    setIsBusy(false);
    if (reply.ok) setOutcome({ done: `A link is on its way to ${email}. Open it in this browser.` });
    else setOutcome({ failure: reply.message ?? (reply.kind === "offline" ? OFFLINE : BROKEN) });
  };
  return (
    <div className="flex flex-col gap-4">
      <Banner
        tone="highlight"
        title="Your email address is not confirmed"
        action={
          <Button busy={isBusy} onClick={send}>
            Send me the link
          </Button>
        }
      >
        Confirm that it is yours. Courses you buy without signing in are then added to this account, and
        nobody else can use your address to claim it.
      </Banner>
      <FormMessage done={outcome.done ?? null} failure={outcome.failure} />
    </div>
  );
}
