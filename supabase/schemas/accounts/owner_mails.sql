-- Emails that notify owners of every change to the sign-in methods of their account. Hosted Supabase can send some of
-- them itself ([auth.email.notification]). That stays off, or owners would get two emails with different wording.

create function private.tell_owner(p_kind text, p_user uuid, p_recipient text, p_data jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    insert into public.mail_queue (kind, dedupe_key, recipient, data)
    select p_kind, p_kind || ':' || pg_catalog.gen_random_uuid(), p_recipient,
      p_data || pg_catalog.jsonb_build_object('user_id', p_user, 'at', private.iso(pg_catalog.now()))
    where p_recipient <> ''
      -- Anyone can create an account with another person's address and change it repeatedly.
      and 5 > (
        select count(*) from public.mail_queue
        where kind = p_kind and recipient = p_recipient and created_at > pg_catalog.now() - interval '1 hour'
      )
      -- One email covers everything that a claim changes.
      and not exists (
        select from private.address_links
        where locked_user_id = p_user and locked_at > pg_catalog.now() - interval '10 minutes'
      )
  $$;
comment on function private.tell_owner is
  'Queues an email about a change to the account, at most five of each kind an hour. Does nothing when the account has no address.';

create function private.tell_password_changed() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: it runs as the auth server's role, which has no rights on public tables.
  as $$
  begin
    perform private.tell_owner('password_changed', id, email, '{}') from auth.users
    -- A temporary password has its own email.
    where id = new.id and not coalesce((raw_app_meta_data ->> 'must_change_password')::boolean, false);
    return null;
  end;
  $$;
comment on function private.tell_password_changed is 'Notifies the owner that the password changed.';

-- Deferred: the service sets a temporary password first, and its mark afterwards in the same transaction.
-- Coalesced: hosted Supabase stores '' for a new Google or GitHub user, and null at the next change of the account.
create constraint trigger tell_password_changed after update of encrypted_password on auth.users
  deferrable initially deferred
  for each row when (coalesce(old.encrypted_password, '') <> coalesce(new.encrypted_password, ''))
  execute function private.tell_password_changed();

create function private.tell_email_changed() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: same reason as tell_password_changed.
  as $$
  begin
    perform private.tell_owner('email_changed', new.id, old.email, '{}');
    return null;
  end;
  $$;
comment on function private.tell_email_changed is 'Notifies the previous address of the account.';

create trigger tell_email_changed after update of email on auth.users
  for each row when (old.email is distinct from new.email and old.last_sign_in_at is not null)
  execute function private.tell_email_changed();

create function private.tell_second_factor_changed() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: same reason as tell_password_changed.
  as $$
  declare
    v_factor auth.mfa_factors := case when tg_op = 'DELETE' then old else new end;
  begin
    if tg_op = 'DELETE' and exists (
      select from public.recovery_codes
      where user_id = old.user_id and used_at > pg_catalog.now() - interval '10 minutes'
    ) then
      -- The email about the recovery code covers it.
      return null;
    end if;
    if tg_op = 'DELETE' and exists (
      select from private.factor_removals
      where user_id = old.user_id and confirmed_at is not null and ended_at is null
    ) then
      -- So does the email about a removal by staff.
      return null;
    end if;
    perform private.tell_owner(
      case tg_op when 'DELETE' then 'second_factor_removed' else 'second_factor_added' end,
      id, email, pg_catalog.jsonb_build_object('factor_type', v_factor.factor_type)
    ) from auth.users where id = v_factor.user_id;
    return null;
  end;
  $$;
comment on function private.tell_second_factor_changed is 'Notifies the owner of an added or removed second factor.';

create trigger tell_second_factor_added after update of status on auth.mfa_factors
  for each row when (new.status = 'verified' and old.status <> 'verified')
  execute function private.tell_second_factor_changed();

create trigger tell_second_factor_removed after delete on auth.mfa_factors
  for each row when (old.status = 'verified')
  execute function private.tell_second_factor_changed();

create function private.tell_recovery_codes_made() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: same reason as tell_password_changed.
  as $$
  begin
    -- Once per set: on the first insert, after the earlier codes were deleted.
    if 1 = (select count(*) from public.recovery_codes where user_id = new.user_id) then
      perform private.tell_owner('recovery_codes_made', id, email, '{}') from auth.users where id = new.user_id;
    end if;
    return null;
  end;
  $$;
comment on function private.tell_recovery_codes_made is 'Notifies the owner of new recovery codes.';

create trigger tell_recovery_codes_made after insert on public.recovery_codes
  for each row execute function private.tell_recovery_codes_made();

create function private.tell_provider_joined() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: it runs as the auth server's role, which has no rights on public tables.
  as $$
  begin
    perform private.tell_owner(
      'provider_joined', id, email, pg_catalog.jsonb_build_object('provider', new.provider)
    ) from auth.users as mine
    -- Not for a new account, which has no other way to sign in.
    where id = new.user_id and (
      coalesce(encrypted_password, '') <> ''
      or exists (select from auth.identities as other where other.user_id = mine.id and other.id <> new.id)
    );
    return null;
  end;
  $$;
comment on function private.tell_provider_joined is
  'Notifies the owner that another sign-in provider can now open the account.';

create trigger tell_provider_joined after insert on auth.identities
  for each row when (new.provider not in ('email', 'phone'))
  execute function private.tell_provider_joined();
