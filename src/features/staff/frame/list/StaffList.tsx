import { type MouseEvent, type ReactNode, useRef } from "react";
import { Link } from "react-router-dom";
import * as z from "zod/mini";
import { count } from "../../../../domain/text/syncSentence.ts";
import { cx } from "../../../../ui/cx.ts";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { SearchForm } from "../../../../ui/form/SearchForm.tsx";
import { LinkButton } from "../../../../ui/LinkButton.tsx";
import { Table } from "../../../../ui/Table.tsx";
import { Loaded } from "../Loaded.tsx";
import {
  type List,
  type ListPage,
  type ListState,
  SEARCH_MAX_LENGTH,
  useListKeys,
  writeListState,
} from "./useStaffList.ts";

/** Define the columns of a list outside its component. `numeric` aligns to the right. */
export type Column<Row> = { header: string; numeric?: boolean; cell: (row: Row) => ReactNode };

/** The reply of a database function that lists rows. */
export function listPageSchema<Row extends z.ZodMiniType>(row: Row) {
  return z.object({ rows: z.array(row), next: z.nullable(z.string()) });
}

type Props<Row> = {
  /** What is listed, in lower case and a plural with "s": "orders". */
  what: `${string}s`;
  list: List<Row>;
  /** The first column is the row's header and becomes its link. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  /** Null for a row that leads nowhere. */
  rowPath: (row: Row) => string | null;
  /** The choices above the list. The one with an empty value is the default. */
  filters?: readonly { value: string; label: string }[];
  searchLabel: string;
  /** What to do after a search without results. Most lists match beginnings, as the default says. */
  searchHint?: string;
  /** Why the list is empty without a search, and what will be in it. */
  empty: { title: string; text: ReactNode };
  /** The links between pages, and what the last page says. For a list that does not begin with the newest row. */
  pages?: { first: string; next: string; end: string };
};

/** A list with search, filter and pages, all of them in the address. `/`, arrow keys and Enter work everywhere on it. */
export function StaffList<Row>(props: Props<Row>) {
  const { what, list, filters = [], searchLabel } = props;
  const { query } = list;
  const box = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  useListKeys(box, rows);
  return (
    <section aria-label={what} className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
        <SearchForm
          ref={box}
          label={searchLabel}
          aria-keyshortcuts="/"
          spellCheck={false}
          maxLength={SEARCH_MAX_LENGTH}
          value={list.typed}
          onChange={list.search}
          onSettle={list.settle}
          className="min-w-0 flex-1 basis-72"
        />
        {filters.length > 0 && <Filters filters={filters} asked={list.asked} />}
      </div>
      <p role="status" className="sr-only">
        {query.status === "ready" &&
          !query.isRenewing &&
          `${count(query.data.rows.length, what.slice(0, -1))} on this page`}
      </p>
      <Loaded query={query} what={`the ${what}`}>
        {(page) => <Rows {...props} page={page} ref={rows} onShowAll={() => box.current?.focus()} />}
      </Loaded>
    </section>
  );
}

type FiltersProps = { filters: readonly { value: string; label: string }[]; asked: ListState };

function Filters({ filters, asked }: FiltersProps) {
  return (
    <nav aria-label="Filter" className="segments">
      {filters.map(({ value, label }) => (
        <Link
          key={value}
          to={{ search: writeListState({ ...asked, filter: value, after: null }).toString() }}
          aria-current={asked.filter === value ? "true" : undefined}
          className="segment"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

type RowsProps<Row> = Props<Row> & {
  page: ListPage<Row>;
  ref: React.Ref<HTMLDivElement>;
  /** Called when a search without results is given up, with the link that disappears. */
  onShowAll: () => void;
};

function Rows<Row>({
  what,
  list: { asked },
  columns,
  rowPath,
  empty,
  page,
  ref,
  onShowAll,
  ...more
}: RowsProps<Row>) {
  const { pages = { first: "Newest", next: "Older", end: `There are no older ${what}.` } } = more;
  const { searchHint = "Check the spelling, or type only the beginning." } = more;
  const { rows, next } = page;
  const [first, ...others] = columns;
  const at = (after: string | null) => ({ search: writeListState({ ...asked, after }).toString() });
  if (rows.length === 0 && asked.after === null)
    return <Nothing {...{ asked, what, empty, searchHint, onShowAll }} />;
  return (
    <div className="flex flex-col gap-5">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a larger target for the link in the row, which has the keys */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div
        ref={ref}
        onClick={openRow}
        className={cx(
          "[&_tbody_tr]:cursor-pointer [&_tbody_tr:hover]:bg-sunken",
          "[&_tbody_tr:focus-within]:bg-note-soft",
        )}
      >
        <Table
          caption={what}
          captionHidden
          columns={columns}
          rows={rows.map((row) => [
            rowHeader(first.cell(row), rowPath(row)),
            ...others.map(({ cell }) => cell(row)),
          ])}
        />
      </div>
      {rows.length === 0 && <p>{pages.end}</p>}
      <nav aria-label="Pages" className="flex flex-wrap gap-3 empty:hidden">
        {asked.after !== null && (
          <LinkButton to={at(null)} variant="secondary">
            {pages.first}
          </LinkButton>
        )}
        {next !== null && (
          <LinkButton to={at(next)} variant="secondary">
            {pages.next}
          </LinkButton>
        )}
      </nav>
    </div>
  );
}

function rowHeader(words: ReactNode, path: string | null): ReactNode {
  if (path === null) return words;
  return (
    <Link to={path} data-row className="text-link">
      {words}
    </Link>
  );
}

/** A click anywhere in a row opens it, unless the click chose another control or selected text to copy. */
function openRow({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest("a, button")) return;
  if (currentTarget.ownerDocument.getSelection()?.isCollapsed === false) return;
  target.closest("tr")?.querySelector<HTMLElement>("a[data-row]")?.click();
}

type NothingProps = Pick<Props<never>, "what" | "empty"> &
  Pick<RowsProps<never>, "onShowAll"> & { asked: ListState; searchHint: string };

function Nothing({ asked, what, empty, searchHint, onShowAll }: NothingProps) {
  if (asked.q.trim() === "") return <EmptyState title={empty.title}>{empty.text}</EmptyState>;
  return (
    <EmptyState
      title={`No ${what} match “${asked.q.trim()}”`}
      action={
        <LinkButton to={{ search: "" }} variant="secondary" onClick={onShowAll}>
          Show all {what}
        </LinkButton>
      }
    >
      {searchHint}
    </EmptyState>
  );
}
