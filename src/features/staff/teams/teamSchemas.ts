import * as z from "zod/mini";
import { TEAM_TIERS } from "../../../domain/sales/teams.ts";
import { listPageSchema } from "../frame/list/StaffList.tsx";
import { actSchema } from "../learners/learnerSchemas.ts";
import { ORDER_STATUSES } from "../orders/orderSchemas.ts";

/** What `staff_teams`, `staff_team` and `staff_team_seats` answer (supabase/schemas/staff/teams.sql). Times in ISO 8601. */

const time = z.nullable(z.string());

const rowSchema = z.object({
  id: z.uuid(),
  created_at: z.string(),
  name: z.string(),
  tier: z.enum(TEAM_TIERS),
  /** Null until the order of a guest has found its account, and after the owner's account was deleted. */
  owner: z.nullable(z.object({ id: z.uuid(), email: z.string(), is_proven: z.boolean() })),
  bought: z.int(),
  given: z.int(),
  claimed: z.int(),
  paused_at: time,
  ended_at: time,
});
export type TeamRow = z.infer<typeof rowSchema>;
export const teamsSchema = listPageSchema(rowSchema);

const pageSchema = z.extend(rowSchema, {
  extended_until: time,
  /** When the places pause, or have paused, unless what is missing is paid. Null when nothing is missing. */
  pauses_at: time,
  link: z.nullable(z.object({ limit: z.int(), used: z.int(), ends_at: z.string() })),
  orders: z.array(
    z.object({
      id: z.uuid(),
      created_at: z.string(),
      status: z.enum(ORDER_STATUSES),
      seats: z.int(),
      total_pence: z.int(),
      refunded_pence: z.int(),
      invoice_number: z.nullable(z.string()),
      due_at: time,
    }),
  ),
  acts: z.array(actSchema),
});
export type TeamPage = z.infer<typeof pageSchema>;
/** Null for an id that no team has. */
export const teamPageSchema = z.nullable(pageSchema);

const seatSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  user_id: z.nullable(z.uuid()),
  name: z.nullable(z.string()),
  invited_at: z.string(),
  claimed_at: time,
  ended_at: time,
  end_reason: z.nullable(z.string()),
  /** The state of the last email with the invitation. */
  mail: z.nullable(z.string()),
});
export type SeatRow = z.infer<typeof seatSchema>;
export const seatsSchema = listPageSchema(seatSchema);
