-- The queue of capstones for reviewers. Their texts are all that reviewers see of a learner. review_capstone
-- (learning/synced/capstone.sql) sends the review.

create table private.capstone_second_opinions (
  hand_in_id uuid primary key references public.capstone_hand_ins (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  reviewer_id uuid references auth.users (id) on delete set null,
  reason text not null check (pg_catalog.char_length(reason) >= 1 and pg_catalog.char_length(reason) <= 500),
  asked_at timestamptz not null default pg_catalog.now()
);
comment on table private.capstone_second_opinions is
  'Hand-ins for which a reviewer wants another reviewer to decide. The one who asked may not send the review.';
comment on column private.capstone_second_opinions.user_id is 'The learner whose hand-in it is.';
comment on column private.capstone_second_opinions.reviewer_id is
  'Who asked. Null once that account is deleted: then anyone may send the review.';
create index capstone_second_opinions_user on private.capstone_second_opinions (user_id);
create index capstone_second_opinions_reviewer on private.capstone_second_opinions (reviewer_id);

alter table private.capstone_second_opinions enable row level security;

create view private.reviewable_capstones with (security_invoker = true) as
  select hand_in.id, hand_in.user_id, hand_in.course_id, hand_in.attempt, hand_in.texts, hand_in.handed_in_at,
    hand_in.received_at, review.reviewed_at, review.passed, opinion.reason as opinion_reason,
    opinion.asked_at as opinion_asked_at, opinion.reviewer_id as opinion_reviewer_id
  from public.capstone_hand_ins as hand_in
    left join public.capstone_reviews as review on review.hand_in_id = hand_in.id
    left join private.capstone_second_opinions as opinion on opinion.hand_in_id = hand_in.id
  where review.hand_in_id is not null or exists (
    select from public.course_enrollments as mine
    where mine.user_id = hand_in.user_id and mine.course_id = hand_in.course_id
      and private.serves_organisations(mine.tier));
comment on view private.reviewable_capstones is
  'Hand-ins that have a review, or whose learner''s plan includes one.';

create function private.staff_email(p_user uuid) returns text
  language sql stable set search_path = ''
  as $$ select coalesce((select email from auth.users where id = p_user), '') $$;
comment on function private.staff_email is 'The address of a member of staff. Empty once the account is deleted.';

create function private.second_opinion(p_mine private.reviewable_capstones, p_reviewer uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select case when p_mine.opinion_asked_at is not null then pg_catalog.jsonb_build_object(
      'asked_at', p_mine.opinion_asked_at, 'reason', p_mine.opinion_reason,
      'asked_by', private.staff_email(p_mine.opinion_reviewer_id),
      'is_mine', coalesce(p_mine.opinion_reviewer_id = p_reviewer, false)) end
  $$;
comment on function private.second_opinion is
  'The request for a second opinion as reviewers see it: { asked_at, reason, asked_by, is_mine }, or null.';

create function public.staff_capstones(p_search text, p_filter text, p_before text, p_limit integer) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: no role may read other learners' hand-ins.
  as $$
  declare
    v_reviewer uuid := private.require_reviewer();
    v_limit constant integer := least(greatest(coalesce(p_limit, 50), 1), 100);
    v_is_reviewed constant boolean := coalesce(p_filter, '') = 'reviewed';
    v_search constant text := pg_catalog.lower(pg_catalog.btrim(coalesce(p_search, '')));
    v_after_place numeric := pg_catalog.split_part(nullif(p_before, ''), '/', 1)::numeric;
    v_after_id uuid := pg_catalog.split_part(nullif(p_before, ''), '/', 2)::uuid;
  begin
    return (
      with fitting as (
        -- What waits is listed from the oldest, what is done from the newest.
        select mine.id, case when v_is_reviewed then - extract(epoch from mine.reviewed_at)
            else extract(epoch from mine.handed_in_at) end as place, mine as whole
        from private.reviewable_capstones as mine
        where (mine.reviewed_at is not null) = v_is_reviewed and mine.user_id <> v_reviewer
          and (coalesce(p_filter, '') <> 'second_opinion' or mine.opinion_asked_at is not null)
          and pg_catalog.starts_with(mine.id::text, v_search)
      ), page as (
        select * from fitting where p_before is null or (place, id) > (v_after_place, v_after_id)
        order by place, id limit v_limit + 1
      ), kept as (
        select * from page order by place, id limit v_limit
      )
      select pg_catalog.jsonb_build_object(
        'rows', coalesce((
          select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
            'id', id, 'attempt', (whole).attempt, 'handed_in_at', (whole).handed_in_at,
            'reviewed_at', (whole).reviewed_at, 'passed', (whole).passed,
            'second_opinion', private.second_opinion(whole, v_reviewer)) order by place, id)
          from kept), '[]'),
        'next', case when (select pg_catalog.count(*) from page) > v_limit then (
          select place || '/' || id from kept order by place desc, id desc limit 1) end));
  end;
  $$;
