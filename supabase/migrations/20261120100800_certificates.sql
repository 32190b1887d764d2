-- Certificates of completion. Issued by a server function; a corrected name issues a new one and revokes the old.

create table public.certificates (
  id uuid primary key default pg_catalog.gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  holder_name text not null check (pg_catalog.char_length(holder_name) between 1 and 200),
  issued_at timestamptz not null default pg_catalog.now(),
  credential text not null,
  revoked_at timestamptz,
  revoked_reason text,
  check ((revoked_at is null) = (revoked_reason is null))
);
comment on table public.certificates is 'One valid certificate per learner and course, and the revoked ones before it.';
comment on column public.certificates.credential is 'The signed credential as it was issued.';

create unique index certificates_one_valid on public.certificates (user_id, course_id) where revoked_at is null;
create index certificates_user_id on public.certificates (user_id);

alter table public.certificates enable row level security;
revoke all on public.certificates from public, anon, authenticated, service_role;
grant select on public.certificates to authenticated;
grant select, insert, update (revoked_at, revoked_reason) on public.certificates to service_role;

create policy "learners read their own certificates" on public.certificates
  for select to authenticated using (user_id = (select auth.uid()));
