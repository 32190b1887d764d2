-- The staff look at the student ID of each paid student order: a file that is an image proves nothing about its buyer.

create function private.announce_student_order() returns trigger
language plpgsql security definer
-- Definer: queues a mail, whoever marks the order as paid.
set search_path = '' as $$
begin
  -- The recipient is the staff's mailbox, a setting of the functions: nobody's address is stored for it.
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id)
  select 'student_order', 'student_order:' || new.id, '', new.id from public.student_ids where order_id = new.id
  on conflict (dedupe_key) do nothing;
  return null;
end $$;
comment on function private.announce_student_order() is
  'Queues one mail to the staff for each paid student order, so that a person looks at the student ID.';
revoke all on function private.announce_student_order() from public, anon, authenticated, service_role;
create trigger announce_student_order
  after update of paid_at on public.orders
  for each row when (new.tier = 'student' and old.paid_at is null and new.paid_at is not null)
  execute function private.announce_student_order();
