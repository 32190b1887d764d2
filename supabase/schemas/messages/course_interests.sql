-- People who want one email when an announced course opens (docs/decisions/0088). No role may read or write the table.

create table private.course_interests (
  -- In the link of the email. It can only confirm or delete this row.
  key uuid primary key default gen_random_uuid(),
  email text not null check (length(email) >= 3 and length(email) <= 255 and email !~ '[^\x21-\x7e]'),
  -- functions/course-interest checks that the catalogue announces it.
  course_id text not null check (course_id ~ '^[a-z0-9-]{1,60}$'),
  created_at timestamptz not null default now(),
  -- Null until the owner of the address has pressed the button behind the link. Nothing is sent before.
  confirmed_at timestamptz
);
comment on table private.course_interests is
  'Who wants one email when a course opens: one row for each address and course. Deleted when that email is queued.';
create unique index course_interests_address on private.course_interests (private.email_key(email), course_id);
create index course_interests_course on private.course_interests (course_id, confirmed_at);

alter table private.course_interests enable row level security;

create function public.ask_course_interest(p_email text, p_course text) returns void
language plpgsql security definer
-- Definer: no role may write the table.
set search_path = '' as $$
declare
  v_mine private.course_interests;
begin
  insert into private.course_interests as mine (email, course_id) values (p_email, p_course)
  on conflict (private.email_key(email), course_id)
  do update set created_at = now() where mine.confirmed_at is null
  returning * into v_mine;
  -- No row: the address is confirmed already. The limit is one email for each announced course.
  if v_mine.key is null or not private.takes_another_mail('course_interest', v_mine.email, 5, 5) then return; end if;
  insert into public.mail_queue (kind, dedupe_key, recipient, data)
  values ('course_interest', 'course_interest:' || gen_random_uuid(), v_mine.email, jsonb_build_object('key', v_mine.key));
end $$;
comment on function public.ask_course_interest(text, text) is
  'Notes that an address may want to know when a course opens, and queues the email that asks its owner. Neither happens for an address that is confirmed already.';

create function public.unconfirmed_interest(p_key uuid) returns text
language sql stable security definer
-- Definer: no role may read the table.
set search_path = '' as $$
  select course_id from private.course_interests where key = p_key and confirmed_at is null
$$;
comment on function public.unconfirmed_interest(uuid) is
  'The course that the email about this key asks about. Null once it is confirmed or deleted.';

create function public.answer_course_interest(p_key uuid, p_is_wanted boolean) returns boolean
language plpgsql security definer
-- Definer: no role may write the table.
set search_path = '' as $$
begin
  if p_is_wanted then
    update private.course_interests set confirmed_at = coalesce(confirmed_at, now()) where key = p_key;
  else
    delete from private.course_interests where key = p_key;
  end if;
  return found;
end $$;
comment on function public.answer_course_interest(uuid, boolean) is
  'Confirms or deletes the row with the key of an email. False for an unknown key.';

create function public.staff_course_interests() returns jsonb
language plpgsql stable security definer set search_path = ''
-- Definer: same reason.
as $$
begin
  perform private.require_staff();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'course_id', course_id, 'confirmed', confirmed, 'unconfirmed', unconfirmed) order by course_id), '[]')
    from (
      select course_id, count(confirmed_at) as confirmed, count(*) - count(confirmed_at) as unconfirmed
      from private.course_interests group by course_id
    ) as each);
end $$;
comment on function public.staff_course_interests is
  'How many people want to know when each course opens: those who have confirmed their address, and the others.';

create function public.staff_export_course_interests(p_search text, p_filter text, p_from date, p_to date) returns jsonb
language plpgsql security definer set search_path = ''
-- Definer: same reason.
as $$
declare
  c_rows constant integer := 10000;
  v_actor constant uuid := private.require_staff();
  v_rows jsonb;
begin
  select coalesce(jsonb_agg(to_jsonb(one)), '[]') into v_rows from (
    select course_id, email, confirmed_at from private.course_interests
    where confirmed_at >= p_from::timestamp at time zone 'UTC' and confirmed_at < (p_to + 1)::timestamp at time zone 'UTC'
      and coalesce(p_filter, '') in ('', course_id) and strpos(lower(email), lower(btrim(coalesce(p_search, '')))) > 0
    order by confirmed_at desc limit c_rows + 1
  ) as one;
  perform private.record_export(v_actor, 'course_interests', coalesce(p_search, ''), p_filter, p_from, p_to,
    least(jsonb_array_length(v_rows), c_rows));
  return jsonb_build_object('rows', v_rows - c_rows, 'is_complete', jsonb_array_length(v_rows) <= c_rows);
end $$;
comment on function public.staff_export_course_interests is
  'The confirmed addresses, as staff_export_orders returns orders. The filter is a course or empty. Records the export.';

create function public.staff_announce_course(p_course text, p_reason text) returns integer
language plpgsql security definer set search_path = ''
-- Definer: same reason.
as $$
declare
  v_actor constant uuid := private.require_staff();
  v_count integer;
begin
  with told as (
    delete from private.course_interests where course_id = p_course and confirmed_at is not null returning key, email
  )
  insert into public.mail_queue (kind, dedupe_key, recipient, data)
  select 'course_open', 'course_open:' || key, email, jsonb_build_object('course_id', p_course) from told;
  get diagnostics v_count = row_count;
  if v_count > 0 then
    perform private.record_staff_action(v_actor, 'course_announced', 'course', p_course, coalesce(p_reason, ''),
      jsonb_build_object('people', v_count));
  end if;
  return v_count;
end $$;
comment on function public.staff_announce_course is
  'Queues one email to everyone who has confirmed that they want to know when the course opens, and deletes their rows. Returns how many there were.';

grant execute on function
  public.ask_course_interest(text, text),
  public.unconfirmed_interest(uuid),
  public.answer_course_interest(uuid, boolean)
to service_role;
grant execute on function
  public.staff_course_interests(),
  public.staff_export_course_interests(text, text, date, date),
  public.staff_announce_course(text, text)
to authenticated;
