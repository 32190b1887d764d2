-- Accounts in the order in which they were created, and by address, for lists of the staff console. The auth server's table
-- has no index for either, and on a hosted project only the auth server may add one.

create table private.accounts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- private.email_key of the account's address, or empty.
  email_key text not null,
  created_at timestamptz not null
);
comment on table private.accounts is 'A row per account, maintained by a trigger. Only for finding accounts: auth.users is authoritative.';
-- Each search is a range of one index, so that it stays fast however many accounts there are.
create index accounts_newest on private.accounts (created_at desc, user_id desc);
create index accounts_email_prefix on private.accounts (email_key text_pattern_ops);

alter table private.accounts enable row level security;

create function private.list_account() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: it runs as the auth server's role, which has no rights on private tables.
  as $$
  begin
    insert into private.accounts (user_id, email_key, created_at)
    values (new.id, coalesce(private.email_key(new.email), ''), coalesce(new.created_at, pg_catalog.now()))
    on conflict (user_id) do update set email_key = excluded.email_key;
    return null;
  end;
  $$;
comment on function private.list_account is 'Maintains private.accounts.';

create trigger list_account after insert or update of email on auth.users
  for each row execute function private.list_account();
