import { useState } from "react";
import { SITE } from "../../domain/site.ts";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { CorrectEmail } from "./CorrectEmail.tsx";
import { claimTokenOf } from "./claim.ts";
import { ResendCredentials } from "./ResendCredentials.tsx";

type Props = { sessionId: string; maskedEmail: string | null };

/** Helps a buyer who received no email. Only the browser that made the order can change the address. */
export function MissingMail({ sessionId, maskedEmail }: Props) {
  const [claimToken] = useState(() => claimTokenOf(sessionId));
  return (
    <Disclosure summary="No email after a few minutes, or the wrong address?" className="border-t">
      <div className="flex flex-col gap-6">
        {maskedEmail && (
          <p>
            We sent it to <strong>{maskedEmail}</strong>.
          </p>
        )}
        {claimToken ? (
          <>
            <ResendCredentials claimToken={claimToken} />
            <CorrectEmail claimToken={claimToken} />
          </>
        ) : (
          <p>
            In the browser you ordered with, you can have the email sent again or correct your address here.
            Otherwise, please write to{" "}
            <a href={`mailto:${SITE.supportEmail}`} className="text-link">
              {SITE.supportEmail}
            </a>
            .
          </p>
        )}
      </div>
    </Disclosure>
  );
}
