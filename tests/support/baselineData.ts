import { publishOutlineSql } from "./outline.ts";

const ADA = "00000000-0000-4000-8000-00000000000a";
const OP_IN_TIME = "00000000-0000-4000-8000-0000000000b1";
/** Its time was limited to that of its arrival. */
export const OP_AHEAD = "00000000-0000-4000-8000-0000000000b2";

/** A learner's data as stored by the baseline. Never change it: later migrations must apply to it. */
export const BASELINE_DATA = [
  publishOutlineSql(),
  `insert into auth.users (id, email) values ('${ADA}', 'ada@example.com')`,
  `insert into public.orders (tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email, first_name,
     last_name, claim_token_hash, user_id)
   values ('student', 'full', 'academy_student_full', 5000, 1000, 6000, 'ada@example.com', 'Ada', 'Obi',
     repeat('0', 64), '${ADA}')`,
  "update public.orders set status = 'paid', paid_at = now()",
  `insert into public.course_progress (user_id, course_id, module_id, lesson_id, completed)
   values ('${ADA}', 'ai-fluency-30-days', '1', '1', true)`,
  `insert into public.user_achievements (user_id, achievement_type) values ('${ADA}', 'first_lesson')`,
  `insert into public.quiz_attempts (id, user_id, course_id, lesson_id, lesson_version, answers, score, passed,
     taken_at, rev)
   values (gen_random_uuid(), '${ADA}', 'ai-fluency-30-days', '1', 1, '{0,1,2,3,0}', 100, true, now(), 100)`,
  `insert into public.workbook_fields (user_id, course_id, field_id, value, written_at, op_id, rev)
   values ('${ADA}', 'ai-fluency-30-days', 'l01-start', 'Mine.', now(), gen_random_uuid(), 101)`,
  `insert into public.lesson_notes (user_id, op_id, note_id, course_id, lesson_id, lesson_version, body, deleted,
     written_at, rev)
   values ('${ADA}', gen_random_uuid(), gen_random_uuid(), 'ai-fluency-30-days', '1', 1, 'Mine.', false, now(), 102)`,
  `insert into public.sync_ledger (user_id, op_id, received_at, written_at)
   values ('${ADA}', '${OP_IN_TIME}', '2026-03-01 09:00:00.000456Z', '2026-03-01 08:59:59.999Z'),
     ('${ADA}', '${OP_AHEAD}', '2026-03-01 09:00:00.000456Z', '2026-03-01 09:00:00Z')`,
  `insert into public.contact_messages (name, email, subject, message) values ('A', 'a@b.c', 'S', 'M')`,
  `insert into public.mail_queue (kind, dedupe_key, recipient) values ('reminder', 'one', 'a@b.c')`,
];
