-- Messages from the contact page. The service role stores them; staff read and answer them (staff/messages.sql).

create table public.contact_messages (
  id uuid primary key default pg_catalog.gen_random_uuid(),
  name text not null check (pg_catalog.char_length(name) between 1 and 100),
  email text not null check (pg_catalog.char_length(email) >= 3 and pg_catalog.char_length(email) <= 255 and email !~ '[^\x21-\x7e]'),
  subject text not null check (pg_catalog.char_length(subject) between 1 and 200),
  message text not null check (pg_catalog.char_length(message) between 1 and 2000),
  created_at timestamptz not null default pg_catalog.now(),
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  assigned_to uuid references auth.users (id) on delete set null
);
comment on table public.contact_messages is
  'Messages from the contact form, stored so that none is lost when an email fails.';
comment on column public.contact_messages.assigned_to is 'The member of staff who takes care of it.';
create index contact_messages_created_at on public.contact_messages (created_at, id);
create index contact_messages_by_state on public.contact_messages (state, created_at desc, id desc);
create index contact_messages_assigned_to on public.contact_messages (assigned_to);

alter table public.contact_messages enable row level security;
grant insert, select on public.contact_messages to service_role;

create table private.contact_answers (
  -- Created by the browser, so that an answer that is sent again is recognised.
  id uuid primary key,
  message_id uuid not null references public.contact_messages (id) on delete cascade,
  author_id uuid references auth.users (id) on delete set null,
  body text not null check (pg_catalog.char_length(body) >= 1 and pg_catalog.char_length(body) <= 5000),
  created_at timestamptz not null default pg_catalog.now()
);
comment on table private.contact_answers is
  'What staff answered by email to messages from the contact form. Deleted with the message.';
comment on column private.contact_answers.author_id is 'Null once that account is deleted.';
create index contact_answers_message_id on private.contact_answers (message_id);
create index contact_answers_author_id on private.contact_answers (author_id);

alter table private.contact_answers enable row level security;

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

grant execute on function
  public.record_contact_message(uuid, text, text, text, text, text)
to service_role;
