-- Retention periods and the statements that delete or anonymise data. functions/apply-retention runs them daily.

create table private.retention_rules (
  name text primary key,
  keeps interval not null,
  -- Applies to rows from before $1. Null when a file must be deleted as well (due_student_ids).
  statement text
);
comment on table private.retention_rules is
  'How long each kind of data is kept, and the statement that ends it. The privacy policy says the same in words; a test compares the two.';

alter table private.retention_rules enable row level security;
revoke all on private.retention_rules from public, anon, authenticated, service_role;

insert into private.retention_rules (name, keeps, statement) values
  ('student ID, after review', interval '90 days', null),
  ('student ID, after upload', interval '180 days', null),
  ('student ID without an order', interval '7 days', null),
  -- The reference of an upload is valid for 24 hours.
  ('student ID never used', interval '2 days', null),
  ('contact message', interval '180 days',
   -- Only after the message has been delivered to the provider's mailbox.
   $$delete from public.contact_messages as mine where created_at < $1 and not exists (
     select from public.mail_queue
     where contact_message_id = mine.id and kind = 'contact_message' and status <> 'sent')$$),
  -- Late payments and the limit of one reminder in 30 days look back no further than this.
  ('unpaid order', interval '30 days', $$delete from public.orders where paid_at is null and created_at < $1$$),
  ('person of a paid order', interval '7 years',
   $$select private.anonymise_order(id) from public.orders where paid_at < $1 and anonymised_at is null$$),
  -- The row is kept, so that no email is sent twice.
  ('address of a mail', interval '90 days',
   $$update public.mail_queue set recipient = '', data = '{}' where finished_at < $1 and recipient <> ''$$),
  ('event of the payment provider', interval '90 days',
   $$delete from public.stripe_events where processed_at is not null and received_at < $1$$),
  ('sign-in log', interval '90 days', $$delete from auth.audit_log_entries where created_at < $1$$),
  ('count against abuse', interval '1 day', $$delete from public.rate_limits where window_start < $1$$),
  ('link that proves an address', interval '30 days', $$delete from private.address_links where created_at < $1$$),
  ('temporary password', interval '14 days',
   $$select private.end_temporary_password(id) from auth.users
     where (raw_app_meta_data ->> 'must_change_password')::boolean
       and (raw_app_meta_data ->> 'temporary_password_set_at')::timestamptz < $1$$);

create function public.apply_retention() returns jsonb
language plpgsql security definer
-- Definer: no role may delete from these tables.
set search_path = '' as $$
declare
  v_rule private.retention_rules;
  v_count integer;
  v_counts jsonb := '{}';
begin
  for v_rule in select * from private.retention_rules where statement is not null order by name loop
    execute v_rule.statement using now() - v_rule.keeps;
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object(v_rule.name, v_count);
  end loop;
  return v_counts;
end $$;
comment on function public.apply_retention() is
  'Applies private.retention_rules. Returns the number of rows per rule.';

revoke all on function
  public.apply_retention()
from public, anon, authenticated, service_role;
grant execute on function
  public.apply_retention()
to service_role;
