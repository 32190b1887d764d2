-- A simulated year, for an empty database with the course's outline: learners with a typical history, small groups with
-- histories of other lengths, and buyers, who have sent nothing and whose orders are still open. Rows are added in order of
-- time, so a learner's rows lie far apart, as they would in reality. Triggers and foreign keys are off, because the data is
-- consistent as it is.
--
-- Expects scale_groups (name, learners, changes): how many learners each group has, and how many changes each of them has sent.

set session_replication_role = replica;
set synchronous_commit = off;

-- A UUIDv4 derived from a name.
create function scale_id(name text) returns uuid language sql immutable
  return overlay(overlay(md5(name) placing '4' from 13) placing '8' from 17)::uuid;

create table scale_learners (
  id uuid primary key, session uuid not null, number integer not null, group_name text not null, email text not null,
  changes integer not null, attempts integer not null, notes integer not null
);
insert into scale_learners
select scale_id(name || number), scale_id('session' || name || number), number, name,
  replace(name, ' ', '.') || number || '@mail.example', changes,
  -- Of a typical 230 changes, 35 are attempts and 50 notes. The rest are completions, achievements and texts, which share rows.
  changes * 35 / 230, least(changes * 50 / 230, 2000)
from scale_groups, generate_series(1, learners) as number;

-- UUIDv7: the time in milliseconds, then random bits.
create function scale_v7(at timestamptz) returns uuid language sql volatile
  return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || '8' || substr(md5(random()::text), 1, 15))::uuid;
-- When the learner sent change `place` of `changes`: evenly over the year.
create function scale_at(place integer, changes integer) returns timestamptz language sql volatile
  return date_trunc('milliseconds', now() - interval '365 days' * (1 - place::float / (changes + 1)));

insert into auth.users (id, email, created_at)
select id, email, now() - interval '370 days' from scale_learners;
insert into auth.sessions (id, user_id) select session, id from scale_learners;
insert into public.profiles (id, first_name, last_name, email)
select id, 'Ada', 'Obi', email from scale_learners;

insert into public.orders (created_at, status, tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email,
  first_name, last_name, user_id, claim_token_hash, checkout_session_id, payment_intent_id, paid_at, made_signed_in, is_owner_proven)
select case when is_buyer then now() else now() - interval '366 days' end, case when is_buyer then 'open' else 'paid' end,
  'student', 'full', 'academy_student_full', 5000, 1000, 6000, email, 'Ada', 'Obi', id,
  repeat('0', 64), 'cs_' || id, case when not is_buyer then 'pi_' || id end,
  case when not is_buyer then now() - interval '366 days' end, true, true
from scale_learners, lateral (select changes = 0) as kind (is_buyer);
insert into public.order_payments (order_id, number, payment_intent_id, amount_pence, due_at, paid_at)
select id, 1, payment_intent_id, total_pence, paid_at, paid_at from public.orders where paid_at is not null;
insert into public.course_enrollments (user_id, course_id, tier, status, reason, granted_at, started_at)
select id, 'ai-fluency-30-days', 'student', 'active', 'paid', now() - interval '366 days', now() - interval '366 days'
from scale_learners where changes > 0;

insert into private.workbook_field_ids (course_id, field_id)
select 'ai-fluency-30-days', 'l' || lpad(lesson::text, 2, '0') || '-scale-' || field
from generate_series(1, 11) as lesson, generate_series(1, 3) as field;

-- Revisions: 1 to 11 progress, 12 to 14 achievements, 15 to 47 workbook, then attempts, then notes.
insert into public.course_progress (user_id, course_id, module_id, lesson_id, completed, completed_at, quiz_score, rev)
select mine.id, course_id, module_id, lesson_id, true, now() - interval '300 days', 80, position
from private.course_outline, scale_learners as mine where changes > 0;
insert into public.user_achievements (user_id, achievement_type, achievement_name, rev)
select id, type, type, 11 + place
from unnest('{first_lesson,5_lessons,course_complete}'::text[]) with ordinality as earned (type, place), scale_learners
where changes > 0;
insert into public.study_rows (user_id, kind, key, content, stamp, begun_at, rev)
select id, 'workbook', name, jsonb_build_object('fieldId', name, 'value', repeat('What I will try on Monday. ', 8)),
  scale_v7(scale_at(changes, changes)), scale_at(changes, changes), 14 + (field - 1) * 11 + lesson
from generate_series(1, 11) as lesson, generate_series(1, 3) as field, scale_learners,
  lateral (select 'l' || lpad(lesson::text, 2, '0') || '-scale-' || field as name) as named
where changes > 0;

insert into public.quiz_attempts (id, user_id, course_id, lesson_id, lesson_version, answers, score, passed, taken_at, received_at, rev)
select scale_v7(at), id, 'ai-fluency-30-days', (place % 11 + 1)::text, 1, '{0,1,2,3,1}', 80, true, at, at, 47 + place
from generate_series(1, (select max(attempts) from scale_learners)) as place,
  lateral (select id, scale_at(place, attempts) as at from scale_learners where attempts >= place) as mine;
insert into public.study_rows (user_id, kind, key, content, stamp, begun_at, rev)
select id, 'note', stamp, jsonb_build_object('id', stamp, 'noteId', scale_id(id::text || place / 2),
    'lessonId', (place / 2 % 11 + 1)::text, 'lessonVersion', 1, 'anchor', null, 'colour', null,
    'body', repeat('What stays with me. ', 10), 'deleted', false),
  stamp, at, 47 + attempts + place
from generate_series(1, (select max(notes) from scale_learners)) as place,
  lateral (
    select id, attempts, scale_at(place, notes) as at, scale_v7(scale_at(place, notes)) as stamp
    from scale_learners where notes >= place
  ) as mine;
insert into public.sync_clock (user_id, rev, latest_stamp, row_count, bytes)
select id, 47 + attempts + notes, now(), 47 + attempts + notes, (
  select sum(octet_length(content::text)) from public.study_rows where user_id = mine.id)
from scale_learners as mine where changes > 0;

set session_replication_role = origin;
