import { useState } from "react";
import * as z from "zod/mini";
import { type Cell, csvOf } from "../../../../domain/text/csv.ts";
import { saveFile } from "../../../../platform/device/saveFile.ts";
import type { ReplyCheck } from "../../../../platform/functions.ts";
import { staffRpc } from "../../../../platform/staffRpc.ts";
import { Disclosure } from "../../../../ui/Disclosure.tsx";
import { Field } from "../../../../ui/form/Field.tsx";
import { TextInput } from "../../../../ui/form/TextInput.tsx";
import { toast } from "../../../../ui/overlay/toast.ts";
import { ConfirmAction } from "../ConfirmAction.tsx";
import type { ListState } from "./useStaffList.ts";

/** The most that supabase/schemas/staff/exports.sql returns. */
const MAX_ROWS = "10,000";
const DAY_MS = 24 * 60 * 60 * 1000;

export type ExportColumn<Row> = { header: string; cell: (row: Row) => Cell };

/** The reply of a database function that exports rows. */
export function exportSchema<Row extends z.ZodMiniType>(row: Row) {
  return z.object({ rows: z.array(row), is_complete: z.boolean() });
}
type Reply<Row> = { rows: Row[]; is_complete: boolean };

type Props<Row> = {
  /** What is listed, in lower case and plural: "orders". */
  what: string;
  asked: ListState;
  name: `staff_export_${string}`;
  reply: ReplyCheck<Reply<Row>>;
  columns: readonly ExportColumn<Row>[];
};

/** Saves what a list shows, within a period, as a file for spreadsheets. The server records who did it. */
export function ExportList<Row>({ what, asked, name, reply, columns }: Props<Row>) {
  const [from, setFrom] = useState(() => dayOf(Date.now() - 365 * DAY_MS));
  const [to, setTo] = useState(() => dayOf(Date.now()));
  const isNarrow = asked.q.trim() !== "" || asked.filter !== "";
  const run = async () => {
    const args = { p_search: asked.q, p_filter: asked.filter, p_from: from, p_to: to };
    const result = await staffRpc<Reply<Row>>(name, args, reply);
    if (!result.ok) return result;
    const cells = result.data.rows.map((row) => columns.map(({ cell }) => cell(row)));
    const header = columns.map((column) => column.header);
    saveFile({
      name: `${what}-${from}-to-${to}.csv`,
      type: "text/csv;charset=utf-8",
      text: csvOf(header, cells),
    });
    if (!result.data.is_complete)
      toast({
        title: `The file has only the newest ${MAX_ROWS} ${what}. Choose a shorter period.`,
        variant: "destructive",
      });
    return result;
  };
  return (
    <Disclosure summary="Save as a file for spreadsheets">
      <div className="flex flex-wrap items-end gap-4">
        <Field label="From">
          {(control) => (
            <TextInput
              {...control}
              type="date"
              value={from}
              onChange={(event) => setFrom(event.target.value)}
            />
          )}
        </Field>
        <Field label="To">
          {(control) => (
            <TextInput {...control} type="date" value={to} onChange={(event) => setTo(event.target.value)} />
          )}
        </Field>
        <ConfirmAction
          label="Save the file"
          disabled={from === "" || to === ""}
          title={`Save these ${what} as a file?`}
          sentence={`The file has ${isNarrow ? `the ${what} that your search and filter show` : `all ${what}`} from ${from} to ${to} (UTC), at most ${MAX_ROWS}. It contains personal data: keep it safe, and delete it when you no longer need it. The record of actions will show that you saved it.`}
          run={run}
          done="The file was saved"
          onDone={() => {}}
        />
      </div>
    </Disclosure>
  );
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
