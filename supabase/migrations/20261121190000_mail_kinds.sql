-- Which mails there are is said once, in functions/_shared/mail/queuedMail.ts, which refuses every other kind. A list here
-- as well had to be written anew with each mail.
alter table public.mail_queue
  drop constraint mail_queue_kind_check,
  add constraint mail_queue_kind_check check (kind ~ '^[a-z][a-z_]{0,39}$');
