-- Certificates in the staff console: finding one, its history, correcting its name and revoking it.

create index certificates_issued on public.certificates (issued_at desc, id desc);
create index certificates_revoked on public.certificates (issued_at desc, id desc) where revoked_at is not null;
create index certificates_holder on public.certificates (pg_catalog.lower(holder_name) text_pattern_ops);

create function private.certificate_row(p_row public.certificates) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'id', p_row.id, 'holder_name', p_row.holder_name, 'kind', p_row.kind, 'issued_at', private.iso(p_row.issued_at),
      'revoked_at', private.iso(p_row.revoked_at), 'revoked_reason', p_row.revoked_reason);
  $$;

create function private.found_certificates(p_search text) returns setof uuid
  language plpgsql stable set search_path = ''
  as $$
  begin
    if p_search ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
      return query select id from public.certificates where id = p_search::uuid;
    elsif p_search like '%@%' then
      return query select mine.id from auth.users as u join public.certificates as mine on mine.user_id = u.id
        -- The auth server's index leaves out single sign-on accounts, and the academy has none.
        where u.email = pg_catalog.lower(p_search) and not u.is_sso_user;
    else
      return query select id from public.certificates
        where pg_catalog.lower(holder_name) like
          pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.lower(p_search), '\', '\\'), '%', '\%'), '_', '\_') || '%';
    end if;
  end;
  $$;
comment on function private.found_certificates is
  'The certificates with this number, of the account with this address, or whose holder''s name begins like this.';

create function public.staff_certificates(p_search text, p_filter text, p_before text, p_limit integer) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- A single query plan for all searches could not use any index.
  set plan_cache_mode = 'force_custom_plan'
  -- Definer: reads the rows of all learners.
  as $$
  declare
    v_limit constant integer := least(greatest(p_limit, 1), 100);
    v_search constant text := pg_catalog.btrim(coalesce(p_search, ''));
    v_found uuid[];
    v_at timestamptz;
    v_id uuid;
    v_rows jsonb;
    v_next text;
  begin
    perform private.require_staff();
    if coalesce(p_before, '') <> '' then
      if p_before !~ '^[0-9T:.-]{19,32}Z/[0-9a-f-]{36}$' then
        raise exception 'This page does not exist. Start again from the newest certificate.';
      end if;
      v_at := pg_catalog.split_part(p_before, '/', 1)::timestamptz;
      v_id := pg_catalog.split_part(p_before, '/', 2)::uuid;
    end if;
    if v_search <> '' then v_found := array(select private.found_certificates(v_search)); end if;
    with page as (
      select mine as entry, mine.issued_at, mine.id from public.certificates as mine
      where (v_at is null or (mine.issued_at, mine.id) < (v_at, v_id))
        and (v_search = '' or mine.id = any (v_found))
        and case p_filter when 'valid' then mine.revoked_at is null when 'revoked' then mine.revoked_at is not null else true end
      order by mine.issued_at desc, mine.id desc limit v_limit + 1
    ), numbered as (
      select *, pg_catalog.row_number() over (order by issued_at desc, id desc) as place from page
    )
    select coalesce(pg_catalog.jsonb_agg(private.certificate_row(entry) order by place) filter (where place <= v_limit), '[]'),
      pg_catalog.max(pg_catalog.to_char(issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '/' || id::text)
        filter (where place = v_limit and exists (select from numbered as more where more.place > v_limit))
    into v_rows, v_next from numbered;
    return pg_catalog.jsonb_build_object('rows', v_rows, 'next', v_next);
  end;
  $$;
comment on function public.staff_certificates is
  'Certificates, newest first: { rows, next }. p_search is a number, an address or the beginning of a name; p_filter is valid, revoked or anything else for all; p_before is the next of the page before.';

create function public.staff_certificate(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads the rows of all learners.
  as $$
  declare
    v_mine public.certificates;
  begin
    perform private.require_staff();
    select * into v_mine from public.certificates where id = p_id;
    if not found then return null; end if;
    return private.certificate_row(v_mine) || pg_catalog.jsonb_build_object(
      'email', (select email from auth.users where id = v_mine.user_id),
      'history', (
        select pg_catalog.jsonb_agg(private.certificate_row(each) order by each.issued_at desc)
        from public.certificates as each
        where each.id = v_mine.id
          or each.user_id = v_mine.user_id and each.course_id = v_mine.course_id and each.kind = v_mine.kind),
      'acts', private.staff_timeline('certificate', v_mine.id::text));
  end;
  $$;
comment on function public.staff_certificate is
  'One certificate, the account''s address (null without an account), its learner''s certificates of the same kind, and what staff did. Null if there is none.';

create function public.staff_revoke_certificate(p_id uuid, p_cause text, p_reason text) returns boolean
  language plpgsql security definer set search_path = ''
  -- Definer: no role may write certificates.
  as $$
  declare
    v_actor uuid := private.require_staff();
    v_mine public.certificates;
  begin
    if pg_catalog.btrim(coalesce(p_reason, '')) = '' then raise exception 'Please give a reason.'; end if;
    -- REVOCATION_CAUSES of src/domain/staff/causes.ts: the learner reads it.
    if (p_cause in ('not_own_work', 'wrong_person', 'mistake', 'requested')) is not true then
      raise exception 'Please choose a cause.';
    end if;
    select * into v_mine from public.certificates where id = p_id;
    if not found then raise exception 'There is no such certificate.'; end if;
    if v_mine.user_id is not null then perform private.lock_certificate(v_mine.user_id, v_mine.course_id); end if;
    update public.certificates set revoked_at = pg_catalog.now(), revoked_reason = 'withdrawn'
      where id = p_id and revoked_at is null;
    -- Another member of staff was first, or a repeat after a lost reply.
    if not found then return false; end if;
    perform private.record_staff_action(v_actor, 'certificate_revoked', 'certificate', p_id::text, p_reason,
      pg_catalog.jsonb_build_object('kind', v_mine.kind, 'cause', p_cause));
    -- Without an account, the address is no longer known.
    insert into public.mail_queue (kind, dedupe_key, recipient, data)
    select 'certificate_withdrawn', 'certificate_withdrawn:' || p_id, email,
      pg_catalog.jsonb_build_object('user_id', id, 'kind', v_mine.kind, 'cause', p_cause)
    from auth.users where id = v_mine.user_id
    on conflict (dedupe_key) do nothing;
    return true;
  end;
  $$;
comment on function public.staff_revoke_certificate is
  'Revokes a certificate for good, and emails the cause to the learner, who cannot get another one of this kind. The reason is for staff. Returns false if it was revoked before.';

grant execute on function
  public.staff_certificates(text, text, text, integer),
  public.staff_certificate(uuid),
  public.staff_revoke_certificate(uuid, text, text)
to authenticated;
