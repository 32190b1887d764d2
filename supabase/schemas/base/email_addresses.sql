-- Compares email addresses in different spellings, and finds the account that has an address.

create function private.email_key(p_email text) returns text
language sql immutable security invoker
set search_path = '' as $$
  select lower(normalize(btrim(p_email), nfc))
$$;
comment on function private.email_key(text) is
  'Equal for two spellings of one address, whatever the case or the Unicode composition of its characters.';

-- For limits on emails that anyone can have sent to another person's address (docs/decisions/0037).
create function private.mailbox_key(p_email text) returns text
language sql immutable security invoker
set search_path = '' as $$
  select case
    -- Gmail ignores dots, and has two names.
    when key ~ '@(gmail|googlemail)\.com$' then replace(pg_catalog.split_part(key, '@', 1), '.', '') || '@gmail.com'
    else key end
  from (
    select pg_catalog.regexp_replace(
      lower(pg_catalog.normalize(pg_catalog.btrim(p_email), 'NFC')), '\+.*(@[^@]*)$', '\1'
    ) as key
  ) as plain
$$;
comment on function private.mailbox_key(text) is
  'Equal for all addresses that reach the same mailbox: email_key without what follows a plus sign, and for Gmail without dots.';

create function private.is_email_address(p_email text) returns boolean
language sql immutable
set search_path = '' as $$
  select length(p_email) <= 255 and p_email !~ '[^\x21-\x7e]' and p_email ~*
    '^(?!\.)(?!.*\.\.)[\w.!#$%&''*+/=?^`{|}~-]{0,63}[\w!#$%&''*+/=?^`{|}~-]@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$'
$$;
comment on function private.is_email_address(text) is 'The rule of emailAddress in src/domain/email.ts.';

create function public.find_user_id_by_email(p_email text) returns uuid
language sql stable security definer
-- Definer: the API's roles cannot read auth.users. Only the service role may call it, because the answer reveals
-- whether an address has an account.
set search_path = '' as $$
  select id from auth.users where private.email_key(email) = private.email_key(p_email) order by created_at limit 1
$$;
comment on function public.find_user_id_by_email(text) is
  'The account of an email address, however it is spelled, or null.';

create function public.remove_unconfirmed_account(p_email text) returns boolean
language plpgsql security definer
-- Definer: the API's roles cannot change auth.users. Only the service role may call it.
set search_path = '' as $$
begin
  delete from auth.users
  where lower(email) = lower(p_email)
    and email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null and invited_at is null;
  return found;
end $$;
comment on function public.remove_unconfirmed_account(text) is
  'Deletes the account of an address that was requested at the auth server itself and that nobody has been able to use. Returns false if there is none.';

grant execute on function
  private.email_key(text),
  private.mailbox_key(text),
  public.find_user_id_by_email(text),
  public.remove_unconfirmed_account(text)
to service_role;
