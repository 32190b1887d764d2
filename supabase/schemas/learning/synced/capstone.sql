-- The capstone: frozen copies that learners hand in, and the reviews of them. Hand-ins are a set. At most two count for a
-- learner: one for each attempt, and the second only after a review of the first that is not a pass.

create table public.capstone_hand_ins (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  attempt integer not null check (attempt in (1, 2)),
  texts jsonb not null,
  handed_in_at timestamptz not null,
  received_at timestamptz not null default pg_catalog.now(),
  rev bigint not null,
  unique (user_id, course_id, attempt),
  unique (user_id, rev)
);
comment on table public.capstone_hand_ins is
  'Capstones as they were handed in. Only sync_push adds one, and no text ever changes.';
comment on column public.capstone_hand_ins.id is 'Created on the device.';
comment on column public.capstone_hand_ins.texts is 'The text of each section that was not empty, by workbook field.';
comment on column public.capstone_hand_ins.handed_in_at is
  'The device''s time, not before the enrolment and not after the time of arrival.';
comment on column public.capstone_hand_ins.rev is 'A review gives the row a new revision, so devices pull it with the row.';

alter table public.capstone_hand_ins enable row level security;
grant select on public.capstone_hand_ins to authenticated, service_role;

create policy "learners read their own hand-ins" on public.capstone_hand_ins
  for select to authenticated using (user_id = (select auth.uid()));
create policy "a full session only" on public.capstone_hand_ins as restrictive
  for all to authenticated using ((select private.require_full_session()));

create function private.capstone_passes(p_scores integer[], p_has_sources boolean, p_has_diligence boolean)
  returns boolean
  language sql immutable parallel safe set search_path = ''
  return p_has_sources and p_has_diligence
    and p_scores[1] + p_scores[2] + p_scores[3] + p_scores[4] + p_scores[5] >= 12
    and p_scores[3] > 0 and p_scores[4] > 0 and p_scores[5] > 0;
comment on function private.capstone_passes is 'The same rule as capstonePasses in src/domain/course/capstone.ts.';

