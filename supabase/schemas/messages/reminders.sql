-- Reminders of the study plan: what each learner chose, and the devices that show notifications (docs/decisions/0062).
-- No role may read or write the tables. The functions set-reminders, stop-reminders and send-reminders use those below.

create table private.reminder_settings (
  user_id uuid primary key references auth.users (id) on delete cascade,
  channel text not null check (channel in ('none', 'push', 'email')),
  -- The chosen local time, in minutes after midnight.
  minute integer not null check (minute >= 0 and minute < 1440),
  -- An IANA name. functions/set-reminders checks it, because Postgres and browsers know different versions of the list.
  time_zone text not null check (length(time_zone) >= 1 and length(time_zone) <= 64),
  -- Day 1 of the plan. Null: the first day of study.
  plan_start date,
  -- When the next reminder is due. functions/_shared/reminders/reminderTime.ts calculates it.
  next_at timestamptz,
  -- The learner's local day of the last reminder.
  last_sent_on date,
  -- In the links of emails that turn the reminders off. It can do nothing else.
  off_key uuid not null unique default gen_random_uuid(),
  changed_at timestamptz not null default now(),
  check ((channel = 'none') = (next_at is null))
);
comment on table private.reminder_settings is
  'How and when each learner wants to be reminded of the study plan. A row exists once a learner has chosen.';
create index reminder_settings_due on private.reminder_settings (next_at) where next_at is not null;

alter table private.reminder_settings enable row level security;

create table private.push_devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- An address at the browser vendor that only the device, the vendor and we know (RFC 8030 §8.3).
  endpoint text not null unique check (endpoint like 'https://%' and length(endpoint) <= 1000),
  -- The keys with which only the device can read a message (RFC 8291), in base64url.
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz not null default now(),
  last_success_at timestamptz
);
comment on table private.push_devices is
  'The browsers that show reminders as notifications. A browser belongs to the learner who turned them on there last.';
create index push_devices_user_id on private.push_devices (user_id);
create index push_devices_retention on private.push_devices (coalesce(last_success_at, created_at));

alter table private.push_devices enable row level security;

create function private.end_push_without_device() returns trigger
language plpgsql security definer
-- Definer: no role may write the table.
set search_path = '' as $$
begin
  update private.reminder_settings set channel = 'none', next_at = null
  where user_id = old.user_id and channel = 'push'
    and not exists (select from private.push_devices where user_id = old.user_id);
  return null;
end $$;
comment on function private.end_push_without_device is
  'Turns notifications off when the learner''s last device has gone, so that the settings say what happens.';
create trigger end_push_without_device after delete or update of user_id on private.push_devices
  for each row execute function private.end_push_without_device();

create function public.my_reminders(p_user uuid, p_endpoint text) returns jsonb
language sql stable security definer
-- Definer: no role may read the tables.
set search_path = '' as $$
  select jsonb_build_object(
    'channel', coalesce(mine.channel, 'none'),
    'minute', mine.minute,
    'time_zone', mine.time_zone,
    'plan_start', mine.plan_start,
    'devices', (select count(*) from private.push_devices where user_id = p_user),
    'is_this_device', exists (
      select from private.push_devices where user_id = p_user and endpoint = p_endpoint
    ),
    'is_address_proven', private.has_proven_address(p_user)
  )
  from (select) as one left join private.reminder_settings as mine on mine.user_id = p_user
$$;
comment on function public.my_reminders(uuid, text) is
  'What a learner chose, and whether the device with this address at the browser vendor shows notifications.';

create function public.save_reminders(p_user uuid, p_settings jsonb, p_device jsonb) returns void
language plpgsql volatile security definer
-- Definer: no role may write the tables.
set search_path = '' as $$
declare
  c_max_devices constant integer := 10;
begin
  insert into private.reminder_settings as mine (user_id, channel, minute, time_zone, plan_start, next_at)
  values (
    p_user, p_settings ->> 'channel', (p_settings ->> 'minute')::integer, p_settings ->> 'time_zone',
    (p_settings ->> 'plan_start')::date, (p_settings ->> 'next_at')::timestamptz
  )
  on conflict (user_id) do update set
    channel = excluded.channel, minute = excluded.minute, time_zone = excluded.time_zone,
    plan_start = excluded.plan_start, next_at = excluded.next_at, changed_at = now();

  if p_settings ->> 'channel' <> 'push' then
    delete from private.push_devices where user_id = p_user;
  elsif p_device is not null then
    insert into private.push_devices (user_id, endpoint, p256dh, auth)
    values (p_user, p_device ->> 'endpoint', p_device ->> 'p256dh', p_device ->> 'auth')
    on conflict (endpoint) do update set
      user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, created_at = now();
    delete from private.push_devices where id in (
      select id from private.push_devices where user_id = p_user order by created_at desc offset c_max_devices
    );
  end if;
