-- Certificates of completion and of a reviewed capstone: the tables, and the functions with which anyone can verify a certificate.

create table private.certificate_statuses (
  status_index integer primary key check (status_index between 0 and 131071),
  revoked_at timestamptz
);
comment on table private.certificate_statuses is
  'Places on the public status list. They outlive the account: a revoked place stays revoked, and no place is used twice.';
comment on column private.certificate_statuses.status_index is
  'A bit of the list, which has the minimum length of Bitstring Status List 1.0.';

alter table private.certificate_statuses enable row level security;

-- Issued by a server function. Correcting the name issues a new certificate and revokes the old one.
create table public.certificates (
  id uuid primary key default pg_catalog.gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  holder_name text not null check (pg_catalog.char_length(holder_name) between 1 and 200),
  issued_at timestamptz not null default pg_catalog.now(),
  credential text not null,
  revoked_at timestamptz,
  revoked_reason text check (revoked_reason in ('name_corrected', 'refunded', 'revoked', 'withdrawn')),
  status_index integer not null unique references private.certificate_statuses,
  kind text not null default 'completion' check (kind in ('completion', 'capstone')),
  check ((revoked_at is null) = (revoked_reason is null))
);
comment on table public.certificates is
  'At most one valid certificate of each kind per learner and course, and the revoked ones before it.';
comment on column public.certificates.user_id is
  'Null when the account was deleted and its owner wanted the certificate to stay valid.';
comment on column public.certificates.holder_name is
  'As the learner confirmed it, in Unicode''s composed form (NFC).';
comment on column public.certificates.credential is 'The signed credential as it was issued.';
comment on column public.certificates.revoked_reason is
  'name_corrected; refunded; revoked (a dispute was lost or a plan ended unpaid); withdrawn (by hand or with the account, and no new one is issued).';
comment on column public.certificates.status_index is 'Its place on the public status list.';
comment on column public.certificates.kind is
  'completion: all lessons were completed. capstone: a reviewer read the capstone, and it passed.';
create unique index certificates_one_valid on public.certificates (user_id, course_id, kind) where revoked_at is null;
create index certificates_user_id on public.certificates (user_id);

alter table public.certificates enable row level security;
grant select on public.certificates to authenticated, service_role;

create policy "learners read their own certificates" on public.certificates
  for select to authenticated using (user_id = (select auth.uid()));
create policy "a full session only" on public.certificates as restrictive
  for all to authenticated using ((select private.require_full_session()));

create table private.certificate_names (
  user_id uuid not null references auth.users (id) on delete cascade,
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  holder_name text not null check (pg_catalog.char_length(holder_name) between 1 and 200),
  confirmed_at timestamptz not null default pg_catalog.now(),
  next_id uuid,
  next_index integer references private.certificate_statuses,
  kind text not null default 'completion' check (kind in ('completion', 'capstone')),
  primary key (user_id, course_id, kind),
  check ((next_id is null) = (next_index is null))
);
comment on table private.certificate_names is
  'The name that a learner confirmed for the certificate of a kind. issue-missed-certificates uses it for learners who finish later.';
comment on column private.certificate_names.next_id is
  'Id of the certificate that is being signed, so that concurrent calls, or a call after a crash, create the same one.';
create index certificate_names_next_index on private.certificate_names (next_index);

alter table private.certificate_names enable row level security;

create table private.certificate_keys (
  public_key text primary key check (public_key like 'z6Mk%'),
  first_used_at timestamptz not null default pg_catalog.now()
);
comment on table private.certificate_keys is
  'Every public key that a certificate was signed with. All are published, so that old certificates stay valid.';

alter table private.certificate_keys enable row level security;

create table private.certificate_orders (
  certificate_id uuid not null references public.certificates on delete cascade,
  order_id uuid not null references public.orders on delete cascade,
  primary key (certificate_id, order_id)
);
comment on table private.certificate_orders is
  'The orders that a certificate was issued for. They outlive the account, so that a later refund revokes a certificate that its holder kept.';
create index certificate_orders_order_id on private.certificate_orders (order_id);

alter table private.certificate_orders enable row level security;

create function private.lock_certificate(p_user uuid, p_course text) returns void
  language sql set search_path = ''
  as $$
    -- The lock of recompute_enrollment: a refund and the issue of a certificate for one learner never run concurrently.
    select pg_catalog.pg_advisory_xact_lock(
      pg_catalog.hashtextextended('enrollment:' || p_user::text || ':' || p_course, 0));
  $$;

-- Definer: no role may read the table.
create function public.certificate_keys() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(pg_catalog.jsonb_agg(public_key order by first_used_at, public_key), '[]')
    from private.certificate_keys;
  $$;
comment on function public.certificate_keys is 'Every public key that verifies certificates, oldest first.';

-- Definer: no role may read the table.
create function public.revoked_certificates() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(pg_catalog.jsonb_agg(status_index order by status_index), '[]')
    from private.certificate_statuses where revoked_at is not null;
  $$;
comment on function public.revoked_certificates is 'The places of the status list that are revoked.';

grant execute on function
  public.certificate_keys(),
  public.revoked_certificates()
to service_role;
