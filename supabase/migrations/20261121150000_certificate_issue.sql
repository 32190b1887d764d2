-- How certificates of completion come about and end: the name that a learner has confirmed, one valid certificate at a
-- time, one correction of the name, the end when the money went back, and what anyone may check.

-- ---------------------------------------------------------------- tables

create table private.certificate_statuses (
  status_index integer primary key check (status_index between 0 and 131071),
  revoked_at timestamptz
);
comment on table private.certificate_statuses is
  'Places on the public status list. They outlive the account: what was revoked stays so, and no place is given twice.';
comment on column private.certificate_statuses.status_index is
  'A bit of the one list, which has the least length that Bitstring Status List 1.0 allows.';

create table private.certificate_names (
  user_id uuid not null references auth.users (id) on delete cascade,
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  holder_name text not null check (pg_catalog.char_length(holder_name) between 1 and 200),
  confirmed_at timestamptz not null default pg_catalog.now(),
  next_id uuid,
  next_index integer references private.certificate_statuses,
  primary key (user_id, course_id),
  check ((next_id is null) = (next_index is null))
);
comment on table private.certificate_names is
  'The name that a learner wants on the certificate. Who has confirmed one and finishes later is served by the sweep.';
comment on column private.certificate_names.next_id is
  'Id of the certificate that is being signed: calls that meet, or one after a crash, make the same one.';

create table private.certificate_keys (
  public_key text primary key check (public_key like 'z6Mk%'),
  first_used_at timestamptz not null default pg_catalog.now()
);
comment on table private.certificate_keys is
  'Every public key that a certificate was signed with. All are published, so that old certificates stay valid.';

alter table private.certificate_statuses enable row level security;
alter table private.certificate_names enable row level security;
alter table private.certificate_keys enable row level security;
revoke all on private.certificate_statuses, private.certificate_names, private.certificate_keys
  from public, anon, authenticated, service_role;

alter table public.certificates
  add column status_index integer not null unique references private.certificate_statuses,
  add check (revoked_reason in ('name_corrected', 'refunded', 'revoked', 'withdrawn'));
comment on column public.certificates.holder_name is 'As the learner confirmed it, in Unicode''s composed form (NFC).';
comment on column public.certificates.status_index is 'Its place on the public status list.';
comment on column public.certificates.revoked_reason is
  'name_corrected; refunded; revoked: a dispute was lost or a plan ended unpaid; withdrawn: by hand, and none is made again.';

-- The functions below are the only writers.
revoke insert, update (revoked_at, revoked_reason) on public.certificates from service_role;

-- ---------------------------------------------------------------- the rule

create function private.lock_certificate(p_user uuid, p_course text) returns void
  language sql set search_path = ''
  as $$
    -- The lock of recompute_enrollment: a refund and a certificate of one learner never pass each other unseen.
    select pg_catalog.pg_advisory_xact_lock(
      pg_catalog.hashtextextended('enrollment:' || p_user::text || ':' || p_course, 0));
  $$;

create function private.missing_lessons(p_user uuid, p_course text) returns text[]
  language sql stable set search_path = ''
  as $$
    select coalesce(pg_catalog.array_agg(number::text order by number), '{}')
    from pg_catalog.generate_series(1, 11) as number
    where not exists (
      select from public.course_progress
      where user_id = p_user and course_id = p_course and lesson_id = number::text and completed
    );
  $$;
comment on function private.missing_lessons is 'The lessons that stand between a learner and the certificate, by id.';

create function private.has_corrected_name(p_user uuid, p_course text) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (
      select from public.certificates
      where user_id = p_user and course_id = p_course and revoked_reason = 'name_corrected'
    );
  $$;

create function private.issued_json(p_row public.certificates) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'outcome', 'issued',
      'can_correct', not private.has_corrected_name(p_row.user_id, p_row.course_id),
      'certificate', pg_catalog.jsonb_build_object(
        'id', p_row.id, 'holder_name', p_row.holder_name, 'issued_at', private.iso(p_row.issued_at),
        'credential', p_row.credential));
  $$;

