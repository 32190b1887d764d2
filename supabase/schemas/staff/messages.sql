-- The inbox of the contact form: staff read the messages, answer them by email, assign and close them.

create function public.staff_messages(p_search text, p_filter text, p_before text, p_limit integer) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- A single query plan for all filters could not use any index.
  set plan_cache_mode = 'force_custom_plan'
  -- Definer: no role of the API but the server may read the table.
  as $$
  declare
    v_staff uuid := private.require_staff();
    v_limit constant integer := least(greatest(coalesce(p_limit, 50), 1), 100);
    v_filter constant text := coalesce(nullif(p_filter, ''), 'open');
    v_search constant text := pg_catalog.lower(pg_catalog.btrim(coalesce(p_search, '')));
    v_before_at timestamptz := pg_catalog.split_part(nullif(p_before, ''), '/', 1)::timestamptz;
    v_before_id uuid := pg_catalog.split_part(nullif(p_before, ''), '/', 2)::uuid;
  begin
    return (
      with page as (
        select id, name, email, subject, state, created_at, assigned_to from public.contact_messages
        where case v_filter when 'mine' then assigned_to = v_staff and state <> 'closed' else state = v_filter end
          and (v_before_at is null or (created_at, id) < (v_before_at, v_before_id))
          and pg_catalog.strpos(pg_catalog.lower(name || ' ' || email || ' ' || subject), v_search) > 0
        order by created_at desc, id desc limit v_limit + 1
      ), kept as (
        select * from page order by created_at desc, id desc limit v_limit
      )
      select pg_catalog.jsonb_build_object(
        'rows', coalesce((
          select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
            'id', id, 'name', name, 'email', email, 'subject', subject, 'state', state, 'created_at', created_at,
            'assigned_to', case when assigned_to is not null then private.staff_email(assigned_to) end,
            'is_mine', coalesce(assigned_to = v_staff, false)) order by created_at desc, id desc)
          from kept), '[]'),
        'next', case when (select pg_catalog.count(*) from page) > v_limit then (
          select created_at || '/' || id from kept order by created_at, id limit 1) end));
  end;
  $$;
comment on function public.staff_messages is
  'Messages from the contact form, newest first: { rows, next }. The filter is a state (open if it is empty) or mine. The search covers name, address and subject.';

create function public.staff_message(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: same reason as staff_messages.
  as $$
  declare
    v_staff uuid := private.require_staff();
    v_mine public.contact_messages;
  begin
    select * into v_mine from public.contact_messages where id = p_id;
    if not found then
      raise exception 'This message does not exist. Messages are deleted after 180 days.' using hint = 'not_found';
    end if;
    return pg_catalog.jsonb_build_object(
      'id', v_mine.id, 'name', v_mine.name, 'email', v_mine.email, 'subject', v_mine.subject,
      'message', v_mine.message, 'created_at', v_mine.created_at, 'state', v_mine.state,
      'assigned_to', v_mine.assigned_to,
      'answers', (
        select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'id', answer.id, 'at', answer.created_at, 'author', private.staff_email(answer.author_id),
          'body', answer.body, 'mail', coalesce(mail.status, 'queued')) order by answer.created_at, answer.id), '[]')
        from private.contact_answers as answer
          left join public.mail_queue as mail on mail.dedupe_key = 'contact_answer:' || answer.id
        where answer.message_id = v_mine.id),
      'colleagues', (
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'id', id, 'email', email, 'is_me', id = v_staff) order by email)
        from auth.users where raw_app_meta_data ->> 'role' = 'staff'));
  end;
  $$;
comment on function public.staff_message is
  'One message with its answers, whether their emails were sent, and the staff to whom it can be assigned.';

create function private.lock_message(p_id uuid) returns public.contact_messages
  language plpgsql set search_path = ''
  as $$
  declare
    v_mine public.contact_messages;
  begin
    select * into v_mine from public.contact_messages where id = p_id for update;
    if not found then
      raise exception 'This message does not exist. Messages are deleted after 180 days.' using hint = 'not_found';
    end if;
    return v_mine;
  end;
  $$;
comment on function private.lock_message is 'A message, locked until the transaction ends. Otherwise an error.';

