import { z } from "zod";
import { type Admin, callDatabase } from "../database.ts";

const count = z.int().min(0);
const seconds = z.int().min(0);
const names = z.array(z.string());

/** What `public.operations()` returns; supabase/schemas/operations/figures.sql defines each figure. */
const figuresSchema = z.object({
  late_jobs: names,
  mail_waiting: count,
  mail_oldest_seconds: seconds,
  mail_given_up: count,
  events_in_a_day: count,
  events_failing: count,
  last_event_seconds: seconds,
  paid_without_event: count,
  paid_without_access: count,
  unclaimed: count,
  unclaimed_seconds: seconds,
  plans_past_due: count,
  plans_not_paused: count,
  plans_without_schedule: count,
  second_purchases: count,
  orders_unchecked: count,
  certificates_missed: count,
  deletions_overdue: count,
  retention_late: names,
  rows_refused: count,
  active_learners: count,
  database_megabytes: count,
  connections_percent: count,
  largest_tables: z.array(z.object({ name: z.string(), megabytes: count })),
});
type AllFigures = z.infer<typeof figuresSchema>;
/** The figures that can have a threshold: numbers, and lists, whose length counts. */
export type Figures = Omit<AllFigures, "largest_tables">;

export function readFigures(admin: Admin): Promise<AllFigures> {
  return callDatabase(admin, "operations", {}, figuresSchema);
}
