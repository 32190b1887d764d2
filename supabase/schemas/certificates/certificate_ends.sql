-- Revoking certificates: after a full refund or a lost dispute, when a plan ends unpaid, or when the account is deleted.

-- Definer: no role may write the status list.
create function private.note_revocation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update private.certificate_statuses set revoked_at = new.revoked_at where status_index = new.status_index;
    return null;
  end;
  $$;

create trigger note_revocation
  after update on public.certificates
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function private.note_revocation();

create function private.keep_revoked() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    raise exception 'a revoked certificate stays revoked' using errcode = '23514';
  end;
  $$;
comment on function private.keep_revoked is
  'A bit of the status list with the purpose "revocation" is never cleared.';

create trigger keep_revoked
  before update on public.certificates
  for each row when (old.revoked_at is not null) execute function private.keep_revoked();

-- Definer: no role may write certificates.
create function private.end_certificate(p_user uuid, p_course text) returns void
  language sql security definer set search_path = ''
  as $$
    update public.certificates as each
      set revoked_at = pg_catalog.now(),
        revoked_reason = case mine.reason when 'refunded' then 'refunded' else 'revoked' end
      from public.course_enrollments as mine
      where mine.user_id = p_user and mine.course_id = p_course
        and each.user_id = p_user and each.course_id = p_course and each.revoked_at is null
        -- Losing a place in a team does not take back what the team paid for. revoke_certificates follows its orders.
        and mine.reason not in ('seat_paused', 'seat_ended')
        -- Ending access does not take back what was paid for and earned, and it can be undone.
        and not exists (
          select from private.certificate_orders as its join public.orders as paid on paid.id = its.order_id
          where its.certificate_id = each.id
            and (paid.status = 'ended' or paid.team_id is not null and private.counts_for_team(paid)))
        and (
          mine.status = 'revoked'
          -- A plan that may continue, or whose last payment is just being recorded, keeps the certificate, and so does a
          -- student who can still send another ID.
          or mine.status = 'paused' and not exists (
            select from public.orders as plan
            where plan.user_id = p_user and plan.course_id = p_course
              and (plan.status = 'id_refused' or plan.status = 'paused'
                and (plan.plan_ended_at is null or 3 = (
                  select pg_catalog.count(*) from public.order_payments
                  where order_id = plan.id and paid_at is not null))))
        );
  $$;
comment on function private.end_certificate is
  'Revokes the certificates after a full refund, a lost dispute or a plan that ended unpaid. A pause keeps them, and so does access that staff ended.';

-- Definer: calls a private function.
create function private.end_certificate_after_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.end_certificate(new.user_id, new.course_id);
    return null;
  end;
  $$;

create trigger end_certificate
  after update on public.course_enrollments
  for each row when (new.status <> 'active') execute function private.end_certificate_after_change();

create trigger end_certificate
  after update of plan_ended_at on public.orders
  for each row when (old.plan_ended_at is null and new.plan_ended_at is not null)
  execute function private.end_certificate_after_change();

-- A certificate is revoked with the order that it was issued for, even after its account was deleted.
create function private.rests_on_an_order(p_certificate public.certificates) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (
      select from private.certificate_orders as mine
      join public.orders as each on each.id = mine.order_id
      join private.order_statuses as states on states.status = each.status
      where mine.certificate_id = p_certificate.id
        -- A payment may still end a pause (end_certificate).
        and (states.effect = 'active' or each.status = 'ended' or states.effect = 'paused' and each.plan_ended_at is null)
    ) or exists (select from private.paid_up_orders(p_certificate.user_id, p_certificate.course_id))
  $$;
comment on function private.rests_on_an_order is
  'True while one of the certificate''s orders gives access, or its learner has another order that is paid up.';

-- Definer: no role may write certificates.
create function private.end_certificates_of_order() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- Without an account no certificate can be issued at this moment, so no lock is needed.
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
  'Revokes the certificates of an order that was refunded or revoked, even when the account was deleted.';

-- Named to run after recompute_enrollment: triggers run in alphabetical order.
create trigger revoke_certificates
  after update of status on public.orders
  for each row when (old.status <> new.status and new.status in ('refunded', 'revoked'))
  execute function private.end_certificates_of_order();

-- Definer: no role may write certificates and their orders.
create function private.link_kept_certificate() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.link_certificate(old.id, old.user_id, old.course_id);
    return null;
  end;
  $$;
comment on function private.link_kept_certificate is
  'Links a certificate that outlives its account to all of its learner''s orders, including those made after it was issued.';

create trigger link_kept_certificate
  after update of user_id on public.certificates
  for each row when (old.user_id is not null and new.user_id is null and new.revoked_at is null)
  execute function private.link_kept_certificate();
