-- Student IDs: what staff decide about them. sales/refused_student_ids.sql has what follows from a refusal.

create table private.student_id_decisions (
  -- The id of the row in public.student_ids, which is deleted together with the file.
  student_id uuid primary key,
  order_id uuid not null references public.orders on delete cascade,
  uploaded_at timestamptz not null,
  decision text not null check (decision in ('approved', 'refused')),
  -- REFUSAL_REASONS of src/domain/sales/studentIdDecision.ts. Empty when approved.
  reason text not null check (reason in ('', 'unreadable', 'expired', 'other_name', 'other_institution', 'no_student_id')),
  decided_at timestamptz not null default now(),
  -- No foreign key: the decision outlives the account of the member of staff.
  decided_by uuid,
  choose_until timestamptz,
  choice text check (choice in ('another', 'difference', 'refund')),
  chosen_at timestamptz,
  -- SHA-256 of the keys in the emailed links. Each email has its own.
  key_hashes text[] not null default '{}',
  check ((decision = 'refused') = (reason <> '')),
  check ((decision = 'refused') = (choose_until is not null)),
  check ((choice is null) = (chosen_at is null))
);
comment on table private.student_id_decisions is
  'One row per student ID that staff decided about, once. After a refusal, the learner''s choice: another ID, the difference to another price, or a refund.';
create index student_id_decisions_order_id on private.student_id_decisions (order_id, decided_at);
create index student_id_decisions_decided_at on private.student_id_decisions (decided_at desc, student_id);
create index student_id_decisions_keys on private.student_id_decisions using gin (key_hashes);
create index student_id_decisions_refused on private.student_id_decisions (choose_until) where decision = 'refused';

alter table private.student_id_decisions enable row level security;

create function private.is_last_decision(p_decision private.student_id_decisions) returns boolean
language sql stable security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
  select not exists (
    select from private.student_id_decisions
    where order_id = p_decision.order_id and decided_at > p_decision.decided_at
  )
$$;
comment on function private.is_last_decision(private.student_id_decisions) is
  'True unless staff have since decided about another ID for the same order.';

create function public.open_student_id(p_actor uuid, p_student_id uuid) returns jsonb
language plpgsql security definer
-- Definer: records the action.
set search_path = '' as $$
declare
  v_file public.student_ids;
begin
  select * into v_file from public.student_ids
  where id = p_student_id and order_id is not null and reviewed_at is null;
  if not found then return null; end if;
  perform private.record_staff_action(
    p_actor, 'student_id_opened', 'order', v_file.order_id::text, '', jsonb_build_object('student_id', p_student_id)
  );
  return jsonb_build_object('path', v_file.path, 'content_type', v_file.content_type);
end $$;
comment on function public.open_student_id(uuid, uuid) is
  'Where the file of a student ID is stored: { path, content_type }, or null if it is gone or decided. Records who opened it.';

create function public.decide_student_id(
  p_actor uuid, p_student_id uuid, p_decision text, p_reason text, p_note text
) returns jsonb
language plpgsql security definer
-- Definer: changes the order, queues the email and records the action in one transaction.
set search_path = '' as $$
declare
  c_choose constant interval := interval '14 days';
  v_file public.student_ids;
  v_order public.orders;
  v_made private.student_id_decisions;
