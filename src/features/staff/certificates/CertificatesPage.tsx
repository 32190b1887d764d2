import { staffPaths } from "../../../domain/staffPaths.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { formatDay } from "../../../domain/text/dates.ts";
import { useListState } from "../frame/list/listState.ts";
import { Screen } from "../frame/Screen.tsx";
import { type Column, listPageSchema, StaffList } from "../frame/StaffList.tsx";
import { useStaffQuery } from "../frame/useStaffQuery.ts";
import { type CertificateRow, certificateSchema, KINDS, stateOf } from "./certificateRow.ts";

const PAGE_ROWS = 50;
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
  const list = useListState();
  const { q, filter, after } = list.asked;
  const args = { p_search: q, p_filter: filter, p_before: after, p_limit: PAGE_ROWS };
  const query = useStaffQuery("staff_certificates", args, pageSchema);
  return (
    <Screen title="Certificates">
      <StaffList
        what="certificates"
        list={list}
        query={query}
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
