import * as z from "zod/mini";
import { TIERS } from "../../../domain/sales/plans.ts";
import { SIGN_IN_MAILS } from "../../../domain/staff/learners.ts";
import { listPageSchema } from "../frame/list/StaffList.tsx";
import { ORDER_STATUSES } from "../orders/orderSchemas.ts";

/** What `staff_learners` and `staff_learner` answer (supabase/schemas/staff/learners.sql). Times in ISO 8601. */

const time = z.nullable(z.string());
const tier = z.enum(TIERS);
const accessStatus = z.enum(["active", "paused", "revoked"]);

const rowSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  created_at: z.string(),
  role: z.nullable(z.string()),
  access: z.nullable(z.object({ tier, status: accessStatus })),
  lessons_completed: z.int(),
  /** A day in UTC. */
  last_study_day: time,
  waiting: z.int(),
});
export type LearnerRow = z.infer<typeof rowSchema>;
export const learnersSchema = listPageSchema(rowSchema);

const deviceSchema = z.object({
  id: z.uuid(),
  user_agent: z.string(),
  signed_in_at: z.string(),
  used_at: z.string(),
  synced_at: time,
  unsent: z.nullable(z.int()),
  refused: z.nullable(z.int()),
});
export type Device = z.infer<typeof deviceSchema>;

const removalSchema = z.object({
  id: z.uuid(),
  state: z.enum([
    "waiting",
    "ready",
    "confirmed",
    "removed",
    "withdrawn",
    "factor_used",
    "factors_changed",
    "expired",
  ]),
  requested_at: z.string(),
  earliest_at: z.string(),
  expires_at: z.string(),
  ended_at: time,
  requested_by: z.string(),
  is_mine: z.boolean(),
});
export type Removal = z.infer<typeof removalSchema>;

const signInSchema = z.object({
  has_password: z.boolean(),
  must_change_password: z.boolean(),
  providers: z.array(z.string()),
  factors: z.array(z.object({ type: z.enum(["totp", "phone", "webauthn"]), added_at: z.string() })),
  recovery_codes: z.int(),
  mail: z.enum([...SIGN_IN_MAILS, "provider", "none"]),
  removal_refusal: z.nullable(z.enum(["has_role", "no_factor", "unconfirmed"])),
});

const progressSchema = z.object({
  lessons_completed: z.int(),
  lessons: z.int(),
  last_study_day: time,
  quiz_attempts: z.int(),
  quizzes_passed: z.int(),
  notes: z.int(),
  workbook_fields: z.int(),
  capstone: z.nullable(
    z.object({
      attempt: z.int(),
      handed_in_at: z.string(),
      passed: z.nullable(z.boolean()),
      reviewed_at: time,
    }),
  ),
  certificates: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(["completion", "capstone"]),
      issued_at: z.string(),
      revoked_at: time,
    }),
  ),
});

/** What staff did, to a learner or to a team. */
export const actSchema = z.object({
  at: z.string(),
  action: z.string(),
  reason: z.string(),
  actor: z.string(),
  details: z.object({
    check: z.optional(z.string()),
    checked_on: z.optional(z.string()),
    until: z.optional(z.string()),
  }),
});
export type Act = z.infer<typeof actSchema>;

const pageSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  created_at: z.string(),
  role: z.nullable(z.string()),
  last_sign_in_at: time,
  is_address_confirmed: z.boolean(),
  is_locked: z.boolean(),
  deletion_due_at: time,
  sign_in: signInSchema,
  devices: z.array(deviceSchema),
  progress: progressSchema,
  removal: z.nullable(removalSchema),
  enrolment: z.nullable(
    z.object({ tier, status: accessStatus, reason: z.string(), started_at: z.string(), ended_at: time }),
  ),
  orders: z.array(z.object({ id: z.uuid(), status: z.enum(ORDER_STATUSES), tier, created_at: z.string() })),
  /** Teams that the account owns or has, or had, a place in. */
  teams: z.array(z.object({ id: z.uuid(), name: z.string(), role: z.enum(["owner", "place", "ended"]) })),
  acts: z.array(actSchema),
});
export type LearnerPage = z.infer<typeof pageSchema>;
export const learnerPageSchema = z.nullable(pageSchema);
