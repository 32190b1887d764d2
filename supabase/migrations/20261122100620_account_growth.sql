-- What accounts may make the database and the mail server do: see also 20261122100610_sync_growth.

-- ---------------------------------------------------------------- what accounts say of themselves

create function private.limit_user_metadata() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if pg_catalog.octet_length(new.raw_user_meta_data::text) > 8192
      and (tg_op = 'INSERT' or new.raw_user_meta_data is distinct from old.raw_user_meta_data) then
      raise exception 'user metadata must be at most 8 KB' using errcode = 'program_limit_exceeded';
    end if;
    return new;
  end;
  $$;
comment on function private.limit_user_metadata is
  'Refuses user metadata above 8 KB: every access token carries it, and every request carries a token.';

create trigger limit_user_metadata before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.limit_user_metadata();

do $$
begin
  update auth.users
    set raw_user_meta_data = pg_catalog.jsonb_build_object(
      'first_name', pg_catalog.left(raw_user_meta_data ->> 'first_name', 100),
      'last_name', pg_catalog.left(raw_user_meta_data ->> 'last_name', 100))
    where pg_catalog.octet_length(raw_user_meta_data::text) > 8192;
exception when insufficient_privilege then
  raise warning 'user metadata above 8 KB is left as it is: %', sqlerrm;
end $$;

-- ---------------------------------------------------------------- mails to one mailbox under many names

create function private.limit_alias_mails() returns trigger
  language plpgsql security definer
  -- Definer: counts rows that the writer may not read.
  set search_path = ''
  as $$
  declare
    v_max_per_day constant integer := 20;
    v_mailbox constant text := pg_catalog.regexp_replace(pg_catalog.lower(new.recipient), '\+.*(@[^@]*)$', '\1');
  begin
    if v_max_per_day <= (
      select pg_catalog.count(*) from public.mail_queue
      where created_at > pg_catalog.now() - interval '1 day' and order_id is null and contact_message_id is null
        and pg_catalog.regexp_replace(pg_catalog.lower(recipient), '\+.*(@[^@]*)$', '\1') = v_mailbox
    ) then
      return null;
    end if;
    return new;
  end;
  $$;
comment on function private.limit_alias_mails is
  'Drops a mail about an account when its mailbox, reached under any +alias, had 20 in a day.';

-- An account can be made of any alias of somebody else's mailbox. Mails to the plain address always go: nobody can use
-- up what the owner of a mailbox has to learn about the account of that address.
create trigger limit_alias_mails before insert on public.mail_queue
  for each row when (new.recipient like '%+%@%' and new.order_id is null and new.contact_message_id is null)
  execute function private.limit_alias_mails();

revoke execute on function private.limit_user_metadata(), private.limit_alias_mails()
from public, anon, authenticated, service_role;
