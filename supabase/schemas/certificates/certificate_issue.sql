-- Issuing a certificate in three steps: prepare it, sign it in a server function, and store it if the conditions still hold.

create function private.issued_json(p_row public.certificates) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'outcome', 'issued',
      'can_correct', not private.has_corrected_name(p_row.user_id, p_row.course_id, p_row.kind),
      'certificate', pg_catalog.jsonb_build_object(
        'id', p_row.id, 'holder_name', p_row.holder_name, 'issued_at', private.iso(p_row.issued_at),
        'credential', p_row.credential));
  $$;

create function private.judge_certificate(
  p_user uuid, p_course text, p_name text, p_kind text, p_replaces uuid
) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_valid public.certificates;
    v_missing text[];
    v_review jsonb;
  begin
    select * into v_valid from public.certificates
      where user_id = p_user and course_id = p_course and kind = p_kind and revoked_at is null;
    if v_valid.holder_name = p_name then return private.issued_json(v_valid); end if;

    if (p_replaces is not null and v_valid.id is null) or exists (
      select from public.certificates
      where user_id = p_user and course_id = p_course and kind = p_kind and revoked_reason = 'withdrawn'
    ) then
      return pg_catalog.jsonb_build_object('outcome', 'revoked');
    end if;
    if p_replaces <> v_valid.id then return pg_catalog.jsonb_build_object('outcome', 'changed_meanwhile'); end if;
    if not private.is_entitled(p_user, p_course) then
      return pg_catalog.jsonb_build_object('outcome', 'not_entitled');
    end if;

    -- Staff may correct it any number of times.
    if p_replaces is null and v_valid.id is not null and private.has_corrected_name(p_user, p_course, p_kind) then
      return pg_catalog.jsonb_build_object('outcome', 'already_corrected');
    end if;

    if p_kind = 'capstone' then
      v_review := private.passed_review(p_user, p_course);
      if v_review is null then return pg_catalog.jsonb_build_object('outcome', 'not_passed'); end if;
    else
      perform private.require_outline(p_course);
      v_missing := private.missing_lessons(p_user, p_course);
      if v_missing <> '{}' then
        return pg_catalog.jsonb_build_object('outcome', 'incomplete', 'missing', v_missing);
      end if;
    end if;

    -- Correcting the name of a valid certificate needs no further payment.
    if v_valid.id is null and not exists (select from private.paid_up_orders(p_user, p_course)) then
      return pg_catalog.jsonb_build_object(
        'outcome', 'plan_running', 'last_due_at', private.iso(private.last_payment_due(p_user, p_course)));
    end if;
    return pg_catalog.jsonb_build_object('outcome', 'ready', 'kind', p_kind) || case p_kind
      when 'capstone' then v_review
      else pg_catalog.jsonb_build_object('quizzes_passed', private.quizzes_passed(p_user, p_course)) end;
  end;
  $$;
comment on function private.judge_certificate is
  'Whether a certificate in this name may be issued now, decided only from the server''s own rows. Called before it is signed and again when it is stored. p_replaces is the certificate whose name staff correct, or null.';

