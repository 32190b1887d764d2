import { publishOutlineSql } from "../outline.ts";

const ADA = "00000000-0000-4000-8000-00000000000a";
const STAMP = "019ca8b6-2e80-7000-8000-000000000000";

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
  `insert into public.study_rows (user_id, kind, key, content, stamp, begun_at, rev)
   values ('${ADA}', 'workbook', 'l01-start', '{"fieldId": "l01-start", "value": "Mine."}', '${STAMP}', now(), 101),
     ('${ADA}', 'note', '${STAMP}', '{"id": "${STAMP}", "noteId": "${STAMP}", "lessonId": "1", "lessonVersion": 1,
       "anchor": null, "colour": null, "body": "Mine.", "deleted": false}', '${STAMP}', now(), 102)`,
  `insert into public.contact_messages (name, email, subject, message) values ('A', 'a@b.c', 'S', 'M')`,
  `insert into public.mail_queue (kind, dedupe_key, recipient) values ('reminder', 'one', 'a@b.c')`,
];
