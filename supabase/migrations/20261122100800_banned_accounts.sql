-- A banned account reads and writes nothing from that moment on. Its token is good for up to an hour more, so the row is
-- asked, as for a session that has ended (docs/decisions/0040).

create or replace function private.require_full_session() returns boolean
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
      where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid()
        and (u.banned_until is null or u.banned_until <= now());

    -- An error, never an empty answer: a device would take that for an account without courses. Hints are what
    -- src/sync/request.ts goes by. A renewed token is what a banned account is refused, like an ended session.
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