create function public.staff_assign_message(p_id uuid, p_to uuid) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: no role may change the table.
  as $$
  declare
    v_staff uuid := private.require_staff();
    v_mine public.contact_messages := private.lock_message(p_id);
  begin
    if p_to is not null and not exists (
      select from auth.users where id = p_to and raw_app_meta_data ->> 'role' = 'staff') then
      raise exception 'This person is not a member of staff any more.' using hint = 'not_a_colleague';
    end if;
    if v_mine.assigned_to is not distinct from p_to then return; end if;
    update public.contact_messages set assigned_to = p_to where id = p_id;
    perform private.record_staff_action(v_staff, 'message_assigned', 'message', p_id::text, '',
      pg_catalog.jsonb_build_object('from', v_mine.assigned_to, 'to', p_to));
  end;
  $$;
comment on function public.staff_assign_message is 'Assigns a message to a member of staff, or to nobody (null).';

create function public.staff_close_message(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: no role may change the table.
  as $$
  declare
    v_staff uuid := private.require_staff();
    v_mine public.contact_messages := private.lock_message(p_id);
  begin
    if v_mine.state = 'closed' then return; end if;
    update public.contact_messages set state = 'closed' where id = p_id;
    perform private.record_staff_action(v_staff, 'message_closed', 'message', p_id::text, '',
      pg_catalog.jsonb_build_object('from', v_mine.state));
  end;
  $$;
comment on function public.staff_close_message is 'Closes a message, with or without an answer. Answering it opens it again.';

create function private.clean_answer(p_text text) returns text
  language sql immutable parallel safe set search_path = ''
  -- Control characters except tab and line feed, and those that change the direction of the text that follows.
  as $$
    select pg_catalog.btrim(pg_catalog.regexp_replace(
      pg_catalog.replace(coalesce(p_text, ''), E'\r\n', E'\n'),
      '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]', '', 'g'), E' \t\n')
  $$;
comment on function private.clean_answer is 'The text of an answer without control characters and surrounding blanks.';

create function public.staff_answer_message(p_id uuid, p_answer_id uuid, p_text text, p_answers_seen integer) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: no role may write the tables.
  as $$
  declare
    v_staff uuid := private.require_staff();
    v_mine public.contact_messages := private.lock_message(p_id);
    v_body constant text := private.clean_answer(p_text);
  begin
    if v_body = '' or pg_catalog.char_length(v_body) > 5000 then
      raise exception 'Write an answer of at most 5,000 characters.' using hint = 'bad_text';
    end if;
    if exists (select from private.contact_answers where id = p_answer_id) then
      -- The same answer again: the first reply was lost.
      if exists (
        select from private.contact_answers
        where id = p_answer_id and (message_id, author_id, body) = (p_id, v_staff, v_body)) then
        return;
      end if;
      raise exception 'Your first version of this answer was sent. Reload the page.' using hint = 'sent_before';
    end if;
    if p_answers_seen is distinct from (
      select pg_catalog.count(*) from private.contact_answers where message_id = p_id) then
      raise exception 'A colleague has answered in the meantime, and your answer was not sent. Reload the page to read theirs.'
        using hint = 'answered_meanwhile';
    end if;
    insert into private.contact_answers (id, message_id, author_id, body) values (p_answer_id, p_id, v_staff, v_body);
    update public.contact_messages set state = 'answered', assigned_to = coalesce(assigned_to, v_staff) where id = p_id;
    insert into public.mail_queue (kind, dedupe_key, recipient, contact_message_id, data)
    values ('contact_answer', 'contact_answer:' || p_answer_id, v_mine.email, p_id,
      pg_catalog.jsonb_build_object('answer_id', p_answer_id));
    perform private.record_staff_action(v_staff, 'message_answered', 'message', p_id::text, '',
      pg_catalog.jsonb_build_object('answer_id', p_answer_id));
  end;
  $$;
comment on function public.staff_answer_message is
  'Stores an answer and queues its email to the address that the sender gave. Refused if there are other answers than the number that the author has seen. The same id and text again have no effect.';

create function public.contact_answer(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
  -- Definer: no role may read the table.
  as $$
    select pg_catalog.jsonb_build_object('body', answer.body, 'sent_at', message.created_at)
    from private.contact_answers as answer join public.contact_messages as message on message.id = answer.message_id
    where answer.id = p_id
  $$;
comment on function public.contact_answer is
  'The text of an answer, and when the message that it answers was sent, for its email. Null once they are deleted.';

grant execute on function
  public.staff_messages(text, text, text, integer),
  public.staff_message(uuid),
  public.staff_assign_message(uuid, uuid),
  public.staff_close_message(uuid),
  public.staff_answer_message(uuid, uuid, text, integer)
to authenticated;
grant execute on function public.contact_answer(uuid) to service_role;