create function private.judge_certificate(p_user uuid, p_course text, p_name text) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_valid public.certificates;
    v_missing text[];
  begin
    select * into v_valid from public.certificates
      where user_id = p_user and course_id = p_course and revoked_at is null;
    if v_valid.holder_name = p_name then return private.issued_json(v_valid); end if;

    if not private.is_entitled(p_user, p_course) or exists (
      select from public.certificates
      where user_id = p_user and course_id = p_course and revoked_reason = 'withdrawn'
    ) then
      return pg_catalog.jsonb_build_object('outcome', 'not_entitled');
    end if;

    if v_valid.id is not null and private.has_corrected_name(p_user, p_course) then
      return pg_catalog.jsonb_build_object('outcome', 'already_corrected');
    end if;

    v_missing := private.missing_lessons(p_user, p_course);
    if v_missing <> '{}' then
      return pg_catalog.jsonb_build_object('outcome', 'incomplete', 'missing', v_missing);
    end if;
    return pg_catalog.jsonb_build_object('outcome', 'ready');
  end;
  $$;
comment on function private.judge_certificate is
  'Whether a certificate in this name may be made now, from the server''s own rows alone; asked before it is signed and again when it is kept.';

-- ---------------------------------------------------------------- issuing

-- Security definer: it writes tables that nobody may write.
create function public.prepare_certificate(p_user uuid, p_course text, p_name text default null) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_mine private.certificate_names;
    v_verdict jsonb;
  begin
    perform private.lock_certificate(p_user, p_course);
    select * into v_mine from private.certificate_names where user_id = p_user and course_id = p_course;
    v_mine.holder_name := coalesce(p_name, v_mine.holder_name);

    v_verdict := private.judge_certificate(p_user, p_course, v_mine.holder_name);
    if v_verdict ->> 'outcome' not in ('ready', 'incomplete') then return v_verdict; end if;

    insert into private.certificate_names as mine (user_id, course_id, holder_name)
      values (p_user, p_course, v_mine.holder_name)
      on conflict (user_id, course_id) do update
        set holder_name = excluded.holder_name, confirmed_at = pg_catalog.now()
        where mine.holder_name <> excluded.holder_name;
    if v_verdict ->> 'outcome' = 'incomplete' then return v_verdict; end if;

    if v_mine.next_id is null then
      v_mine.next_id := pg_catalog.gen_random_uuid();
      -- At random, so that a place tells neither when nor to whom (Bitstring Status List 1.0, §5.1).
      loop
        insert into private.certificate_statuses (status_index)
          values (pg_catalog.floor(pg_catalog.random() * 131072)::integer)
          on conflict do nothing
          returning status_index into v_mine.next_index;
        exit when found;
      end loop;
      update private.certificate_names set next_id = v_mine.next_id, next_index = v_mine.next_index
        where user_id = p_user and course_id = p_course;
    end if;
    return v_verdict || pg_catalog.jsonb_build_object(
      'id', v_mine.next_id, 'status_index', v_mine.next_index, 'holder_name', v_mine.holder_name);
  end;
  $$;
comment on function public.prepare_certificate is
  'Keeps the confirmed name and says what the certificate to be signed holds, or why there is none. Without a name: the one confirmed before.';

-- Security definer: as above.
create function public.issue_certificate(
  p_user uuid, p_course text, p_id uuid, p_name text, p_issued_at timestamptz, p_credential text, p_public_key text
) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_verdict jsonb;
    v_index integer;
    v_row public.certificates;
  begin
    perform private.lock_certificate(p_user, p_course);
    -- 1. Another call was faster: its certificate is the one, whatever its name.
    select * into v_row from public.certificates where id = p_id and user_id = p_user and revoked_at is null;
    if found then return private.issued_json(v_row); end if;

    -- 2. Much may have changed while it was signed.
    v_verdict := private.judge_certificate(p_user, p_course, p_name);
    if v_verdict ->> 'outcome' <> 'ready' then return v_verdict; end if;

    -- 3. What was reserved for this certificate is used up.
    select next_index into strict v_index from private.certificate_names
      where user_id = p_user and course_id = p_course and next_id = p_id;
    update private.certificate_names set next_id = null, next_index = null
      where user_id = p_user and course_id = p_course;

    update public.certificates set revoked_at = pg_catalog.now(), revoked_reason = 'name_corrected'
      where user_id = p_user and course_id = p_course and revoked_at is null;
    insert into private.certificate_keys (public_key) values (p_public_key) on conflict do nothing;
    insert into public.certificates (id, user_id, course_id, holder_name, issued_at, credential, status_index)
      values (p_id, p_user, p_course, p_name, p_issued_at, p_credential, v_index)
      returning * into v_row;
    return private.issued_json(v_row);
  end;
  $$;
comment on function public.issue_certificate is
  'Keeps a signed certificate, unless another call has kept it or the learner may have none any more. A corrected name revokes the certificate before it.';

