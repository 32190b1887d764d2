-- A certificate ends with the order that it was issued for, whether its learner still has an account or not.

create function private.rests_on_an_order(p_certificate public.certificates) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (
      select from private.certificate_orders as mine
      join public.orders as each on each.id = mine.order_id
      join private.order_statuses as states on states.status = each.status
      where mine.certificate_id = p_certificate.id
        -- A pause may still end with the payment (end_certificate).
        and (states.effect = 'active' or states.effect = 'paused' and each.plan_ended_at is null)
    ) or exists (select from private.paid_up_orders(p_certificate.user_id, p_certificate.course_id))
  $$;
comment on function private.rests_on_an_order is
  'True while one of a certificate''s orders holds, or another order of its learner is paid up.';

-- Security definer: nobody may write certificates.
create function private.end_certificates_of_order() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- Without a learner there is nobody whose certificate could be issued at this moment.
    if new.user_id is not null then perform private.lock_certificate(new.user_id, new.course_id); end if;
    update public.certificates as each
      set revoked_at = pg_catalog.now(),
        revoked_reason = case new.status when 'refunded' then 'refunded' else 'revoked' end
      from private.certificate_orders as mine
      where mine.order_id = new.id and each.id = mine.certificate_id and each.revoked_at is null
        and not private.rests_on_an_order(each);
    return null;
  end;
  $$;
comment on function private.end_certificates_of_order is
  'Revokes what was issued for an order whose money is back or which was revoked, with or without an account behind it.';
-- After recompute_enrollment, by its name: triggers run in alphabetical order.
create trigger revoke_certificates
  after update of status on public.orders
  for each row when (old.status <> new.status and new.status in ('refunded', 'revoked'))
  execute function private.end_certificates_of_order();

-- Security definer: nobody may write certificates and their orders.
create function private.link_kept_certificate() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.link_certificate(old.id, old.user_id, old.course_id);
    return null;
  end;
  $$;
comment on function private.link_kept_certificate is
  'A certificate that outlives its account stays tied to all that was bought for it, orders after its issue included.';
create trigger link_kept_certificate
  after update of user_id on public.certificates
  for each row when (old.user_id is not null and new.user_id is null and new.revoked_at is null)
  execute function private.link_kept_certificate();

revoke execute on function
  private.rests_on_an_order(public.certificates),
  private.end_certificates_of_order(),
  private.link_kept_certificate()
from public, anon, authenticated, service_role;