begin
  -- 1. One at a time per ID: the second of two decisions waits here, and then finds the first one.
  select * into v_file from public.student_ids where id = p_student_id for update;
  select * into v_made from private.student_id_decisions where student_id = p_student_id;
  if v_made.student_id is not null then
    return jsonb_build_object(
      'outcome', 'decided_before', 'decision', v_made.decision, 'decided_at', v_made.decided_at,
      'decided_by', coalesce((select email from auth.users where id = v_made.decided_by), '')
    );
  end if;
  select * into v_order from public.orders where id = v_file.order_id and paid_at is not null for no key update;
  if not found then return jsonb_build_object('outcome', 'gone'); end if;
  if v_order.status not in ('paid', 'past_due', 'paused', 'disputed', 'id_refused') then
    return jsonb_build_object('outcome', 'order_ended');
  end if;

  -- 2. The decision. From now on the file is due for deletion.
  insert into private.student_id_decisions (
    student_id, order_id, uploaded_at, decision, reason, decided_at, decided_by, choose_until
  ) values (
    p_student_id, v_order.id, v_file.uploaded_at, p_decision, case when p_decision = 'refused' then p_reason else '' end,
    -- Later than any earlier decision about the same order, even within one transaction.
    clock_timestamp(), p_actor, case when p_decision = 'refused' then greatest(now() + c_choose, v_order.extended_until) end
  ) returning * into v_made;
  update public.student_ids set reviewed_at = now() where id = p_student_id;
  perform private.record_staff_action(
    p_actor, 'student_id_' || p_decision, 'order', v_order.id::text, p_note,
    jsonb_build_object('student_id', p_student_id, 'reason', v_made.reason)
  );

  -- 3. Its effect. The first approval changes nothing for the learner, so it needs no email.
  if p_decision = 'refused' then
    perform private.queue_plan_mail(
      v_order, 'student_id_refused', 'student_id_refused:' || p_student_id,
      jsonb_build_object('student_id', p_student_id, 'reason', v_made.reason)
    );
  else
    -- record_plan decides about a plan that is not paid up.
    if v_order.status in ('id_refused', 'paid') and not private.is_unfinished_plan(v_order) then
      perform private.mark_later_purchases(v_order);
    end if;
    update public.orders set status = 'paid' where id = v_order.id and status = 'id_refused';
    perform private.queue_plan_mail(v_order, 'student_id_accepted', 'student_id_accepted:' || p_student_id, '{}')
    where exists (
      select from private.student_id_decisions where order_id = v_order.id and decision = 'refused'
    );
  end if;
  return jsonb_build_object(
    'outcome', 'decided', 'decision', p_decision, 'decided_at', v_made.decided_at,
    'decided_by', coalesce((select email from auth.users where id = p_actor), ''),
    'file', jsonb_build_object('id', v_file.id, 'path', v_file.path),
    'subscription_id', v_order.subscription_id
  );
end $$;
comment on function public.decide_student_id(uuid, uuid, text, text, text) is
  'Approves or refuses a student ID, once: { outcome, decision, decided_at, decided_by, file, subscription_id }. A second decision changes nothing and returns the first (decided_before).';

create function public.staff_student_ids(p_search text, p_filter text, p_before text, p_limit integer) returns jsonb
language plpgsql stable security definer
-- Definer: staff may not read the tables.
set search_path = ''
-- A single query plan for all searches could not use any index.
set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_limit constant integer := least(greatest(coalesce(p_limit, 50), 1), 100);
  v_search constant text := lower(trim(coalesce(p_search, '')));
  v_found uuid[];
  v_at timestamptz;
  v_id uuid;
  v_rows jsonb;