-- Security definer: as above.
create function public.missed_certificates(p_limit integer) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(pg_catalog.jsonb_agg(missed), '[]') from (
      select mine.user_id, mine.course_id from private.certificate_names as mine
      where private.is_entitled(mine.user_id, mine.course_id)
        and not exists (
          select from public.certificates as each
          where each.user_id = mine.user_id and each.course_id = mine.course_id
            and (each.revoked_at is null or each.revoked_reason = 'withdrawn'))
        and private.missing_lessons(mine.user_id, mine.course_id) = '{}'
      -- In no order: one that cannot be made does not hold up the others for ever.
      order by pg_catalog.random()
      limit p_limit
    ) as missed;
  $$;
comment on function public.missed_certificates is
  'Learners who have finished, may have a certificate and have confirmed their name, and still have none.';

-- ---------------------------------------------------------------- revoking

-- Security definer: nobody may write the status list.
create function private.note_revocation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update private.certificate_statuses set revoked_at = new.revoked_at where status_index = new.status_index;
    return null;
  end;
  $$;
create trigger note_revocation
  after update on public.certificates
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function private.note_revocation();

create function private.keep_revoked() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    raise exception 'a revoked certificate stays revoked' using errcode = '23514';
  end;
  $$;
comment on function private.keep_revoked is 'A bit of the status list is never taken back (purpose "revocation").';
create trigger keep_revoked
  before update on public.certificates
  for each row when (old.revoked_at is not null) execute function private.keep_revoked();

-- Security definer: nobody may write certificates.
create function private.end_certificate(p_user uuid, p_course text) returns void
  language sql security definer set search_path = ''
  as $$
    update public.certificates as each
      set revoked_at = pg_catalog.now(),
        revoked_reason = case mine.reason when 'refunded' then 'refunded' else 'revoked' end
      from public.course_enrollments as mine
      where mine.user_id = p_user and mine.course_id = p_course
        and each.user_id = p_user and each.course_id = p_course and each.revoked_at is null
        and (
          mine.status = 'revoked'
          -- A plan that may go on, or whose last payment is just being noted, keeps the certificate.
          or mine.status = 'paused' and not exists (
            select from public.orders as plan
            where plan.user_id = p_user and plan.course_id = p_course and plan.status = 'paused'
              and (plan.plan_ended_at is null or 3 = (
                select pg_catalog.count(*) from public.order_payments
                where order_id = plan.id and paid_at is not null)))
        );
  $$;
comment on function private.end_certificate is
  'Revokes the certificate when all money is back, a dispute was lost or a plan has ended unpaid. A pause leaves it.';

-- Security definer: as above.
create function private.end_certificate_after_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.end_certificate(new.user_id, new.course_id);
    return null;
  end;
  $$;
create trigger end_certificate
  after update on public.course_enrollments
  for each row when (new.status <> 'active') execute function private.end_certificate_after_change();
create trigger end_certificate
  after update of plan_ended_at on public.orders
  for each row when (old.plan_ended_at is null and new.plan_ended_at is not null)
  execute function private.end_certificate_after_change();

-- ---------------------------------------------------------------- what anyone may check

-- Security definer: the table is nobody's to read.
create function public.certificate_keys() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(pg_catalog.jsonb_agg(public_key order by first_used_at, public_key), '[]')
    from private.certificate_keys;
  $$;
comment on function public.certificate_keys is 'Every public key that certificates are checked by, oldest first.';

-- Security definer: as above.
create function public.revoked_certificates() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(pg_catalog.jsonb_agg(status_index order by status_index), '[]')
    from private.certificate_statuses where revoked_at is not null;
  $$;
comment on function public.revoked_certificates is 'The places of the status list whose certificates are revoked.';

revoke all on function
  private.lock_certificate(uuid, text),
  private.missing_lessons(uuid, text),
  private.has_corrected_name(uuid, text),
  private.issued_json(public.certificates),
  private.judge_certificate(uuid, text, text),
  private.note_revocation(),
  private.keep_revoked(),
  private.end_certificate(uuid, text),
  private.end_certificate_after_change(),
  public.prepare_certificate(uuid, text, text),
  public.issue_certificate(uuid, text, uuid, text, timestamptz, text, text),
  public.missed_certificates(integer),
  public.certificate_keys(),
  public.revoked_certificates()
from public, anon, authenticated, service_role;
grant execute on function
  public.prepare_certificate(uuid, text, text),
  public.issue_certificate(uuid, text, uuid, text, timestamptz, text, text),
  public.missed_certificates(integer),
  public.certificate_keys(),
  public.revoked_certificates()
to service_role;