end $$;
comment on function public.save_reminders(uuid, jsonb, jsonb) is
  'Stores {channel, minute, time_zone, plan_start, next_at} and, for notifications, the device {endpoint, p256dh, auth}. At most ten devices are kept, and none for any other channel.';

create function public.change_push_device(p_endpoint text, p_replacement jsonb) returns boolean
language plpgsql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
begin
  if p_replacement is null then
    delete from private.push_devices where endpoint = p_endpoint;
  else
    update private.push_devices set
      endpoint = p_replacement ->> 'endpoint', p256dh = p_replacement ->> 'p256dh', auth = p_replacement ->> 'auth'
    where endpoint = p_endpoint
      and not exists (select from private.push_devices where endpoint = p_replacement ->> 'endpoint');
  end if;
  return found;
end $$;
comment on function public.change_push_device(text, jsonb) is
  'Deletes a device, or replaces its address and keys with {endpoint, p256dh, auth}. Whoever knows the old address may do so, since only the device, the vendor and we do. False if there is no such device.';

create function public.stop_reminder_mails(p_key uuid) returns boolean
language plpgsql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
begin
  update private.reminder_settings set channel = 'none', next_at = null where off_key = p_key and channel = 'email';
  return exists (select from private.reminder_settings where off_key = p_key);
end $$;
comment on function public.stop_reminder_mails(uuid) is
  'Turns reminders by email off for the owner of the key in an email. False for an unknown key.';

create function public.reminder_mail_key(p_user uuid) returns uuid
language sql stable security definer
-- Definer: no role may read the table.
set search_path = '' as $$
  select off_key from private.reminder_settings where user_id = p_user and channel = 'email'
$$;
comment on function public.reminder_mail_key(uuid) is
  'The key for the links that turn the emails off, or null if the learner no longer wants them.';

create function private.may_remind(p_user uuid, p_channel text) returns boolean
language sql stable security definer
-- Definer: reads the auth server's tables.
set search_path = '' as $$
  select private.is_entitled(p_user, 'ai-fluency-30-days')
    and not exists (select from public.deletion_requests where user_id = p_user)
    and exists (select from auth.users where id = p_user and (banned_until is null or banned_until <= now()))
    and (p_channel <> 'email' or private.has_proven_address(p_user))
$$;
comment on function private.may_remind(uuid, text) is
  'True for a learner with access whose account is not due for deletion. Emails go only to addresses that the learner has proved.';

create function private.study_times(p_user uuid) returns table (first_at timestamptz, last_at timestamptz)
language sql stable
set search_path = '' as $$
  select min(at) filter (where is_work), max(at) from (
    select completed_at, true from public.course_progress where user_id = p_user
    union all select taken_at, true from public.quiz_attempts where user_id = p_user
    -- Devices do not begin the plan with reading either (src/db/study/studyLog.ts).
    union all select greatest(written_at, private.earliest_client_time()), kind <> 'place' from public.study_rows
      where user_id = p_user and kind in ('workbook', 'note', 'place', 'answer')
    union all select handed_in_at, true from public.capstone_hand_ins where user_id = p_user
  ) as study (at, is_work)
$$;
comment on function private.study_times(uuid) is 'When the learner first worked on the course, and last worked on it or read it, as far as it was synced.';

