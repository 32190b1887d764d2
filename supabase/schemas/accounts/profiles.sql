-- Names and contact details of learners, for the checkout forms and the certificate (spec §3).
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  first_name text not null default '' check (pg_catalog.char_length(first_name) <= 100),
  last_name text not null default '' check (pg_catalog.char_length(last_name) <= 100),
  email text not null default '' check (pg_catalog.char_length(email) <= 255),
  organization text check (pg_catalog.char_length(organization) <= 200),
  phone text check (pg_catalog.char_length(phone) <= 20),
  country text check (pg_catalog.char_length(country) <= 100)
);
comment on table public.profiles is
  'One row per account, created at sign-up. Contact details for forms and certificates.';
comment on column public.profiles.email is 'Contact address. Starts as the account''s email; never used to sign in.';
comment on column public.profiles.organization is
  'The university, company or organisation, whichever the buyer''s tier asks for.';

alter table public.profiles enable row level security;
grant select on public.profiles to authenticated, service_role;
grant update (
  first_name, last_name, email, organization, phone, country
) on public.profiles to authenticated, service_role;

create policy "learners read their own profile" on public.profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "learners update their own profile" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy "a full session only" on public.profiles as restrictive
  for all to authenticated using ((select private.require_full_session()));

-- Definer: it runs as the auth server's role, which has no rights on public tables.
create function private.create_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_data constant jsonb := coalesce(new.raw_user_meta_data, '{}');
    -- Sign-in providers supply a single name. Its last word is taken as the family name; users can correct it.
    v_name constant text := pg_catalog.btrim(coalesce(v_data ->> 'full_name', ''));
    v_given constant text := coalesce(v_data ->> 'first_name', pg_catalog.regexp_replace(v_name, '\s+\S+$', ''));
    v_family constant text := coalesce(v_data ->> 'last_name', pg_catalog.substring(v_name, '\s(\S+)$'), '');
  begin
    -- Truncated rather than rejected: a long name must not make a sign-up (or a paid order) fail.
    insert into public.profiles (id, first_name, last_name, email)
    values (
      new.id,
      pg_catalog.left(v_given, 100),
      pg_catalog.left(v_family, 100),
      case when new.email ~ '[^\x21-\x7e]' then '' else pg_catalog.left(coalesce(new.email, ''), 255) end
    );
    return new;
  end;
  $$;
comment on function private.create_profile is 'Creates the profile of a new account from its sign-up metadata.';

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- Names come from forms, but also from sign-in providers and from callers of the API. Definer: none of them may call
-- private functions.
create function private.clean_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    new.first_name := private.clean_line(new.first_name);
    new.last_name := private.clean_line(new.last_name);
    new.organization := private.clean_line(new.organization);
    new.phone := private.clean_line(new.phone);
    new.country := private.clean_line(new.country);
    if new.email ~ '[^\x21-\x7e]' and (tg_op = 'INSERT' or new.email is distinct from old.email) then
      raise exception 'an email address is stored in ASCII' using errcode = 'check_violation';
    end if;
    return new;
  end;
  $$;
comment on function private.clean_profile is
  'Removes invisible characters from what is written to a profile, and rejects an email address that is not in ASCII.';

create trigger limit_own_writes before update on public.profiles
  -- Not for functions that run as their owner, such as sync_push.
  for each statement when (current_user = 'authenticated') execute function private.limit_own_writes();
create trigger clean_profile before insert or update on public.profiles
  for each row execute function private.clean_profile();

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
  'Rejects user metadata above 8 KB: every access token carries it, and every request carries a token.';

create trigger limit_user_metadata before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.limit_user_metadata();
