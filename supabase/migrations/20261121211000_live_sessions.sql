-- A token is good for its hour, also after its session was ended or fell back to an ordinary one: what guards account
-- administration asks the session itself.
create or replace function private.caller_passed_second_factor() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from auth.sessions s
      where s.id = ((select auth.jwt()) ->> 'session_id')::uuid and s.user_id = (select auth.uid())
        and (s.aal::text = 'aal2' or not exists (
          select from auth.mfa_factors where user_id = s.user_id and status = 'verified'
        ))
    );
  $$;
comment on function private.caller_passed_second_factor is
  'True when the caller''s session is there still, and has passed a factor where there is one. For restrictive policies on account administration, never on what a device syncs: work done offline must not be lost for want of a code.';