create function public.due_reminders(p_limit integer) returns jsonb
language sql stable security definer
-- Definer: no role may read the settings.
set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'user_id', user_id, 'channel', channel, 'minute', minute, 'time_zone', time_zone, 'plan_start', coalesce((
      select mine.content ->> 'firstDay' from public.study_rows as mine
      where mine.user_id = due.user_id and mine.kind = 'plan'), plan_start::text),
    'due_at', next_at, 'last_sent_on', last_sent_on, 'changed_at', changed_at,
    'may_remind', private.may_remind(user_id, channel), 'first_study_at', first_at, 'last_study_at', last_at,
    'completed', (
      select coalesce(jsonb_agg(jsonb_build_object('lesson_id', lesson_id, 'completed_at', completed_at)), '[]')
      from public.course_progress as mine where mine.user_id = due.user_id and completed
    ),
    -- Only whether a lab was done, which its first line says (src/domain/course/labState.ts). The rest stays here.
    'labs', (
      select coalesce(jsonb_agg(field_id), '[]') from private.workbook_fields as mine
      where mine.user_id = due.user_id and field_id ~ '^l[0-9]{2}-lab-' and value like E'done\n%'
    ),
    'is_handed_in', exists (select from public.capstone_hand_ins as mine where mine.user_id = due.user_id),
    'reviewed', (
      select coalesce(jsonb_agg(key), '[]') from public.study_rows as mine
      where mine.user_id = due.user_id and mine.kind = 'answer' and key like 'review/%'
    ),
    'again_on', (
      select min(nullif(split_part(content ->> 'recall', ' ', 3), 'never')) from public.study_rows as mine
      where mine.user_id = due.user_id and mine.kind = 'answer'
    ),
    'places', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'lesson_id', lesson_id, 'step', step, 'furthest', furthest, 'moved_at', written_at
      )), '[]')
      from private.lesson_places as mine where mine.user_id = due.user_id
    )
  ) order by next_at), '[]')
  from (
    select * from private.reminder_settings where next_at <= now() order by next_at limit p_limit
  ) as due, private.study_times(user_id)
$$;
comment on function public.due_reminders(integer) is
  'The reminders that are due, oldest first, with what decides whether and which step is sent.';

create function public.claim_reminder(
  p_user uuid, p_due_at timestamptz, p_next_at timestamptz, p_day date, p_mail jsonb
) returns jsonb
language plpgsql volatile security definer
-- Definer: no role may write the tables.
set search_path = '' as $$
declare
  v_channel text;
begin
  -- The row lock makes this the only claim: a concurrent one then finds another next_at and last_sent_on.
  update private.reminder_settings set next_at = p_next_at, last_sent_on = coalesce(p_day, last_sent_on)
  where user_id = p_user and next_at = p_due_at
    and (p_day is null or last_sent_on is null or last_sent_on < p_day)
  returning channel into v_channel;
  if not found then return null; end if;

  if p_day is not null and v_channel = 'email' then
    insert into public.mail_queue (kind, dedupe_key, recipient, data)
    select 'study_reminder', 'study_reminder:' || id || ':' || p_day, email,
      p_mail || jsonb_build_object('user_id', id)
    from auth.users where id = p_user and email <> ''
    on conflict (dedupe_key) do nothing;
  end if;
  if p_day is null or v_channel <> 'push' then return '[]'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'endpoint', endpoint, 'p256dh', p256dh, 'auth', auth)), '[]')
    from private.push_devices where user_id = p_user
  );
end $$;
comment on function public.claim_reminder(uuid, timestamptz, timestamptz, date, jsonb) is
  'Takes a due reminder, so that no other run sends it: moves it to p_next_at and, for a reminder of p_day, notes that day. Queues the email, or returns the devices to notify. Null if another run was faster. Without p_day nothing is sent.';

create function public.put_off_reminder(p_user uuid, p_day date, p_at timestamptz) returns void
language sql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
  update private.reminder_settings set next_at = p_at, last_sent_on = p_day - 1
  where user_id = p_user and last_sent_on = p_day and channel = 'push'
$$;
comment on function public.put_off_reminder(uuid, date, timestamptz) is
  'Makes the reminder of a day due again, after no push service accepted it.';

create function public.record_push(p_device uuid, p_is_gone boolean) returns void
language plpgsql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
begin
  if p_is_gone then
    delete from private.push_devices where id = p_device;
  else
    update private.push_devices set last_success_at = now() where id = p_device;
  end if;
end $$;
comment on function public.record_push(uuid, boolean) is
  'Notes that a device''s push service accepted a message, or deletes a device that the service no longer knows.';

grant execute on function
  public.my_reminders(uuid, text),
  public.save_reminders(uuid, jsonb, jsonb),
  public.change_push_device(text, jsonb),
  public.stop_reminder_mails(uuid),
  public.reminder_mail_key(uuid),
  public.due_reminders(integer),
  public.claim_reminder(uuid, timestamptz, timestamptz, date, jsonb),
  public.put_off_reminder(uuid, date, timestamptz),
  public.record_push(uuid, boolean)
to service_role;
