-- A session that has not passed the second factor, or still uses an emailed temporary password, cannot read or write
-- personal data (docs/decisions/0040). Neither can a banned account.

-- Definer: the API's roles cannot read the auth server's tables.
create function private.require_full_session() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_is_raised boolean;
    v_has_factor boolean;
    v_must_change boolean;
  begin
    -- Read from the rows and not from the token, which can outlive its session, a ban or a change of the account by up
    -- to an hour.
    select s.aal::text = 'aal2',
        exists (select from auth.mfa_factors where user_id = u.id and status = 'verified'),
        u.raw_app_meta_data -> 'must_change_password' = 'true'
      into v_is_raised, v_has_factor, v_must_change
      from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid()
        and (u.banned_until is null or u.banned_until <= now());

    -- An error, never an empty result, which a device would take for an account without courses. src/sync/exchange/request.ts
    -- reads the hints. A banned account cannot renew its token, so it gets the hint of an ended session.
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
  'True for a live session that has passed the second factor, if the account has one, and has no temporary password. Otherwise an error (42501) whose hint says what is missing.';

grant execute on function
  private.require_full_session()
to authenticated;
