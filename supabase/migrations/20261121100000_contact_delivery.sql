-- Messages of the contact page on their way: stored and queued as two mails, together or not at all.

alter table public.mail_queue
  add column contact_message_id uuid references public.contact_messages on delete cascade,
  drop constraint mail_queue_kind_check,
  add constraint mail_queue_kind_check check (
    kind in ('credentials', 'attached', 'receipt', 'contact_message', 'contact_acknowledgement')
  ),
  add constraint mail_queue_contact_check check (
    (kind in ('contact_message', 'contact_acknowledgement')) = (contact_message_id is not null)
  );
create index mail_queue_contact_message_id on public.mail_queue (contact_message_id);

create function public.record_contact_message(
  p_id uuid, p_name text, p_email text, p_subject text, p_message text, p_provider text
) returns text
language plpgsql security invoker
set search_path = '' as $$
begin
  insert into public.contact_messages (id, name, email, subject, message)
  values (p_id, p_name, p_email, p_subject, p_message)
  on conflict (id) do nothing;

  if not found then
    -- An answer that was lost on its way makes the sender try again. Other words under the same id are not a
    -- repeat, and must not be lost as one.
    return case when exists (
      select from public.contact_messages
      where id = p_id and (name, email, subject, message) = (p_name, p_email, p_subject, p_message)
    ) then 'repeated' else 'taken' end;
  end if;

  insert into public.mail_queue (kind, dedupe_key, recipient, contact_message_id) values
    ('contact_message', 'contact_message:' || p_id, p_provider, p_id),
    ('contact_acknowledgement', 'contact_acknowledgement:' || p_id, p_email, p_id);
  return 'stored';
end $$;
comment on function public.record_contact_message(uuid, text, text, text, text, text) is
  'Stores a message and queues the mails to the provider and to its sender: stored, repeated when it is there already, or taken when the id has other words.';

revoke all on function public.record_contact_message(uuid, text, text, text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.record_contact_message(uuid, text, text, text, text, text) to service_role;

comment on column public.rate_limits.key is
  'SHA-256 of what is limited and whom: a network address or the sender of messages. Neither is kept itself.';
