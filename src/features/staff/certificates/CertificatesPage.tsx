import { staffPaths } from "../../../domain/staffPaths.ts";
import { formatDay } from "../../../domain/text/dates.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { type Column, listPageSchema, StaffList } from "../frame/list/StaffList.tsx";
import { useStaffList } from "../frame/list/useStaffList.ts";
import { Screen } from "../frame/Screen.tsx";
import { type CertificateRow, certificateSchema, KINDS, stateOf } from "./certificateRow.ts";

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
