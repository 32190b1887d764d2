import * as z from "zod/mini";
import { paths } from "../../../domain/paths.ts";
import { unmistakableEmail } from "../../../domain/readableEmail.ts";
import { staffPaths } from "../../../domain/staffPaths.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Table } from "../../../ui/Table.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import { actionWords } from "../frame/actionWords.ts";
import { formatMoment } from "../frame/dates.ts";
import { Loaded } from "../frame/Loaded.tsx";
import { Screen } from "../frame/Screen.tsx";
import { useStaffQuery } from "../frame/useStaffQuery.ts";
import { CorrectName } from "./CorrectName.tsx";
import { certificateSchema, KINDS, stateOf } from "./certificateRow.ts";
import { Revoke } from "./Revoke.tsx";

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
