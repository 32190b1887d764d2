-- The revision counter of each learner. Every change to a synced row takes the next number while it holds the
-- learner's clock row, so revisions become visible in their own order and a cursor cannot pass an unseen one.
-- Timestamps and sequences as cursors do lose rows under concurrent writers (tests/sync measures it).

create table public.sync_clock (
  user_id uuid primary key references auth.users (id) on delete cascade,
  rev bigint not null default 0 check (rev >= 0),
  epoch uuid not null default pg_catalog.gen_random_uuid()
);
comment on table public.sync_clock is 'Last revision given to a learner''s rows. Its row lock orders their writes.';
comment on column public.sync_clock.epoch is 'A new value tells devices that the server lost history: start over and offer everything again.';

create table public.sync_ledger (
  user_id uuid not null references auth.users (id) on delete cascade,
  op_id uuid not null,
  received_at timestamptz not null default pg_catalog.now(),
  primary key (user_id, op_id)
);
comment on table public.sync_ledger is 'Ops already applied: sending one again has no second effect. Refused ops are not kept here.';

-- No grants and no policies: only the definer functions below reach these tables.
alter table public.sync_clock enable row level security;
alter table public.sync_ledger enable row level security;
revoke all on public.sync_clock, public.sync_ledger from public, anon, authenticated, service_role;

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
comment on function private.lock_clock is 'The learner''s clock, made when missing and locked until the transaction ends.';

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
comment on function private.next_rev is 'Takes the learner''s next revision, holding the clock until the transaction ends.';

-- Security definer: it is called by the triggers of direct writes, and learners have no rights on the clock.
create function private.lock_own_clock() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if auth.uid() is not null then perform private.lock_clock(auth.uid()); end if;
    return null;
  end;
  $$;
comment on function private.lock_own_clock is
  'Before any statement on synced rows: clock first, rows second, everywhere, so that no two writers can deadlock.';

-- Security definer: the service role may run this one thing, and has no other right on the clocks.
create function private.begin_new_epoch() returns void
  language sql security definer set search_path = ''
  as $$ update public.sync_clock set epoch = pg_catalog.gen_random_uuid() where true; $$;
comment on function private.begin_new_epoch is
  'Run by the operator after restoring a backup: every device starts from cursor 0 and offers its whole state again.';

revoke execute on function
  private.lock_clock(uuid),
  private.next_rev(uuid),
  private.lock_own_clock(),
  private.begin_new_epoch()
from public, anon, authenticated, service_role;
grant usage on schema private to service_role;
grant execute on function private.begin_new_epoch() to service_role;
