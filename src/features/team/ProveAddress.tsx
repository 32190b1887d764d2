import { useEffect, useRef, useState } from "react";
import { paths } from "../../domain/paths.ts";
import { readableEmail } from "../../domain/text/readableEmail.ts";
import { requestAddressLink } from "../../platform/account/address.ts";
import { callMessage } from "../../platform/session/authMessages.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { CLAIM_WORDS } from "./words.ts";

/** Sends the link that confirms the account's address, and continues when the user comes back to this page. */
export function ProveAddress({ email, onProven }: { email: string; onProven: () => void }) {
  const [state, setState] = useState<"idle" | "busy" | "sent">("idle");
  const [failure, setFailure] = useState<string | null>(null);
  const wasHidden = useRef(false);
  // The link usually opens in another tab. A user who returns from it does not have to press a button.
  useEffect(() => {
    if (state !== "sent") return;
    const see = () => {
      if (document.visibilityState === "hidden") wasHidden.current = true;
      else if (wasHidden.current) onProven();
    };
    document.addEventListener("visibilitychange", see);
    return () => document.removeEventListener("visibilitychange", see);
  }, [state, onProven]);
  const send = async () => {
    setState("busy");
    setFailure(null);
    const reply = await requestAddressLink();
    setState(reply.ok ? "sent" : "idle");
    if (!reply.ok) setFailure(callMessage(reply));
  };
  return (
    <Card className="flex max-w-2xl flex-col items-start gap-4">
      <h2>{CLAIM_WORDS.not_proven.title}</h2>
      <p>{CLAIM_WORDS.not_proven.text}</p>
      <p role="status" className="font-semibold empty:hidden">
        {state === "sent" &&
          `A link is on its way to ${readableEmail(email)}. Open it and confirm the address, then come back to this page.`}
      </p>
      <div role="alert" className="empty:hidden">
        {failure && <Banner tone="danger" title={failure} />}
      </div>
      {state === "sent" ? (
        <Button onClick={onProven}>I have confirmed it</Button>
      ) : (
        <Button busy={state === "busy"} onClick={() => void send()}>
          Email me a link
        </Button>
      )}
      <p className="text-muted">
        Not your address? <TextLink to={paths.account()}>See your account</TextLink>
      </p>
    </Card>
  );
}
