-- When each signed-in device last synced, and how much work it still had then, for the staff console.

create table private.device_syncs (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  synced_at timestamptz not null default pg_catalog.now(),
  unsent integer check (unsent >= 0 and unsent <= 10000),
  refused integer check (refused >= 0 and refused <= 10000)
);
comment on table private.device_syncs is
  'The last pull of each session. A session identifies a device, and the row is deleted with it.';
comment on column private.device_syncs.unsent is
  'Changes that the device reported as not sent yet. Null if its version of the app does not report them.';
comment on column private.device_syncs.refused is
  'Changes that the device has parked, because the server rejected them several times. Null as for unsent.';
create index device_syncs_user_id on private.device_syncs (user_id);
create index device_syncs_waiting on private.device_syncs (user_id) where unsent > 0 or refused > 0;

alter table private.device_syncs enable row level security;

create function private.note_sync(p_user uuid, p_unsent integer, p_refused integer) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    c_most constant integer := 10000;
    v_session constant uuid := (auth.jwt() ->> 'session_id')::uuid;
    -- Bounded rather than rejected: a wrong count must not stop the sync. Null stays null.
    v_unsent constant integer := case when p_unsent is not null then least(greatest(p_unsent, 0), c_most) end;
    v_refused constant integer := case when p_refused is not null then least(greatest(p_refused, 0), c_most) end;
  begin
    -- A device pulls several times in a row. Most of these pulls write nothing.
    if exists (
      select from private.device_syncs
      where session_id = v_session and synced_at > pg_catalog.now() - interval '1 minute'
        and unsent is not distinct from v_unsent and refused is not distinct from v_refused
    ) then
      return;
    end if;
    insert into private.device_syncs (session_id, user_id, unsent, refused)
    values (v_session, p_user, v_unsent, v_refused)
    on conflict (session_id) do update set
      synced_at = excluded.synced_at, unsent = excluded.unsent, refused = excluded.refused;
  end;
  $$;
comment on function private.note_sync is 'Records that the caller''s device has just synced, to the minute.';
