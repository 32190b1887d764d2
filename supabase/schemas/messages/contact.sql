-- Messages from the contact page. Only the service role writes and reads them.

create table public.contact_messages (
  id uuid primary key default pg_catalog.gen_random_uuid(),
  name text not null check (pg_catalog.char_length(name) between 1 and 100),
  email text not null check (pg_catalog.char_length(email) between 3 and 255),
  subject text not null check (pg_catalog.char_length(subject) between 1 and 200),
  message text not null check (pg_catalog.char_length(message) between 1 and 2000),
  created_at timestamptz not null default pg_catalog.now()
);
comment on table public.contact_messages is
  'Messages from the contact form, stored so that none is lost when an email fails.';

alter table public.contact_messages enable row level security;
revoke all on public.contact_messages from public, anon, authenticated, service_role;
grant insert, select on public.contact_messages to service_role;

-- Acknowledgements are limited, since anyone can trigger one to any address. The message itself is always recorded.
create function public.record_contact_message(
  p_id uuid, p_name text, p_email text, p_subject text, p_message text, p_provider text
) returns text
language plpgsql security definer
-- Definer: calls private functions.
set search_path = '' as $$
begin
  insert into public.contact_messages (id, name, email, subject, message)
  values (p_id, p_name, p_email, p_subject, p_message)
  on conflict (id) do nothing;

  if not found then
    -- The sender retries when a response was lost. A different text with the same id is not a repeat and must not be
    -- lost.
    return case when exists (
      select from public.contact_messages
      where id = p_id and (name, email, subject, message) = (p_name, p_email, p_subject, p_message)
    ) then 'repeated' else 'taken' end;
  end if;

  insert into public.mail_queue (kind, dedupe_key, recipient, contact_message_id)
  values ('contact_message', 'contact_message:' || p_id, p_provider, p_id);
  if private.takes_another_mail('contact_acknowledgement', p_email) then
    insert into public.mail_queue (kind, dedupe_key, recipient, contact_message_id)
    values ('contact_acknowledgement', 'contact_acknowledgement:' || p_id, p_email, p_id);
  end if;
  return 'stored';
end $$;
comment on function public.record_contact_message(uuid, text, text, text, text, text) is
  'Stores a message and queues the email to the provider, and the acknowledgement unless the sender''s mailbox is over its limit. Returns stored, repeated (it was stored before) or taken (the id belongs to another text).';

revoke all on function
  public.record_contact_message(uuid, text, text, text, text, text)
from public, anon, authenticated, service_role;
grant execute on function
  public.record_contact_message(uuid, text, text, text, text, text)
to service_role;