-- Definer: no role may write the tables.
create function public.prepare_certificate(
  p_user uuid, p_course text, p_name text default null, p_kind text default 'completion', p_replaces uuid default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_mine private.certificate_names;
    v_verdict jsonb;
  begin
    perform private.lock_certificate(p_user, p_course);
    select * into v_mine from private.certificate_names
      where user_id = p_user and course_id = p_course and kind = p_kind;
    v_mine.holder_name := coalesce(p_name, v_mine.holder_name);

    v_verdict := private.judge_certificate(p_user, p_course, v_mine.holder_name, p_kind, p_replaces);
    if v_verdict ->> 'outcome' not in ('ready', 'incomplete', 'plan_running') then return v_verdict; end if;

    insert into private.certificate_names as mine (user_id, course_id, holder_name, kind)
      values (p_user, p_course, v_mine.holder_name, p_kind)
      on conflict (user_id, course_id, kind) do update
        set holder_name = excluded.holder_name, confirmed_at = pg_catalog.now()
        where mine.holder_name <> excluded.holder_name;
    if v_verdict ->> 'outcome' <> 'ready' then return v_verdict; end if;

    if v_mine.next_id is null then
      v_mine.next_id := pg_catalog.gen_random_uuid();
      -- Random, so that a place reveals neither when nor to whom it was issued (Bitstring Status List 1.0, §5.1).
      loop
        insert into private.certificate_statuses (status_index)
          values (pg_catalog.floor(pg_catalog.random() * 131072)::integer)
          on conflict do nothing
          returning status_index into v_mine.next_index;
        exit when found;
      end loop;
      update private.certificate_names set next_id = v_mine.next_id, next_index = v_mine.next_index
        where user_id = p_user and course_id = p_course and kind = p_kind;
    end if;
    return v_verdict || pg_catalog.jsonb_build_object(
      'id', v_mine.next_id, 'status_index', v_mine.next_index, 'holder_name', v_mine.holder_name);
  end;
  $$;
comment on function public.prepare_certificate is
  'Stores the confirmed name and returns the contents of the certificate to sign, or why there is none. Without a name, uses the one confirmed earlier.';

create function private.link_certificate(p_certificate uuid, p_user uuid, p_course text) returns void
  language sql set search_path = ''
  as $$
    insert into private.certificate_orders (certificate_id, order_id)
    select p_certificate, private.paid_up_orders(p_user, p_course)
    union
    -- A certificate may also have been issued for a plan that is still being paid, or by a team that the learner has left.
    select p_certificate, each.id
    from public.certificates as theirs join private.certificate_orders as other on other.certificate_id = theirs.id
    join public.orders as each on each.id = other.order_id
    join private.order_statuses as states on states.status = each.status
    where theirs.user_id = p_user and each.course_id = p_course and states.effect <> 'none'
      and (each.user_id = p_user or each.team_id is not null)
    on conflict do nothing
  $$;
comment on function private.link_certificate is
  'Records the orders that a certificate was issued for: those paid up, and those of the certificate that it replaces.';

-- Definer: no role may write the tables.
create function public.issue_certificate(
  p_user uuid, p_course text, p_id uuid, p_name text, p_issued_at timestamptz, p_credential text, p_public_key text,
  p_kind text default 'completion', p_replaces uuid default null, p_actor uuid default null, p_reason text default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_verdict jsonb;
    v_index integer;
    v_row public.certificates;
  begin
    perform private.lock_certificate(p_user, p_course);
    -- 1. Another call was faster: its certificate counts, whatever name it has. Staff who asked for another name must
    -- learn of it, so their request is judged below.
    select * into v_row from public.certificates where id = p_id and user_id = p_user and revoked_at is null;
    if found and (p_replaces is null or v_row.holder_name = p_name) then return private.issued_json(v_row); end if;

    -- 2. The conditions may have changed while it was signed.
    v_verdict := private.judge_certificate(p_user, p_course, p_name, p_kind, p_replaces);
    if v_verdict ->> 'outcome' <> 'ready' then return v_verdict; end if;

    -- 3. Use the place that was reserved for this certificate.
    select next_index into strict v_index from private.certificate_names
      where user_id = p_user and course_id = p_course and kind = p_kind and next_id = p_id;
    -- A concurrent call may have stored another name.
    update private.certificate_names set next_id = null, next_index = null, holder_name = p_name
      where user_id = p_user and course_id = p_course and kind = p_kind;

    update public.certificates set revoked_at = pg_catalog.now(), revoked_reason = 'name_corrected'
      where user_id = p_user and course_id = p_course and kind = p_kind and revoked_at is null;
    insert into private.certificate_keys (public_key) values (p_public_key) on conflict do nothing;
    insert into public.certificates (id, user_id, course_id, holder_name, issued_at, credential, status_index, kind)
      values (p_id, p_user, p_course, p_name, p_issued_at, p_credential, v_index, p_kind)
      returning * into v_row;
    perform private.link_certificate(p_id, p_user, p_course);
    if p_replaces is not null then
      perform private.record_staff_action(p_actor, 'certificate_name_corrected', 'certificate', p_replaces::text, p_reason,
        pg_catalog.jsonb_build_object('kind', p_kind));
    end if;
    return private.issued_json(v_row);
  end;
  $$;
comment on function public.issue_certificate is
  'Stores a signed certificate, unless another call has stored it or the learner may no longer have one. A corrected name revokes the previous certificate. With p_replaces, records that p_actor corrected its name.';

-- Definer: no role may read private.certificate_names.
create function public.missed_certificates(p_limit integer) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    -- Materialized: the other conditions are expensive, and most learners with a name have their certificate.
    with without_certificate as materialized (
      select user_id, course_id, kind from private.certificate_names as mine
      where not exists (
        select from public.certificates as each
        where each.user_id = mine.user_id and each.course_id = mine.course_id and each.kind = mine.kind
          and (each.revoked_at is null or each.revoked_reason = 'withdrawn'))
    )
    select coalesce(pg_catalog.jsonb_agg(missed), '[]') from (
      select mine.user_id, mine.course_id, mine.kind from without_certificate as mine
      where private.is_entitled(mine.user_id, mine.course_id)
        and exists (select from private.paid_up_orders(mine.user_id, mine.course_id))
        and case mine.kind
          when 'capstone' then private.passed_review(mine.user_id, mine.course_id) is not null
          else private.missing_lessons(mine.user_id, mine.course_id) = '{}' end
      -- In random order, so that one that always fails does not hold up the others.
      order by pg_catalog.random()
      limit p_limit
    ) as missed;
  $$;
comment on function public.missed_certificates is
  'Learners who paid for the course, confirmed their name for a kind of certificate and fulfil its conditions, but have none.';

grant execute on function
  public.prepare_certificate(uuid, text, text, text, uuid),
  public.issue_certificate(uuid, text, uuid, text, timestamptz, text, text, text, uuid, uuid, text),
  public.missed_certificates(integer)
to service_role;
