-- What visitors wrote on the contact page. Written and read by the server alone.

create table public.contact_messages (
  id uuid primary key default pg_catalog.gen_random_uuid(),
  name text not null check (pg_catalog.char_length(name) between 1 and 100),
  email text not null check (pg_catalog.char_length(email) between 3 and 255),
  subject text not null check (pg_catalog.char_length(subject) between 1 and 200),
  message text not null check (pg_catalog.char_length(message) between 1 and 2000),
  created_at timestamptz not null default pg_catalog.now()
);
comment on table public.contact_messages is 'Messages of the contact form, kept so that none is lost when mail fails.';

alter table public.contact_messages enable row level security;
revoke all on public.contact_messages from public, anon, authenticated, service_role;
grant select, insert on public.contact_messages to service_role;
