-- The export of all data that the database holds about a person (docs/decisions/0025, 0035).

create function private.copy_of_row(p_row jsonb) returns jsonb
language sql immutable security invoker
set search_path = '' as $$
  select jsonb_object_agg(key, value) from jsonb_each(p_row) where key not in ('user_id', 'reviewer_id', 'requested_by', 'confirmed_by') and key !~ '_hash(es)?$'
$$;
comment on function private.copy_of_row(jsonb) is
  'A row as its owner receives it: without hashes, which serve only as keys, and without the staff who reviewed, requested or confirmed it.';

create function private.export_my_data(p_user uuid) returns jsonb
language plpgsql stable security definer
-- Definer: reads tables that no role may read.
set search_path = '' as $$
declare
  v_is_proven constant boolean := private.has_proven_address(p_user);
  v_email text;
  v_orders uuid[];
  v_table record;
  v_rows jsonb;
  v_sections jsonb;
begin
  select email into strict v_email from auth.users where id = p_user;
  -- An order that was attached only by its address reveals nothing about its buyer until the address is proven: the
  -- person who created the account need not be the buyer.
  select coalesce(array_agg(id), '{}') into v_orders from public.orders where user_id = p_user and is_owner_proven;

  -- 1. What belongs to the account without a reference to auth.users in a column user_id.
  v_sections := jsonb_build_object(
    'profiles', (
      select coalesce(jsonb_agg(to_jsonb(mine)), '[]') from public.profiles as mine where id = p_user
    ),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'created_at', created_at, 'refreshed_at', refreshed_at, 'user_agent', user_agent, 'ip', host(ip::inet)
      ) order by created_at), '[]') from auth.sessions where user_id = p_user
    ),
    'sign_ins', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', created_at, 'what', payload ->> 'action', 'ip', ip_address
      ) order by created_at), '[]') from auth.audit_log_entries where payload ->> 'actor_id' = p_user::text
    ),
    'orders', (
      select coalesce(jsonb_agg(
        case when mine.id = any (v_orders) then private.copy_of_row(to_jsonb(mine))
          -- What the account sees anyway: that the order gives access.
          else jsonb_build_object(
            'id', mine.id, 'status', mine.status, 'course_id', mine.course_id, 'tier', mine.tier, 'plan', mine.plan,
            'created_at', mine.created_at, 'paid_at', mine.paid_at
          ) end
        order by mine.created_at
      ), '[]') from public.orders as mine where user_id = p_user
    ),
    'order_payments', (
      select coalesce(jsonb_agg(to_jsonb(mine) order by mine.due_at), '[]')
      from public.order_payments as mine where order_id = any (v_orders)
    ),
    'order_invoices', (
      select coalesce(jsonb_agg(to_jsonb(mine)), '[]')
      from public.order_invoices as mine where order_id = any (v_orders)
    ),
    'credit_notes', (
      select coalesce(jsonb_agg(to_jsonb(mine) order by mine.created_at), '[]')
      from public.credit_notes as mine join public.order_payments as paid on paid.id = mine.payment_id
      where paid.order_id = any (v_orders)
    ),
    'order_disputes', (
      select coalesce(jsonb_agg(to_jsonb(mine)), '[]')
      from private.order_disputes as mine where order_id = any (v_orders)
    ),
    'student_ids', (
      select coalesce(jsonb_agg(private.copy_of_row(to_jsonb(mine)) order by mine.uploaded_at), '[]')
      from public.student_ids as mine where order_id = any (v_orders)
    ),
    'student_id_decisions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'order_id', order_id, 'uploaded_at', uploaded_at, 'decision', decision, 'reason', reason,
        'decided_at', decided_at, 'choose_until', choose_until, 'choice', choice, 'chosen_at', chosen_at
      ) order by decided_at), '[]')
      from private.student_id_decisions where order_id = any (v_orders)
    ),
    'contact_messages', (
      select coalesce(jsonb_agg(to_jsonb(mine) - 'assigned_to' order by mine.created_at), '[]')
      from public.contact_messages as mine
      where v_is_proven and private.email_key(email) = private.email_key(v_email)
    ),
    'contact_answers', (
      select coalesce(jsonb_agg(to_jsonb(answer) - 'author_id' order by answer.created_at), '[]')
      from private.contact_answers as answer join public.contact_messages as mine on mine.id = answer.message_id
      where v_is_proven and private.email_key(mine.email) = private.email_key(v_email)
    ),
    'course_interests', (
      select coalesce(jsonb_agg(to_jsonb(mine) - 'key' order by mine.created_at), '[]')
      from private.course_interests as mine
      where v_is_proven and private.email_key(email) = private.email_key(v_email)
    ),
    -- Without the key of its link. The people in it are in the owner's copy as the owner's page shows them.
    'teams', (
      select coalesce(jsonb_agg(to_jsonb(team) - 'owner_id' - 'link_key' || jsonb_build_object('seats', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'email', email, 'invited_at', invited_at, 'claimed_at', claimed_at, 'ended_at', ended_at
        ) order by invited_at), '[]') from public.team_seats where team_id = team.id
      )) order by team.created_at), '[]') from public.teams as team where owner_id = p_user
    ),
    'team_seats', (
      select coalesce(jsonb_agg(private.copy_of_row(to_jsonb(mine)) order by mine.invited_at), '[]')
      from public.team_seats as mine
      where user_id = p_user
        or v_is_proven and user_id is null and private.email_key(email) = private.email_key(v_email)
    ),
    'mail_queue', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', kind, 'recipient', recipient, 'status', status, 'created_at', created_at, 'finished_at', finished_at
      ) order by created_at), '[]') from public.mail_queue
      where order_id = any (v_orders) or data ->> 'user_id' = p_user::text
        or (order_id is null and contact_message_id is null and recipient = v_email)
    )
  );

  -- 2. Every other table that refers to the account, including tables added later.
  for v_table in
    select pg_namespace.nspname as schema, pg_class.relname as name
    from pg_catalog.pg_constraint
    join pg_catalog.pg_class on pg_class.oid = conrelid
    join pg_catalog.pg_namespace on pg_namespace.oid = pg_class.relnamespace
    join pg_catalog.pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'auth.users'::regclass and attname = 'user_id'
      and pg_namespace.nspname in ('public', 'private') and pg_class.relname not in ('orders', 'team_seats')
    order by 1, 2
  loop
    execute format(
      'select coalesce(jsonb_agg(private.copy_of_row(to_jsonb(mine))), ''[]'') from %I.%I as mine where user_id = $1',
      v_table.schema, v_table.name
    ) into v_rows using p_user;
    v_sections := v_sections || jsonb_build_object(v_table.name, v_rows);
  end loop;
  return jsonb_build_object('isAddressProven', v_is_proven, 'sections', v_sections);
end $$;
comment on function private.export_my_data(uuid) is
  'The sections of export_my_data, except the identities.';

-- The identities are in the auth server's schema, so the loop over our tables does not include them.
create function public.export_my_data(p_user uuid) returns jsonb
language sql stable security definer
-- Definer: reads the auth server's tables and calls a private function.
set search_path = '' as $$
  select jsonb_set(private.export_my_data(p_user), '{sections,identities}', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'provider', provider, 'known_there', identity_data, 'created_at', created_at, 'last_sign_in_at', last_sign_in_at
    ) order by created_at), '[]') from auth.identities where user_id = p_user
  ))
$$;
comment on function public.export_my_data(uuid) is
  'Everything that the database holds about a person, table by table, without values that serve only as keys. tests/privacy/tables.ts records the decision for each table.';

grant execute on function
  public.export_my_data(uuid)
to service_role;
