-- What the staff console reads, on top of a year of 10,000 learners (year.sql): 100,000 orders of three years in all states
-- with their payments, emails and student IDs, cohorts of learners who stopped at different places, their capstones and
-- certificates, an inbox and the record of what staff did. Triggers and foreign keys are off, as in year.sql.

set session_replication_role = replica;
set synchronous_commit = off;

-- Someone who works at the console, and a colleague.
insert into auth.users (id, email, raw_app_meta_data) values
  (scale_id('staff'), 'staff@academy.example', '{"role": "staff"}'),
  (scale_id('colleague'), 'colleague@academy.example', '{"role": "staff"}');
insert into auth.sessions (id, user_id, aal) values (scale_id('staff session'), scale_id('staff'), 'aal2');
insert into auth.mfa_factors (id, user_id, status, factor_type, created_at, updated_at)
values (scale_id('staff factor'), scale_id('staff'), 'verified', 'totp', now(), now());

-- Enrolments of the last 13 months. Two learners in three complete a part of the course only, and read on a little.
update public.course_enrollments as mine set
  tier = (array['student', 'student', 'ngo', 'professional'])[each.number % 4 + 1],
  granted_at = begins, started_at = begins
from scale_learners as each, lateral (select now() - each.number % 395 * interval '1 day' as begins) as at where mine.user_id = each.id;
delete from public.course_progress as mine using scale_learners as each
where mine.user_id = each.id and each.number % 3 > 0 and mine.lesson_id::integer > each.number % 11;
update public.sync_clock as mine set day = current_date - each.number % 60 from scale_learners as each where mine.user_id = each.id;
insert into public.study_rows (user_id, kind, key, content, stamp, begun_at, rev)
select each.id, 'place', outline.lesson_id, jsonb_build_object('lessonId', outline.lesson_id, 'step', 1, 'part', 0, 'share', 0.5,
    'furthest', case when done.user_id is null then each.number % 9 + 1 else 12 end),
  scale_v7(now() - interval '300 days'), now() - interval '300 days' - each.number % 90 * interval '1 minute', 1000000 + outline.position
from private.course_outline as outline cross join scale_learners as each
  left join public.course_progress as done on done.user_id = each.id and done.lesson_id = outline.lesson_id
where done.user_id is not null or outline.lesson_id::integer = each.number % 11 + 1;

-- Names that begin in a few hundred ways, so that a search finds dozens of orders among 100,000.
create function scale_name(number integer) returns text language sql immutable
  return (array['Ad', 'Be', 'Ca', 'Do', 'El', 'Fa', 'Gi', 'Ha', 'Is', 'Jo', 'Ka', 'Li', 'Ma', 'No', 'Ol', 'Pe'])[number % 16 + 1]
    || (array['ra', 'len', 'min', 'ton', 'bos', 'vick', 'dri', 'sha', 'wen', 'mar', 'gel', 'fos', 'nik'])[number / 16 % 13 + 1]
    || (array['', 'a', 'son', 'er', 'i', 'ova', 'el'])[number / 208 % 7 + 1];

-- As many unpaid orders as paid ones. Learners bought once or more; of the other buyers the data has been removed, or the order
-- waits for the owner of its address.
create table scale_orders as
select number, scale_id('order' || number) as id, user_id, number % 1000 in (995, 996) as is_waiting,
  now() - interval '3 years' * (1 - number::float / 90000) as made_at,
  case
    when number % 100 < 48 then case when number > 89900 then 'open' else 'expired' end
    when number % 100 = 48 then 'past_due' when number % 1000 = 490 then 'paused' when number % 1000 = 491 then 'disputed'
    when number % 1000 = 492 then 'id_refused' when number % 100 < 55 then 'refunded' when number % 1000 = 493 then 'revoked'
    else 'paid'
  end as status,
  case when number % 7 = 0 then 'installment' else 'full' end as plan,
  (array['student', 'student', 'ngo', 'professional'])[number % 4 + 1] as tier
