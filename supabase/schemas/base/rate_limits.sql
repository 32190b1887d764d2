-- Request counters for the rate limits of the server functions (functions/_shared/http/rateLimit.ts).

create table public.rate_limits (
  key text primary key,
  window_start timestamptz not null,
  count integer not null
);
comment on table public.rate_limits is 'Requests per key in its current window. Rows of past windows are deleted.';
comment on column public.rate_limits.key is
  'SHA-256 of the limit''s name and of the network address or sender that it applies to. Neither is stored in plain text.';
create index rate_limits_window_start on public.rate_limits (window_start);

alter table public.rate_limits enable row level security;

create function public.take_rate_limit(p_key text, p_limit integer, p_window_seconds integer) returns integer
language plpgsql security definer
-- Definer: no role may write the table, so a stray write cannot lift a limit.
set search_path = '' as $$
declare
  v_window constant interval := make_interval(secs => p_window_seconds);
  v_row public.rate_limits;
begin
  insert into public.rate_limits as mine (key, window_start, count) values (p_key, now(), 1)
  on conflict (key) do update set
    window_start = case when mine.window_start <= now() - v_window then now() else mine.window_start end,
    count = case when mine.window_start <= now() - v_window then 1 else mine.count + 1 end
  returning * into v_row;

  if v_row.count = 1 then
    -- Not those that another request is about to count: two such deletions would wait for each other.
    delete from public.rate_limits where key in (
      select key from public.rate_limits where window_start < now() - interval '1 day' for update skip locked
    );
  end if;
  if v_row.count <= p_limit then return 0; end if;
  return greatest(1, ceil(extract(epoch from v_row.window_start + v_window - now())))::integer;
end $$;
comment on function public.take_rate_limit(text, integer, integer) is
  'Counts one request. Returns 0 when it is allowed, else the seconds to wait.';

create function public.rate_limit_wait(p_key text, p_limit integer, p_window_seconds integer) returns integer
language sql stable security definer
-- Definer: no role may read the table.
set search_path = '' as $$
  select coalesce((
    select greatest(1, ceil(extract(epoch from window_start + make_interval(secs => p_window_seconds) - now())))::integer
    from public.rate_limits
    where key = p_key and count >= p_limit and window_start > now() - make_interval(secs => p_window_seconds)
  ), 0)
$$;
comment on function public.rate_limit_wait(text, integer, integer) is
  'What take_rate_limit would return, without counting: for requests of which only some outcomes count.';

-- Definer: learners may not count requests.
create function private.limit_own_writes() returns trigger
language plpgsql security definer
set search_path = '' as $$
declare
  c_most constant integer := 300;
  c_seconds constant integer := 900;
  v_key constant text := pg_catalog.encode(pg_catalog.sha256(('own writes ' || auth.uid()::text)::bytea), 'hex');
begin
  if auth.uid() is null then return null; end if;
  -- Without counting first: what is refused must not write anything.
  if public.rate_limit_wait(v_key, c_most, c_seconds) > 0 then
    raise exception 'Too many changes. Please wait a few minutes and try again.' using errcode = 'PT429';
  end if;
  perform public.take_rate_limit(v_key, c_most, c_seconds);
  return null;
end $$;
comment on function private.limit_own_writes() is
  'Limits a learner''s direct writes to a table: each leaves an old row in the files of the database until it is cleaned up. An upsert counts twice.';

grant execute on function
  public.take_rate_limit(text, integer, integer),
  public.rate_limit_wait(text, integer, integer)
to service_role;