create table public.capstone_reviews (
  hand_in_id uuid primary key references public.capstone_hand_ins (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  reviewer_id uuid references auth.users (id) on delete set null,
  scores integer[] not null check (
    pg_catalog.cardinality(scores) = 5 and pg_catalog.array_position(scores, null) is null
    and 0 <= all (scores) and 4 >= all (scores)),
  comments text[] not null check (
    pg_catalog.cardinality(comments) = 5 and pg_catalog.array_position(comments, null) is null
    and pg_catalog.char_length(pg_catalog.array_to_string(comments, '')) <= 10000),
  overall text not null check (pg_catalog.char_length(overall) <= 4000),
  has_sources boolean not null,
  has_diligence boolean not null,
  passed boolean not null generated always as (private.capstone_passes(scores, has_sources, has_diligence)) stored,
  reviewed_at timestamptz not null default pg_catalog.now()
);
comment on table public.capstone_reviews is
  'What a reviewer answered. Only review_capstone adds one, and none ever changes.';
comment on column public.capstone_reviews.user_id is 'The learner whose hand-in it is.';
comment on column public.capstone_reviews.reviewer_id is 'Not shown to the learner. Null once that account is deleted.';
comment on column public.capstone_reviews.scores is 'Points for each row of the rubric, in its order.';
-- For the policy and the deletion of accounts.
create index capstone_reviews_user on public.capstone_reviews (user_id);
create index capstone_reviews_reviewer on public.capstone_reviews (reviewer_id);

alter table public.capstone_reviews enable row level security;
grant select on public.capstone_reviews to service_role;
grant select (hand_in_id, user_id, scores, comments, overall, has_sources, has_diligence, passed, reviewed_at)
  on public.capstone_reviews to authenticated;

create policy "learners read the reviews of their own hand-ins" on public.capstone_reviews
  for select to authenticated using (user_id = (select auth.uid()));
create policy "a full session only" on public.capstone_reviews as restrictive
  for all to authenticated using ((select private.require_full_session()));

create function private.json_capstone(p_value jsonb, p_fields text[]) returns jsonb
  language plpgsql immutable parallel safe set search_path = ''
  as $$
  begin
    if pg_catalog.jsonb_typeof(p_value) is distinct from 'object' then return null; end if;
    if exists (
      select from pg_catalog.jsonb_each(p_value)
      where key <> all (p_fields)
        or (pg_catalog.char_length(private.json_text(value)) <= 4000) is not true) then -- MAX_FIELD_CHARACTERS
      return null;
    end if;
    -- One text at least. \S is not used, because it depends on the locale; U+FEFF and others count as text here.
    if not exists (
      select from pg_catalog.jsonb_each_text(p_value) where pg_catalog.btrim(value, E' \t\n\v\f\r') <> '') then
      return null;
    end if;
    return p_value;
  end;
  $$;
comment on function private.json_capstone is
  'The texts of a hand-in by workbook field, or null unless at least one has text and all are among these fields.';

create function private.apply_capstone(p_user uuid, p_content jsonb) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_id uuid := private.json_uuid(p_content -> 'id');
    v_course constant text := 'ai-fluency-30-days';
    v_attempt bigint := private.json_integer(p_content -> 'attempt', 1, 2);
    v_lesson private.course_outline;
    v_texts jsonb;
    v_handed_in_at timestamptz := private.clamp_client_time(private.json_instant(p_content -> 'handedInAt'));
    v_known public.capstone_hand_ins;
  begin
    -- 1. Well formed?
    if v_id is null or v_attempt is null or v_handed_in_at is null then
      return 'invalid';
    end if;
    v_lesson := private.capstone_lesson(v_course);
    v_texts := private.json_capstone(p_content -> 'texts', v_lesson.capstone_fields);
    if v_texts is null then return 'invalid'; end if;

    -- 2. Known? It may arrive again, unchanged; its first time counts.
    select * into v_known from public.capstone_hand_ins where id = v_id;
    if found then
      return case when (v_known.user_id, v_known.attempt, v_known.texts)
        is distinct from (p_user, v_attempt::integer, v_texts) then 'invalid' end;
    end if;

    -- 3. Another device was first? Accepted without effect, as a text that lost to a later one: the learner still has
    -- it in the workbook. The rule of handInsOf in src/entities/capstone/capstone.ts.
    if exists (
      select from public.capstone_hand_ins
      where user_id = p_user and course_id = v_course and attempt = v_attempt) then
      return null;
    end if;

    -- 4. Allowed?
    if private.may_record_lesson(p_user, v_course, v_lesson.lesson_id, v_handed_in_at) is not true then
      return 'not_entitled';
    end if;
    if v_attempt = 2 and not exists (
      select from public.capstone_hand_ins as first
        join public.capstone_reviews as review on review.hand_in_id = first.id
      where first.user_id = p_user and first.course_id = v_course and first.attempt = 1 and not review.passed) then
      return 'not_reviewed';
    end if;
    perform private.count_change(p_user, 1, 0);

    insert into public.capstone_hand_ins (id, user_id, course_id, attempt, texts, handed_in_at, rev)
    values (v_id, p_user, v_course, v_attempt, v_texts,
      private.study_time(p_user, v_course, v_lesson.lesson_id, v_handed_in_at), private.next_rev(p_user));
    return null;
  end;
  $$;

-- Definer: no role may write the tables. It acts only for a reviewer and never on the reviewer's own work.
create function public.review_capstone(
  p_hand_in uuid, p_scores integer[], p_comments text[], p_overall text, p_has_sources boolean, p_has_diligence boolean
) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_reviewer uuid := private.require_reviewer();
    v_learner uuid;
    v_attempt integer;
    v_done public.capstone_reviews;
    v_passed boolean;
  begin
    select user_id, attempt into v_learner, v_attempt from private.reviewable_capstones
      where id = p_hand_in and user_id <> v_reviewer;
    if not found then
      raise exception 'There is no capstone to review at this address.' using hint = 'not_found';
    end if;

    -- Clock first, rows second, as in every writer.
    perform private.lock_clock(v_learner);
    select * into v_done from public.capstone_reviews where hand_in_id = p_hand_in;
    if found then
      -- The same review again: the first answer was lost.
      if (v_done.reviewer_id, v_done.scores, v_done.comments, v_done.overall, v_done.has_sources, v_done.has_diligence)
        = (v_reviewer, p_scores, p_comments, p_overall, p_has_sources, p_has_diligence) then
        return v_done.passed;
      end if;
      raise exception 'This capstone has already been reviewed. A review cannot be changed.' using hint = 'reviewed';
    end if;
    if exists (
      select from private.capstone_second_opinions where hand_in_id = p_hand_in and reviewer_id = v_reviewer) then
      raise exception 'You asked for a second opinion, so another reviewer has to send the review.'
        using hint = 'second_opinion_asked';
    end if;
    insert into public.capstone_reviews
      (hand_in_id, user_id, reviewer_id, scores, comments, overall, has_sources, has_diligence)
    values (p_hand_in, v_learner, v_reviewer, p_scores, p_comments, p_overall, p_has_sources, p_has_diligence)
    returning passed into v_passed;
    update public.capstone_hand_ins set rev = private.next_rev(v_learner) where id = p_hand_in;
    perform private.record_staff_action(v_reviewer, 'capstone_reviewed', 'capstone', p_hand_in::text, '',
      pg_catalog.jsonb_build_object('passed', v_passed));
    -- Not in a trigger: reviews that are moved to another installation were announced before.
    insert into public.mail_queue (kind, dedupe_key, recipient, data)
    select 'capstone_reviewed', 'capstone_reviewed:' || p_hand_in, email, pg_catalog.jsonb_build_object(
      'user_id', id, 'passed', v_passed, 'may_hand_in_again', not v_passed and v_attempt = 1)
    from auth.users where id = v_learner and email <> '';
    return v_passed;
  end;
  $$;
comment on function public.review_capstone is
  'Answers a hand-in, once, queues an email to the learner, and returns whether it passed. For reviewers and staff with a second factor, except the one who asked for a second opinion.';

grant execute on function
  public.review_capstone(uuid, integer[], text[], text, boolean, boolean)
to authenticated;