from generate_series(1, 90000) as number join (
  select id as user_id, number as place from scale_learners
) as each on place = number % 10000 + 1;
insert into public.orders (id, created_at, status, tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email,
  first_name, last_name, organization, user_id, claim_token_hash, checkout_session_id, payment_intent_id, paid_at, checked_at,
  schedule_id, plan_ended_at, grace_until, made_signed_in, is_owner_proven)
select id, made_at, status, tier, plan, 'price', 5000, 1000, 6000,
  lower(scale_name(number % 1009)) || '.' || lower(scale_name(number)) || number || '@mail.example',
  scale_name(number % 1009), scale_name(number), case tier when 'student' then 'University of ' || scale_name(number % 97) else '' end,
  case when paid and not is_waiting then user_id end, repeat('0', 64), 'cs_' || id, case when paid then 'pi_' || id end,
  case when paid then made_at end, now(), case when paid and plan = 'installment' then 'sch_' || id end,
  case when paid and plan = 'installment' and status <> 'past_due' then made_at + interval '2 months' end,
  case when status = 'past_due' then now() + interval '5 days' end, true, true
from scale_orders, lateral (select status not in ('open', 'expired') as paid) as it;
update public.orders set first_name = scale_name(number % 1009), last_name = scale_name(number), tier = mine.tier
from scale_learners as each join public.course_enrollments as mine on mine.user_id = each.id
where orders.user_id = each.id and price_id = 'academy_student_full';
insert into public.order_payments (order_id, number, invoice_id, payment_intent_id, amount_pence, refunded_pence, due_at, paid_at, failed_at)
select id, place, case plan when 'installment' then 'in_' || id || place end, 'pi_' || id || case place when 1 then '' else '_' || place end,
  6000, case status when 'refunded' then 6000 else 0 end, due_at, case when is_paid then due_at end, case when not is_paid then due_at end
from scale_orders, generate_series(1, case plan when 'full' then 1 else 3 end) as place,
  lateral (select made_at + (place - 1) * interval '1 month' as due_at, place < 3 or status not in ('past_due', 'paused') as is_paid) as due
where status not in ('open', 'expired');
insert into private.order_disputes (id, order_id, status, opened_at)
select 'dp_' || id, id, 'open', now() - interval '3 days' from scale_orders where status = 'disputed';
insert into private.staff_refunds (id, order_id, amount_pence, parts, created_at, finished_at)
select scale_id('refund' || number), id, 6000, '[]', made_at, case when number % 4000 <> 50 then made_at end
from scale_orders where status = 'refunded';
insert into public.mail_queue (kind, dedupe_key, recipient, order_id, status, created_at, finished_at)
select kind, kind || ':' || id, 'mail@mail.example', id, 'sent', paid_at, paid_at
from public.orders, unnest('{receipt,attached}'::text[]) as kind where paid_at is not null;
insert into public.stripe_events (id, type, received_at, processed_at, tried_at)
select 'evt_' || n, 'invoice.paid', at, at, at
from generate_series(1, 50000) as n, lateral (select now() - n * interval '10 minutes' as at) as received;
insert into private.job_runs (job, last_success_at) select name, now() from private.jobs;

-- Student IDs: 30,000 decisions, of which a tenth refused, and 300 that wait.
insert into public.student_ids (ref_hash, path, content_type, bytes, university, order_id, uploaded_at)
select encode(sha256(id::text::bytea), 'hex'), id || '.png', 'image/png', 10000, 'Leeds', id, now() - number % 300 * interval '1 hour'
from scale_orders where status = 'paid' and tier = 'student' and number > 88500;
insert into private.student_id_decisions (student_id, order_id, uploaded_at, decision, reason, decided_at, decided_by, choose_until)
select scale_id('decided' || number), id, made_at, case when is_refused then 'refused' else 'approved' end,
  case when is_refused then 'expired' else '' end, made_at, scale_id('staff'), case when is_refused then made_at end
