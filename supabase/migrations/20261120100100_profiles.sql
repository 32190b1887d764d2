-- Who a learner is, as the checkout forms and the certificate address them (spec §3).

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  first_name text not null default '' check (pg_catalog.char_length(first_name) <= 100),
  last_name text not null default '' check (pg_catalog.char_length(last_name) <= 100),
  email text not null default '' check (pg_catalog.char_length(email) <= 255),
  organization text check (pg_catalog.char_length(organization) <= 200),
  phone text check (pg_catalog.char_length(phone) <= 20),
  country text check (pg_catalog.char_length(country) <= 100)
);
comment on table public.profiles is 'One row per account, made at sign-up. Contact details for forms and certificates.';
comment on column public.profiles.email is 'Contact address. Starts as the account''s e-mail; never used to sign in.';
comment on column public.profiles.organization is 'The university, company or organisation, whichever the buyer''s tier asks for.';

alter table public.profiles enable row level security;
revoke all on public.profiles from public, anon, authenticated, service_role;
grant select on public.profiles to authenticated, service_role;
grant update (first_name, last_name, email, organization, phone, country)
  on public.profiles to authenticated, service_role;

create policy "learners read their own profile" on public.profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "learners update their own profile" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));

-- Security definer: it runs as the auth server's role, which has no rights on public tables.
create function private.create_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- Cut to length rather than refused: a long name must not make a sign-up (or a paid order) fail.
    insert into public.profiles (id, first_name, last_name, email)
    values (
      new.id,
      pg_catalog.left(coalesce(new.raw_user_meta_data ->> 'first_name', ''), 100),
      pg_catalog.left(coalesce(new.raw_user_meta_data ->> 'last_name', ''), 100),
      pg_catalog.left(coalesce(new.email, ''), 255)
    );
    return new;
  end;
  $$;
comment on function private.create_profile is 'Makes the profile of a new account from its sign-up metadata.';

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- A guest's temporary password travelled by mail, so the account is marked `must_change_password` in app
-- metadata, which only the service role can write. The mark must go exactly when the password has really been
-- changed: a function that the client calls to clear it could be called without changing anything, and clearing
-- it from the client would need rights that nobody should have. So the database clears it, here.
create function private.clear_must_change_password() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.raw_app_meta_data := new.raw_app_meta_data - 'must_change_password';
    return new;
  end;
  $$;
comment on function private.clear_must_change_password is 'A changed password lifts the duty to change it.';

create trigger clear_must_change_password before update on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function private.clear_must_change_password();

-- Security definer: the API's roles cannot read auth.users. Only the server's own key may ask, because the
-- answer tells whether an address has an account.
create function public.find_user_id_by_email(p_email text) returns uuid
  language sql stable security definer set search_path = ''
  as $$
    select id from auth.users
    where pg_catalog.lower(email) = pg_catalog.lower(pg_catalog.btrim(p_email))
    order by created_at
    limit 1;
  $$;
comment on function public.find_user_id_by_email is 'The account of an e-mail address, whatever its case, or null.';

revoke execute on function
  private.create_profile(),
  private.clear_must_change_password(),
  public.find_user_id_by_email(text)
from public, anon, authenticated, service_role;
grant execute on function public.find_user_id_by_email(text) to service_role;
