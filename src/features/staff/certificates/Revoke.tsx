import { useState } from "react";
import * as z from "zod/mini";
import { unmistakableEmail } from "../../../domain/readableEmail.ts";
import { REVOCATION_CAUSES, type RevocationCause } from "../../../domain/staff/causes.ts";
import { staffRpc } from "../../../platform/staffRpc.ts";
import { CauseField } from "../frame/CauseField.tsx";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";

/** Each cause in the words of the console. The email says REVOCATION_CAUSES. */
const LABELS: Record<RevocationCause, string> = {
  not_own_work: "Not the learner's own work",
  wrong_person: "Issued to the wrong person",
  mistake: "Issued by mistake",
  requested: "The learner asked for it",
};

type Props = { page: { id: string; holder_name: string; email: string | null }; onDone: () => void };

/** Revokes a certificate for good, with a cause that the learner reads. */
export function Revoke({ page, onDone }: Props) {
  const [cause, setCause] = useState<RevocationCause | "">("");
  const mail =
    page.email === null || cause === ""
      ? "The account was deleted, so nobody is notified."
      : `${unmistakableEmail(page.email)} gets an email that says “${REVOCATION_CAUSES[cause]}” and how to object.`;
  return (
    <section aria-labelledby="revoke" className="flex flex-col items-start gap-3">
      <h2 id="revoke" className="text-2xl">
        Revoke
      </h2>
      <p className="max-w-prose">
        For a certificate that should never have been issued. A refund or a lost dispute revokes the
        certificate without you.
      </p>
      <CauseField labels={LABELS} cause={cause} onChoose={setCause} />
      <ConfirmAction
        label="Revoke certificate"
        variant="danger"
        disabled={cause === ""}
        title="Revoke this certificate?"
        sentence={`The public page will say that the certificate of ${page.holder_name} is not valid. ${mail} This cannot be undone, and the learner cannot get another one for the same work.`}
        reason={{ isRequired: true, hint: "Only staff read it." }}
        run={({ reason }) =>
          staffRpc(
            "staff_revoke_certificate",
            { p_id: page.id, p_cause: cause, p_reason: reason },
            z.boolean(),
          )
        }
        done="The certificate is revoked"
        onDone={onDone}
      />
    </section>
  );
}