begin
  perform private.require_staff();
  v_at := nullif(split_part(coalesce(p_before, ''), ' ', 1), '');
  v_id := nullif(split_part(coalesce(p_before, ''), ' ', 2), '');
  -- One row more than asked for says whether there are more.
  if p_filter = 'decided' then
    -- There can be many decisions, so a search compares beginnings only, which is a range of an index.
    if v_search <> '' then v_found := array(select private.orders_like(v_search)); end if;
    select jsonb_agg(to_jsonb(each) order by each.at desc, each.id desc) into v_rows from (
      select mine.student_id as id, mine.decided_at as at, mine.decision, mine.reason, mine.choice, mine.uploaded_at,
        its.first_name || ' ' || its.last_name as name, its.email, its.organization as university
      from private.student_id_decisions as mine join public.orders as its on its.id = mine.order_id
      where (v_at is null or (mine.decided_at, mine.student_id) < (v_at, v_id))
        and (v_search = '' or mine.order_id = any (v_found))
      order by mine.decided_at desc, mine.student_id desc
      limit v_limit + 1
    ) as each;
  else
    select jsonb_agg(to_jsonb(each) order by each.at, each.id) into v_rows from (
      select mine.id, mine.uploaded_at as at, null as decision, '' as reason, null as choice, mine.uploaded_at,
        its.first_name || ' ' || its.last_name as name, its.email, its.organization as university
      from public.student_ids as mine join public.orders as its on its.id = mine.order_id
      where mine.reviewed_at is null and its.paid_at is not null and its.status in ('paid', 'past_due', 'paused', 'disputed', 'id_refused')
        and (v_at is null or (mine.uploaded_at, mine.id) > (v_at, v_id))
        and (v_search = '' or strpos(lower(its.first_name || ' ' || its.last_name), v_search) > 0
          or strpos(lower(its.email), v_search) > 0 or strpos(lower(its.organization), v_search) > 0
          or v_search in (its.id::text, pg_catalog.left(its.id::text, 8)))
      order by mine.uploaded_at, mine.id
      limit v_limit + 1
    ) as each;
  end if;
  v_rows := coalesce(v_rows, '[]');
  return jsonb_build_object(
    'rows', case when jsonb_array_length(v_rows) > v_limit then v_rows - v_limit else v_rows end,
    'next', case when jsonb_array_length(v_rows) > v_limit then
      (v_rows -> (v_limit - 1) ->> 'at') || ' ' || (v_rows -> (v_limit - 1) ->> 'id') end
  );
end $$;
comment on function public.staff_student_ids(text, text, text, integer) is
  'Student IDs of paid orders that nobody has decided about, oldest first, or with the filter "decided" the decisions, newest first: { rows, next }. The search is part of a name, address or institution (among the decisions, its beginning) or an order''s id.';

create function public.staff_student_id(p_id uuid) returns jsonb
language plpgsql stable security definer
-- Definer: staff may not read the tables.
set search_path = '' as $$
declare
  v_file public.student_ids;
  v_made private.student_id_decisions;
  v_order public.orders;
begin
  perform private.require_staff();
  select * into v_file from public.student_ids where id = p_id and reviewed_at is null;
  select * into v_made from private.student_id_decisions where student_id = p_id;
  select * into v_order from public.orders
  where id = coalesce(v_made.order_id, v_file.order_id) and paid_at is not null;
  if not found then return null; end if;
  return jsonb_build_object(
    'id', p_id,
    'uploaded_at', coalesce(v_made.uploaded_at, v_file.uploaded_at),
    'content_type', case when v_made.student_id is null then v_file.content_type end,
    'decision', v_made.decision, 'reason', coalesce(v_made.reason, ''), 'decided_at', v_made.decided_at,
    'decided_by', coalesce((select email from auth.users where id = v_made.decided_by), ''),
    'choose_until', v_made.choose_until, 'choice', v_made.choice,
    'refused_before', (
      select count(*) from private.student_id_decisions
      where order_id = v_order.id and decision = 'refused' and student_id <> p_id
    ),
    'order', jsonb_build_object(
      'id', v_order.id, 'status', v_order.status, 'name', v_order.first_name || ' ' || v_order.last_name,
      'email', v_order.email, 'university', v_order.organization, 'country', v_order.country,
      'paid_at', v_order.paid_at, 'total_pence', v_order.total_pence
    ),
    'timeline', private.staff_timeline('order', v_order.id::text)
  );
end $$;
comment on function public.staff_student_id(uuid) is
  'One student ID with its order, its decision and the order''s timeline, or null.';

grant execute on function
  public.open_student_id(uuid, uuid),
  public.decide_student_id(uuid, uuid, text, text, text)
to service_role;
grant execute on function
  public.staff_student_ids(text, text, text, integer),
  public.staff_student_id(uuid)
to authenticated;