comment on function public.staff_capstones is
  'Capstones that wait for a review, or with the filter reviewed those that have one: { rows, next }. Without who handed them in, and never the caller''s own. The search is the beginning of an id.';

create function private.capstone_review(p_hand_in uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'scores', scores, 'comments', comments, 'overall', overall, 'has_sources', has_sources,
      'has_diligence', has_diligence, 'passed', passed, 'reviewed_at', reviewed_at,
      'reviewer', private.staff_email(reviewer_id))
    from public.capstone_reviews where hand_in_id = p_hand_in
  $$;
comment on function private.capstone_review is 'The review of a hand-in as reviewers see it, or null.';

create function public.staff_capstone(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: no role may read other learners' hand-ins.
  as $$
  declare
    v_reviewer uuid := private.require_reviewer();
    v_mine private.reviewable_capstones;
  begin
    select * into v_mine from private.reviewable_capstones where id = p_id and user_id <> v_reviewer;
    if not found then
      raise exception 'There is no capstone to review at this address.' using hint = 'not_found';
    end if;
    return pg_catalog.jsonb_build_object(
      'id', v_mine.id, 'attempt', v_mine.attempt, 'texts', v_mine.texts, 'handed_in_at', v_mine.handed_in_at,
      'review', private.capstone_review(v_mine.id),
      'second_opinion', private.second_opinion(v_mine, v_reviewer),
      'previous', (
        select pg_catalog.jsonb_build_object(
          'texts', texts, 'handed_in_at', handed_in_at, 'review', private.capstone_review(id))
        from public.capstone_hand_ins
        where user_id = v_mine.user_id and course_id = v_mine.course_id and attempt = v_mine.attempt - 1));
  end;
  $$;
comment on function public.staff_capstone is
  'One hand-in for its reviewer: the texts by workbook field, the review if there is one, a request for a second opinion, and the previous attempt. Nothing else about the learner.';

create function private.lock_open_capstone(p_id uuid, p_reviewer uuid) returns uuid
  language plpgsql set search_path = ''
  as $$
  declare
    v_learner uuid;
  begin
    select user_id into v_learner from private.reviewable_capstones where id = p_id and user_id <> p_reviewer;
    if not found then
      raise exception 'There is no capstone to review at this address.' using hint = 'not_found';
    end if;
    -- The lock that review_capstone takes too.
    perform private.lock_clock(v_learner);
    if exists (select from public.capstone_reviews where hand_in_id = p_id) then
      raise exception 'This capstone has been reviewed in the meantime.' using hint = 'reviewed';
    end if;
    return v_learner;
  end;
  $$;
comment on function private.lock_open_capstone is
  'The learner of a hand-in that waits for a review, locked against a review by another reviewer. Otherwise an error.';

create function public.staff_ask_second_opinion(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: no role may write the table.
  as $$
  declare
    v_reviewer uuid := private.require_reviewer();
    v_learner uuid := private.lock_open_capstone(p_id, v_reviewer);
    v_reason constant text := pg_catalog.btrim(coalesce(p_reason, ''), E' \t\n\r');
    v_asked_by uuid;
  begin
    if pg_catalog.char_length(v_reason) = 0 or pg_catalog.char_length(v_reason) > 500 then
      raise exception 'Give a reason of at most 500 characters.' using hint = 'bad_reason';
    end if;
    insert into private.capstone_second_opinions (hand_in_id, user_id, reviewer_id, reason)
    values (p_id, v_learner, v_reviewer, v_reason) on conflict do nothing;
    if not found then
      select reviewer_id into v_asked_by from private.capstone_second_opinions where hand_in_id = p_id;
      -- The same person again: the first answer was lost.
      if v_asked_by = v_reviewer then return; end if;
      raise exception 'Another reviewer has already asked for a second opinion. You can send the review.'
        using hint = 'already_asked';
    end if;
    -- Without the reason, which may repeat what the learner wrote and goes with the hand-in.
    perform private.record_staff_action(v_reviewer, 'second_opinion_asked', 'capstone', p_id::text, '', '{}');
  end;
  $$;
comment on function public.staff_ask_second_opinion is
  'Leaves a hand-in to another reviewer. From then on the caller cannot send its review.';

create function public.staff_withdraw_second_opinion(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: no role may write the table.
  as $$
  declare
    v_reviewer uuid := private.require_reviewer();
  begin
    perform private.lock_open_capstone(p_id, v_reviewer);
    delete from private.capstone_second_opinions where hand_in_id = p_id and reviewer_id = v_reviewer;
    if found then
      perform private.record_staff_action(v_reviewer, 'second_opinion_withdrawn', 'capstone', p_id::text, '', '{}');
    end if;
  end;
  $$;
comment on function public.staff_withdraw_second_opinion is
  'Takes back the caller''s own request for a second opinion, so that the caller can send the review after all.';

grant execute on function
  public.staff_capstones(text, text, text, integer),
  public.staff_capstone(uuid),
  public.staff_ask_second_opinion(uuid, text),
  public.staff_withdraw_second_opinion(uuid)
to authenticated;
