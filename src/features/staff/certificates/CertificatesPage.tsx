import * as z from "zod/mini";
import { staffPaths } from "../../../domain/paths.ts";
import { formatDay } from "../../../domain/text/dates.ts";
import { Badge, type Tone } from "../../../ui/Badge.tsx";
import { type Column, listPageSchema, StaffList } from "../frame/list/StaffList.tsx";
import { useStaffList } from "../frame/list/useStaffList.ts";
import { Screen } from "../frame/Screen.tsx";

export const certificateSchema = z.object({
  id: z.uuid(),
  holder_name: z.string(),
  kind: z.enum(["completion", "capstone"]),
  issued_at: z.string(),
  revoked_at: z.nullable(z.string()),
  revoked_reason: z.nullable(z.enum(["name_corrected", "refunded", "revoked", "withdrawn"])),
});
export type CertificateRow = z.infer<typeof certificateSchema>;

export const KINDS: Record<CertificateRow["kind"], string> = {
  completion: "Completion",
  capstone: "Reviewed capstone",
};

const REASONS: Record<NonNullable<CertificateRow["revoked_reason"]>, string> = {
  name_corrected: "Replaced: name corrected",
  refunded: "Revoked: order refunded",
  revoked: "Revoked: dispute lost or plan unpaid",
  withdrawn: "Revoked by staff or with the account",
};

/** Whether a certificate is valid, in words. */
export function stateOf({ revoked_reason: reason }: CertificateRow): { tone: Tone; words: string } {
  return reason === null ? { tone: "done", words: "Valid" } : { tone: "neutral", words: REASONS[reason] };
}

const pageSchema = listPageSchema(certificateSchema);

const FILTERS = [
  { value: "", label: "All" },
  { value: "valid", label: "Valid" },
  { value: "revoked", label: "Revoked" },
];

const COLUMNS: readonly [Column<CertificateRow>, ...Column<CertificateRow>[]] = [
  { header: "Holder", cell: ({ holder_name: name }) => name },
  { header: "For", cell: ({ kind }) => KINDS[kind] },
  { header: "Issued", cell: ({ issued_at: at }) => formatDay(at) },
  {
    header: "State",
    cell: (row) => {
      const { tone, words } = stateOf(row);
      return <Badge tone={tone}>{words}</Badge>;
    },
  },
];

/** Every certificate that was ever issued. */
export default function CertificatesPage() {
  const list = useStaffList("staff_certificates", pageSchema);
  return (
    <Screen title="Certificates">
      <StaffList
        what="certificates"
        list={list}
        columns={COLUMNS}
        rowPath={({ id }) => staffPaths.one("certificates", id)}
        filters={FILTERS}
        searchLabel="Number, email address or beginning of the name"
        searchHint="Check the spelling. A number or email address must be complete; of a name, the beginning is enough."
        empty={{
          title: "No certificates",
          text: "A certificate appears here when a learner who has completed the course confirms a name.",
        }}
      />
    </Screen>
  );
}
