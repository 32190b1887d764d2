-- The revision counter and the ledger of each learner.
--
-- Every change to a synced row takes the next revision while it holds a lock on the learner's clock row. Revisions
-- therefore become visible in ascending order, and a cursor cannot skip one that is not visible yet. Timestamps and
-- sequences as cursors lose rows under concurrent writers (tests/sync measures it).

create table public.sync_clock (
  user_id uuid primary key references auth.users (id) on delete cascade,
  rev bigint not null default 0 check (rev >= 0),
  epoch uuid not null default pg_catalog.gen_random_uuid(),
  applied_ops bigint not null default 0,
  day date not null default '-infinity',
  day_ops integer not null default 0
);
comment on table public.sync_clock is 'The last revision given to a learner''s rows. Its row lock serialises their writes.';
comment on column public.sync_clock.epoch is
  'A new value tells devices that the server lost history: they pull from the start and push everything again.';
comment on column public.sync_clock.applied_ops is 'Ops recorded for this learner so far, those that were deleted from the ledger included.';
comment on column public.sync_clock.day_ops is 'Ops recorded on `day` (UTC).';

alter table public.sync_clock enable row level security;
revoke all on public.sync_clock from public, anon, authenticated, service_role;

create table public.sync_ledger (
  user_id uuid not null references auth.users (id) on delete cascade,
  op_id uuid not null,
  received_at timestamptz not null default pg_catalog.now(),
  written_at timestamptz,
  primary key (user_id, op_id)
);
comment on table public.sync_ledger is
  'Ops that changed something, but of those on places only ones with a written_at: sending one again has no second effect. Refused ops are not stored. Rows without a written_at are deleted after 90 days (docs/decisions/0053).';
comment on column public.sync_ledger.written_at is
  'The time that the server took instead of the device''s, because that was out of bounds. Null when the server took the device''s time. A row with this time is never deleted: applied again, the op would get another time.';
-- For the retention rule.
create index sync_ledger_due on public.sync_ledger (received_at) where written_at is null;

alter table public.sync_ledger enable row level security;
revoke all on public.sync_ledger from public, anon, authenticated, service_role;

create function private.lock_clock(p_user uuid) returns public.sync_clock
  language plpgsql set search_path = ''
  as $$
  declare
    v_clock public.sync_clock;
  begin
    select * into v_clock from public.sync_clock where user_id = p_user for update;
    if found then return v_clock; end if;

    insert into public.sync_clock (user_id) values (p_user) on conflict (user_id) do nothing;
    select * into strict v_clock from public.sync_clock where user_id = p_user for update;
    return v_clock;
  end;
  $$;
comment on function private.lock_clock is
  'The learner''s clock, created when missing and locked until the transaction ends.';

create function private.next_rev(p_user uuid) returns bigint
  language plpgsql set search_path = ''
  as $$
  declare
    v_rev bigint;
  begin
    insert into public.sync_clock as clock (user_id, rev) values (p_user, 1)
    on conflict (user_id) do update set rev = clock.rev + 1
    returning rev into v_rev;
    return v_rev;
  end;
  $$;
comment on function private.next_rev is
  'Takes the learner''s next revision, holding the clock until the transaction ends.';

-- Definer: the triggers of direct writes call it, and learners have no rights on the clock.
create function private.lock_own_clock() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if auth.uid() is not null then perform private.lock_clock(auth.uid()); end if;
    return null;
  end;
  $$;
comment on function private.lock_own_clock is
  'Locks the clock before any statement on synced rows. Clock first, rows second everywhere, so that no two writers can deadlock.';

-- Definer: the service role has no other right on the clocks.
create function private.begin_new_epoch() returns void
  language sql security definer set search_path = ''
  as $$ update public.sync_clock set epoch = pg_catalog.gen_random_uuid() where true; $$;
comment on function private.begin_new_epoch is
  'Run by the operator after restoring a backup: every device pulls from cursor 0 and pushes its whole state again.';

create function private.limit_of(p_clock public.sync_clock) returns text
  language sql stable set search_path = ''
  return case
    when p_clock.applied_ops >= 50000 then 'too_many'
    -- A device that pushes everything again sends a few hundred.
    when p_clock.day = (pg_catalog.now() at time zone 'UTC')::date and p_clock.day_ops >= 5000 then 'too_many_today'
  end;
comment on function private.limit_of is
  'The limit of decision 0043 that a learner has reached, as the code of a refusal. Null if none.';

create function private.count_op(p_user uuid) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    v_today constant date := (pg_catalog.now() at time zone 'UTC')::date;
    v_limit constant text := private.limit_of(private.lock_clock(p_user));
  begin
    if v_limit is not null then raise exception '%', v_limit using errcode = 'AC001'; end if;
    update public.sync_clock
      set applied_ops = applied_ops + 1, day = v_today,
        day_ops = case when day = v_today then day_ops + 1 else 1 end
      where user_id = p_user;
  end;
  $$;
comment on function private.count_op is
  'Counts one recorded op of a learner. At a limit it raises AC001, with the code of the refusal as message.';

revoke all on function
  private.lock_clock(uuid),
  private.next_rev(uuid),
  private.lock_own_clock(),
  private.begin_new_epoch(),
  private.limit_of(public.sync_clock),
  private.count_op(uuid)
from public, anon, authenticated, service_role;
grant execute on function
  private.begin_new_epoch()
to service_role;
