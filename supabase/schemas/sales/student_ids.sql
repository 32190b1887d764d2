-- Student ID files, and the notification that asks staff to check them.

create table public.student_ids (
  id uuid primary key default gen_random_uuid(),
  -- SHA-256 of the one-time reference that upload-student-id returned.
  ref_hash text not null unique check (ref_hash ~ '^[0-9a-f]{64}$'),
  path text not null unique,
  content_type text not null
    check (content_type in ('image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic', 'application/pdf')),
  bytes integer not null check (bytes > 0 and bytes < 5 * 1024 * 1024),
  university text not null check (length(university) between 1 and 200),
  order_id uuid unique references public.orders on delete set null,
  uploaded_at timestamptz not null default now(),
  -- When staff decided about it (private.student_id_decisions). The file is deleted immediately afterwards.
  reviewed_at timestamptz
);
comment on table public.student_ids is
  'A student ID file in the private bucket student-ids. Its reference works for one order, within 24 hours.';

create index student_ids_waiting on public.student_ids (uploaded_at, id) where order_id is not null and reviewed_at is null;

alter table public.student_ids enable row level security;
grant insert, select, update, delete on public.student_ids to service_role;

-- The bucket for the files. The plain Postgres of some tests has no storage service.
do $$
begin
  if to_regclass('storage.buckets') is not null then
    insert into storage.buckets (id, name, public, file_size_limit)
    values ('student-ids', 'student-ids', false, 5 * 1024 * 1024)
    on conflict (id) do nothing;
  end if;
end $$;

-- A valid image file proves nothing about the buyer, so staff check the student ID of each paid student order.
create function private.announce_student_order() returns trigger
language plpgsql security definer
-- Definer: queues an email, whichever role marks the order as paid.
set search_path = '' as $$
begin
  -- The recipient is the staff's mailbox, a setting of the functions, so no address is stored here.
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id)
  select 'student_order', 'student_order:' || new.id, '', new.id from public.student_ids where order_id = new.id
  on conflict (dedupe_key) do nothing;
  return null;
end $$;
comment on function private.announce_student_order() is
  'Queues one email to the staff for each paid student order, so that a person checks the student ID.';

create trigger announce_student_order
  after update of paid_at on public.orders
  for each row when (new.tier = 'student' and old.paid_at is null and new.paid_at is not null)
  execute function private.announce_student_order();

create function public.due_student_ids(p_limit integer) returns jsonb
language sql stable security definer
-- Definer: reads private.retention_rules.
set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'path', path)), '[]') from (
    select mine.id, mine.path from public.student_ids as mine
    where reviewed_at is not null
      or uploaded_at < now() - (select keeps from private.retention_rules where name = 'student ID, after upload')
      or (
        order_id is null
        and uploaded_at < now() - (select keeps from private.retention_rules where name = 'student ID never used')
      )
      or (
        uploaded_at < now() - (select keeps from private.retention_rules where name = 'student ID without an order')
        and not exists (select from public.orders where id = mine.order_id and paid_at is not null)
      )
    order by uploaded_at
    limit p_limit
  ) as due
$$;
comment on function public.due_student_ids(integer) is
  'Student IDs whose retention has ended: [{ id, path }]. The caller removes the file, then the row.';

grant execute on function
  public.due_student_ids(integer)
to service_role;