from scale_orders, lateral (select number % 20 = 3 as is_refused) as it
where number <= 88500 and status not in ('open', 'expired');

-- The inbox: messages are kept for 180 days.
insert into public.contact_messages (id, name, email, subject, message, created_at, state, assigned_to)
select scale_id('message' || n), scale_name(n % 1009) || ' ' || scale_name(n), lower(scale_name(n)) || n || '@mail.example',
  'Question about ' || scale_name(n % 97), repeat('How do I start? ', 20), now() - n * interval '8 minutes',
  case when n % 100 = 0 then 'open' when n % 3 = 0 then 'closed' else 'answered' end,
  case when n % 3 > 0 then scale_id(case when n % 2 = 0 then 'staff' else 'colleague' end) end
from generate_series(1, 30000) as n;
insert into private.contact_answers (id, message_id, author_id, body, created_at)
select scale_id('answer' || id), id, assigned_to, 'Open the first lesson.', created_at + interval '1 day'
from public.contact_messages where state = 'answered';

-- Capstones: 6,000 learners, a tenth twice. Of the last ones to arrive, 200 wait for a review.
insert into public.capstone_hand_ins (id, user_id, course_id, attempt, texts, handed_in_at, rev)
select scale_id('capstone' || id || attempt), id, 'ai-fluency-30-days', attempt,
  jsonb_build_object('l11-brief', repeat('What I will change. ', 100)), now() - (6100 - number) * interval '1 hour', 2000000 + attempt
from scale_learners, generate_series(1, case when number % 10 = 0 then 2 else 1 end) as attempt where number <= 6000;
insert into public.capstone_reviews (hand_in_id, user_id, reviewer_id, scores, comments, overall, has_sources, has_diligence, reviewed_at)
select id, user_id, scale_id('colleague'), '{3,3,3,3,3}', '{a,b,c,d,e}', 'Good.', true, true, handed_in_at + interval '2 days'
from public.capstone_hand_ins where handed_in_at < now() - interval '300 hours';
insert into private.capstone_second_opinions (hand_in_id, user_id, reviewer_id, reason)
select mine.id, user_id, scale_id('colleague'), 'Is this a case?'
from public.capstone_hand_ins as mine join scale_learners as each on each.id = user_id where number % 100 = 0;

-- Certificates: one learner in three completes the course, and one in fifty of them corrects the name.
insert into private.certificate_statuses (status_index) select generate_series(0, 20000);
insert into public.certificates (user_id, course_id, holder_name, issued_at, credential, status_index, kind, revoked_at, revoked_reason)
select each.id, 'ai-fluency-30-days', scale_name(number % 1009) || ' ' || scale_name(number), issued_at, repeat('e', 2000),
  number * 2 + copy, 'completion', case when copy = 1 then issued_at end, case when copy = 1 then 'name_corrected' end
from scale_learners as each, generate_series(0, case when number % 50 = 0 then 1 else 0 end) as copy,
  lateral (select now() - number % 300 * interval '1 day' - copy * interval '1 hour' as issued_at) as at
where number % 3 = 0 or number % 50 = 0;

-- What staff did: three years of it, one action for about every order that was paid.
insert into public.staff_actions (at, actor_id, action, subject_kind, subject_id, reason, details)
select made_at, scale_id(case when number % 2 = 0 then 'staff' else 'colleague' end),
  (array['student_id_opened', 'student_id_approved', 'order_refunded', 'credentials_resent'])[number % 4 + 1], 'order', id::text, '', '{}'
from scale_orders where status not in ('open', 'expired');

-- The accounts of the year, which a trigger lists otherwise.
insert into private.accounts (user_id, email_key, created_at)
select id, coalesce(private.email_key(email), ''), coalesce(created_at, now()) from auth.users on conflict do nothing;

set session_replication_role = origin;
