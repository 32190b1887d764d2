-- Nothing of a person is read or written by half a sign-in: a password where there is a second factor too, or the
-- temporary password of a mail (docs/decisions/0040).

-- Security definer: the API's roles cannot read the auth server's tables.
create function private.require_full_session() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_is_raised boolean;
    v_has_factor boolean;
    v_must_change boolean;
  begin
    -- Asked of the rows and not of the token, which outlives its session and a change of the account by up to an hour.
    select s.aal::text = 'aal2',
        exists (select from auth.mfa_factors where user_id = u.id and status = 'verified'),
        u.raw_app_meta_data -> 'must_change_password' = 'true'
      into v_is_raised, v_has_factor, v_must_change
      from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid();

    -- An error, never an empty answer: a device would take that for an account without courses. Hints are what
    -- src/sync/request.ts goes by.
    if not found then
      raise exception 'this session has ended' using errcode = 'insufficient_privilege', hint = 'session_ended';
    end if;
    if v_has_factor and v_is_raised is not true then
      raise exception 'this session has not passed the second factor'
        using errcode = 'insufficient_privilege', hint = 'second_factor_needed';
    end if;
    if v_must_change then
      raise exception 'the temporary password has to be changed first'
        using errcode = 'insufficient_privilege', hint = 'password_change_needed';
    end if;
    return true;
  end;
  $$;
comment on function private.require_full_session is
  'True for a live session that has passed the second factor, where there is one, of an account whose password is its owner''s own. Anything else is an error (42501) whose hint says what is missing.';

-- ---------------------------------------------------------------- tables

create policy "a full session only" on public.profiles as restrictive
  for all to authenticated using ((select private.require_full_session()));
create policy "a full session only" on public.course_progress as restrictive
  for all to authenticated using ((select private.require_full_session()));
create policy "a full session only" on public.quiz_attempts as restrictive
  for all to authenticated using ((select private.require_full_session()));
create policy "a full session only" on public.user_achievements as restrictive
  for all to authenticated using ((select private.require_full_session()));
create policy "a full session only" on public.workbook_fields as restrictive
  for all to authenticated using ((select private.require_full_session()));
create policy "a full session only" on public.lesson_notes as restrictive
  for all to authenticated using ((select private.require_full_session()));
create policy "a full session only" on public.certificates as restrictive
  for all to authenticated using ((select private.require_full_session()));
create policy "a full session only" on public.deletion_requests as restrictive
  for all to authenticated using ((select private.require_full_session()));
create policy "a full session only" on public.orders as restrictive
  for all to authenticated using ((select private.require_full_session()));
create policy "a full session only" on public.order_payments as restrictive
  for all to authenticated using ((select private.require_full_session()));
create policy "a full session only" on public.course_enrollments as restrictive
  for all to authenticated using ((select private.require_full_session()));
-- The preview is everyone's; which other lessons open shows what the account has bought.
create policy "a full session only" on public.lessons as restrictive
  for all to authenticated using (is_preview or (select private.require_full_session()));

drop policy "a second factor guards changes of a profile" on public.profiles;
drop function private.caller_passed_second_factor();

-- Policies do not apply to a view that runs as its owner, so the view asks. What it shows stays as it is: its definition
-- ends with its condition, to which this one is added.
do $$
begin
  execute 'create or replace view public.enrollment_status with (security_invoker = false, security_barrier = true) as '
    || rtrim(pg_get_viewdef('public.enrollment_status'::regclass), '; ')
    || ' and (select private.require_full_session())';
end $$;

-- ---------------------------------------------------------------- functions that learners call

create or replace function private.require_learner() returns uuid
  language plpgsql stable set search_path = ''
  as $$
  begin
    perform private.require_full_session();
    return auth.uid();
  end;
  $$;
comment on function private.require_learner is 'The learner whose devices sync. A definer function goes round policies, so it asks itself.';

-- Security definer: the table is granted to nobody.
create or replace function public.recovery_codes_left() returns integer
  language sql stable security definer set search_path = ''
  as $$
    select count(*)::integer from public.recovery_codes
    where user_id = (select auth.uid()) and (select private.require_full_session());
  $$;

-- Security definer: calls a private function, about the caller only.
create or replace function public.is_my_address_proven() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_full_session();
    return private.has_proven_address((select auth.uid()));
  end;
  $$;

-- Security definer: the table is granted to nobody, so that no stray write can plant a code.
create or replace function public.create_recovery_codes() returns text[]
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    c_count constant integer := 10;
    -- Without I, L, O and U, which are misread. 16 of 32 signs: 80 bits.
    c_signs constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    v_user uuid := (select auth.uid());
    v_session uuid := ((select auth.jwt()) ->> 'session_id')::uuid;
    v_bytes bytea;
    v_code text;
    v_codes text[] := '{}';
  begin
    perform private.require_full_session();
    -- Codes outlive the token that asks for them: it may be stolen, and its session may have ended or be an ordinary
    -- one by now, which the token itself does not tell.
    if (select auth.jwt()) ->> 'aal' is distinct from 'aal2' or not exists (
      select from auth.sessions where id = v_session and user_id = v_user and aal::text = 'aal2'
    ) then
      raise exception 'recovery codes need a session that has passed a second factor' using errcode = '42501';
    end if;
    delete from public.recovery_codes where user_id = v_user;
    for i in 1..c_count loop
      v_bytes := pg_catalog.sha256(
        pg_catalog.uuid_send(pg_catalog.gen_random_uuid()) || pg_catalog.uuid_send(pg_catalog.gen_random_uuid())
      );
      select pg_catalog.string_agg(
        case when n in (4, 8, 12) then '-' else '' end
          || pg_catalog.substr(c_signs, (pg_catalog.get_byte(v_bytes, n) & 31) + 1, 1), '' order by n
      ) into v_code from pg_catalog.generate_series(0, 15) as n;
      insert into public.recovery_codes (user_id, code_hash) values (v_user, private.recovery_code_hash(v_user, v_code));
      v_codes := v_codes || v_code;
    end loop;
    return v_codes;
  end;
  $$;

revoke execute on function private.require_full_session() from public, anon, authenticated, service_role;
grant execute on function private.require_full_session() to authenticated;
