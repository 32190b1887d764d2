-- The functions that run on a timer. A hosted project calls them through pg_cron and pg_net, the embedded server through
-- its own timers (server/jobs.ts). Both read this table.

create table private.jobs (
  -- The name of the function.
  name text primary key,
  -- When pg_cron calls it.
  schedule text not null,
  -- How long the embedded server waits after a run.
  embedded_pause interval not null,
  -- How long pg_net waits for the response: longer than the longest run.
  timeout interval not null,
  -- The job is late when its last successful run is older than this.
  late_after interval not null,
  -- A query that finds a row when there is something to do. Null: the job always runs.
  waiting text
);
comment on table private.jobs is 'The functions that run on a timer, and how often.';

alter table private.jobs enable row level security;

insert into private.jobs (name, schedule, embedded_pause, timeout, late_after, waiting) values
  ('deliver-mail', '* * * * *', interval '2 seconds', interval '2 minutes', interval '10 minutes',
   $$select 1 from public.mail_queue where status = 'queued' and next_attempt_at <= now()$$),
  ('reconcile-payments', '* * * * *', interval '1 minute', interval '2 minutes', interval '15 minutes', null),
  ('issue-missed-certificates', '* * * * *', interval '1 minute', interval '2 minutes', interval '15 minutes',
   $$select 1 where public.missed_certificates(1) <> '[]'$$),
  ('delete-due-accounts', '* * * * *', interval '1 minute', interval '2 minutes', interval '15 minutes',
   $$select 1 from public.deletion_requests where due_at <= now()
     union all select 1 from private.customers_to_delete$$),
  ('send-reminders', '*/5 * * * *', interval '1 minute', interval '2 minutes', interval '30 minutes',
   $$select 1 from private.reminder_settings where next_at <= now()$$),
  ('apply-retention', '*/10 * * * *', interval '10 minutes', interval '2 minutes', interval '1 hour', null),
  -- The embedded server first waits for the longest other pause, so that it has run every other job by then.
  ('watch-operations', '*/5 * * * *', interval '15 minutes', interval '1 minute', interval '30 minutes', null);

create table private.job_runs (
  job text primary key,
  last_success_at timestamptz,
  last_failure_at timestamptz
);
comment on table private.job_runs is 'When each job last ran, with and without success. One row for each job.';

alter table private.job_runs enable row level security;

create function public.record_job_run(p_job text, p_is_success boolean) returns void
language sql volatile security definer
-- Definer: the service role has no access to the tables of jobs.
set search_path = '' as $$
  insert into private.job_runs (job, last_success_at, last_failure_at)
  select name, case when p_is_success then now() end, case when not p_is_success then now() end
  from private.jobs where name = p_job
  on conflict (job) do update set
    last_success_at = coalesce(excluded.last_success_at, job_runs.last_success_at),
    last_failure_at = coalesce(excluded.last_failure_at, job_runs.last_failure_at)
$$;
comment on function public.record_job_run is
  'Called by each job at its end. Does nothing for a name that is not in private.jobs.';

create function public.late_jobs() returns table (job text, last_success_at timestamptz, last_failure_at timestamptz)
language sql stable security definer
-- Definer: as above.
set search_path = '' as $$
  select name, job_runs.last_success_at, job_runs.last_failure_at
  from private.jobs left join private.job_runs on job = name
  where coalesce(job_runs.last_success_at, '-infinity') < now() - late_after
  order by name
$$;
comment on function public.late_jobs is 'The jobs that have not run successfully for too long, or never.';

create function private.call_job(p_job text) returns bigint
language plpgsql volatile
set search_path = '' as $$
declare
  v_job private.jobs;
  v_is_waiting boolean := true;
  v_url text;
  v_key text;
  v_request bigint;
begin
  select * into strict v_job from private.jobs where name = p_job;
  if v_job.waiting is not null then
    execute format('select exists (%s)', v_job.waiting) into v_is_waiting;
  end if;
  if not v_is_waiting then
    perform public.record_job_run(p_job, true);
    return null;
  end if;
  execute $vault$
    select
      max(decrypted_secret) filter (where name = 'functions_url'),
      max(decrypted_secret) filter (where name = 'secret_key')
    from vault.decrypted_secrets
  $vault$ into v_url, v_key;
  if v_url is null or v_key is null then
    raise exception 'the vault needs the secrets functions_url and secret_key';
  end if;
  -- Not a direct call: pg_net is only on hosted projects.
  execute 'select net.http_post(url := $1, headers := $2, timeout_milliseconds := $3)' into v_request
  using v_url || '/' || p_job, jsonb_build_object('apikey', v_key), (extract(epoch from v_job.timeout) * 1000)::integer;
  return v_request;
end $$;
comment on function private.call_job is
  'Calls the function of a job if there is something to do. Returns the id of the request of pg_net, or null.';

create function private.schedule_jobs() returns integer
language plpgsql volatile
set search_path = '' as $$
declare
  v_job private.jobs;
  v_count integer := 0;
begin
  if to_regprocedure('cron.schedule(text, text, text)') is null
    or to_regprocedure('net.http_post(text, jsonb, jsonb, jsonb, integer)') is null
    or to_regclass('vault.decrypted_secrets') is null
  then
    return 0;
  end if;
  for v_job in select * from private.jobs order by name loop
    execute 'select cron.schedule($1, $2, $3)'
    using v_job.name, v_job.schedule, format('select private.call_job(%L)', v_job.name);
    v_count := v_count + 1;
  end loop;
  execute $command$
    select cron.unschedule(jobname) from cron.job
    where command like 'select private.call_job(%' and jobname not in (select name from private.jobs)
  $command$;
  -- pg_cron keeps every run for ever, pg_net its responses for six hours.
  execute 'select cron.schedule($1, $2, $3)'
  using 'forget-job-log', '17 3 * * *',
    $command$delete from cron.job_run_details where end_time < now() - interval '7 days'$command$;
  return v_count;
end $$;
comment on function private.schedule_jobs is
  'Schedules every job with pg_cron, replacing earlier schedules. Returns how many; 0 without pg_cron, pg_net and the vault.';

create function private.reschedule_jobs() returns trigger
language plpgsql
set search_path = '' as $$
begin
  perform private.schedule_jobs();
  return null;
end $$;
comment on function private.reschedule_jobs is 'Keeps the schedule of pg_cron equal to private.jobs.';
create trigger reschedule_jobs after insert or update or delete on private.jobs
  for each statement execute function private.reschedule_jobs();

grant execute on function public.record_job_run(text, boolean), public.late_jobs() to service_role;

-- On a hosted project the extensions are available; elsewhere nothing happens.
do $$
begin
  if (select count(*) from pg_available_extensions where name in ('pg_cron', 'pg_net')) = 2 then
    create extension if not exists pg_cron with schema pg_catalog;
    create extension if not exists pg_net with schema extensions;
  end if;
exception when insufficient_privilege or feature_not_supported or object_not_in_prerequisite_state then
  raise warning 'pg_cron and pg_net are not enabled, so no job is scheduled: %', sqlerrm;
end $$;
select private.schedule_jobs();
