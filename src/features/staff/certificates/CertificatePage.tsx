import { useState } from "react";
import { useNavigate } from "react-router-dom";
import * as z from "zod/mini";
import { holderNameFault } from "../../../domain/certificate/holderName.ts";
import { paths, staffPaths } from "../../../domain/paths.ts";
import { REVOCATION_CAUSES, type RevocationCause } from "../../../domain/staff/causes.ts";
import { type CorrectionReply, correctionReplySchema } from "../../../domain/staff/requests.ts";
import { formatMoment } from "../../../domain/text/dates.ts";
import { unmistakableEmail } from "../../../domain/text/readableEmail.ts";
import { cleanLine } from "../../../domain/text/typedText.ts";
import { type CallResult, callFunction } from "../../../platform/functions.ts";
import { staffRpc } from "../../../platform/staffRpc.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { Table } from "../../../ui/Table.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import { actionWords } from "../frame/actionWords.ts";
import { CauseField } from "../frame/CauseField.tsx";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import { Loaded } from "../frame/Loaded.tsx";
import { Screen } from "../frame/Screen.tsx";
import { useStaffQuery } from "../frame/useStaffQuery.ts";
import { type CertificateRow, certificateSchema, KINDS, stateOf } from "./CertificatesPage.tsx";

const pageSchema = z.nullable(
  z.extend(certificateSchema, {
    email: z.nullable(z.string()),
    history: z.array(certificateSchema),
    acts: z.array(z.object({ at: z.string(), action: z.string(), reason: z.string(), actor: z.string() })),
  }),
);
type Page = NonNullable<z.infer<typeof pageSchema>>;

const BACK = { to: staffPaths.area("certificates"), label: "Certificates" };

/** One certificate: its state, its history, correcting the name and revoking it. */
export default function CertificatePage({ id }: { id: string }) {
  const query = useStaffQuery("staff_certificate", { p_id: id }, pageSchema);
  const name = query.status === "ready" ? query.data?.holder_name : null;
  return (
    <Screen title={name ?? "Certificate"} back={BACK}>
      <Loaded query={query} what="the certificate">
        {(page) =>
          page ? (
            <Certificate page={page} onChanged={query.reload} />
          ) : (
            <EmptyState title="There is no such certificate">Check the number.</EmptyState>
          )
        }
      </Loaded>
    </Screen>
  );
}

function Certificate({ page, onChanged }: { page: Page; onChanged: () => void }) {
  const { tone, words } = stateOf(page);
  return (
    <>
      <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-[max-content_1fr]">
        <dt className="text-muted">State</dt>
        <dd>
          <Badge tone={tone}>{words}</Badge>
        </dd>
        <dt className="text-muted">For</dt>
        <dd>{KINDS[page.kind]}</dd>
        <dt className="text-muted">Issued</dt>
        <dd>{formatMoment(page.issued_at)}</dd>
        {page.revoked_at && (
          <>
            <dt className="text-muted">Ended</dt>
            <dd>{formatMoment(page.revoked_at)}</dd>
          </>
        )}
        <dt className="text-muted">Account</dt>
        <dd className="wrap-anywhere">
          {page.email ? unmistakableEmail(page.email) : "Deleted. The certificate stays valid without it."}
        </dd>
        <dt className="text-muted">Public page</dt>
        <dd className="wrap-anywhere">
          <TextLink to={paths.verify(page.id)}>{page.id}</TextLink>
        </dd>
      </dl>
      {page.revoked_at === null && (
        <>
          {page.email !== null && <CorrectName page={page} onDone={onChanged} />}
          <Revoke page={page} onDone={onChanged} />
        </>
      )}
      <History page={page} />
    </>
  );
}

function History({ page: { history, acts } }: { page: Page }) {
  return (
    <>
      <Table
        caption="Certificates of this learner for the same work"
        columns={[{ header: "Name" }, { header: "Issued" }, { header: "State" }]}
        rows={history.map((each) => [each.holder_name, formatMoment(each.issued_at), stateOf(each).words])}
      />
      {acts.length > 0 && (
        <Table
          caption="What staff did"
          columns={[{ header: "When" }, { header: "What" }, { header: "Who" }, { header: "Why" }]}
          rows={acts.map((act) => [
            formatMoment(act.at),
            actionWords(act.action),
            act.actor === "" ? "A deleted account" : act.actor,
            act.reason,
          ])}
        />
      )}
    </>
  );
}

/** Issues the certificate in another name. Afterwards the screen shows the new certificate. */
function CorrectName({ page, onDone }: { page: CertificateRow; onDone: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(page.holder_name);
  const name = cleanLine(typed);
  const fault = holderNameFault(name);

  async function correct(reason: string): Promise<CallResult<CorrectionReply>> {
    const body = { certificateId: page.id, holderName: name, reason };
    const result = await callFunction("staff-certificate", body, correctionReplySchema);
    if (result.ok) navigate(staffPaths.one("certificates", result.data.certificateId), { replace: true });
    return result;
  }

  return (
    <section aria-labelledby="correct" className="flex flex-col items-start gap-3">
      <h2 id="correct" className="text-2xl">
        Correct the name
      </h2>
      <div className="w-full max-w-md">
        <Field label="Name on the certificate" error={fault ?? undefined}>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      </div>
      <ConfirmAction
        label="Correct name"
        disabled={fault !== null || name === page.holder_name}
        title="Issue this certificate in another name?"
        sentence={`A new certificate is issued to ${name}. The public page of the old one will say that it was replaced.`}
        reason={{ isRequired: true, hint: "For example which document you saw. Only staff read it." }}
        run={({ reason }) => correct(reason)}
        done="The name is corrected"
        onDone={onDone}
      />
    </section>
  );
}

/** Each cause in the words of the console. The email says REVOCATION_CAUSES. */
const CAUSE_LABELS: Record<RevocationCause, string> = {
  not_own_work: "Not the learner's own work",
  wrong_person: "Issued to the wrong person",
  mistake: "Issued by mistake",
  requested: "The learner asked for it",
};

type RevokeProps = { page: { id: string; holder_name: string; email: string | null }; onDone: () => void };

/** Revokes a certificate for good, with a cause that the learner reads. */
function Revoke({ page, onDone }: RevokeProps) {
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
      <CauseField labels={CAUSE_LABELS} cause={cause} onChoose={setCause} />
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
