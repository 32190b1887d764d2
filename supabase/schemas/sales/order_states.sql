-- The states of an order and the transitions allowed between them.

create table private.order_statuses (
  status text primary key,
  -- The effect of an order in this state on its owner's enrolment.
  effect text not null check (effect in ('none', 'active', 'paused', 'revoked'))
);
comment on table private.order_statuses is
  'Every state an order can be in, and its effect on the enrolment. A new state is a new row here.';

alter table private.order_statuses enable row level security;

insert into private.order_statuses (status, effect) values
  ('created', 'none'),
  ('open', 'none'),
  -- Staff opened it, and the buyer has an invoice to pay.
  ('invoiced', 'none'),
  ('expired', 'none'),
  ('paid', 'active'),
  -- A monthly payment failed. Access continues during the grace period.
  ('past_due', 'active'),
  -- The grace period ended without the payment. Access is suspended until it is made; progress is kept.
  ('paused', 'paused'),
  -- The buyer disputes the payment. Access continues unless the dispute is lost.
  ('disputed', 'active'),
  -- Staff refused the buyer's student ID, and its 14 days are over. Progress is kept.
  ('id_refused', 'paused'),
  -- Staff ended the access without a refund. They can restore it; certificates stay (docs/decisions/0071).
  ('ended', 'revoked'),
  ('refunded', 'revoked'),
  ('revoked', 'revoked'),
  -- Not of orders: reasons of an enrolment by a place in a team (docs/decisions/0089). The team is unpaid; the place ended.
  ('seat_paused', 'paused'),
  ('seat_ended', 'revoked');

create table private.order_transitions (
  from_status text not null references private.order_statuses,
  to_status text not null references private.order_statuses,
  primary key (from_status, to_status)
);
comment on table private.order_transitions is
  'The allowed changes of an order''s state. Any other change is an error.';

alter table private.order_transitions enable row level security;

insert into private.order_transitions (from_status, to_status) values
  ('created', 'open'),
  ('created', 'expired'),
  -- The webhook event or success page may arrive before the session's id was stored, or after the expiry was recorded.
  ('created', 'paid'),
  ('open', 'paid'),
  ('open', 'expired'),
  ('created', 'invoiced'),
  ('invoiced', 'paid'),
  ('invoiced', 'expired'),
  ('expired', 'paid'),
  ('paid', 'past_due'),
  -- A plan can be ended manually at the provider, even if no payment has failed.
  ('paid', 'paused'),
  ('paid', 'disputed'),
  ('paid', 'id_refused'),
  ('paid', 'ended'),
  ('paid', 'refunded'),
  ('paid', 'revoked'),
  ('past_due', 'paid'),
  ('past_due', 'paused'),
  ('past_due', 'ended'),
  ('past_due', 'refunded'),
  ('past_due', 'revoked'),
  ('paused', 'paid'),
  -- Staff extended the access of a plan whose grace period was over.
  ('paused', 'past_due'),
  ('paused', 'ended'),
  ('paused', 'refunded'),
  ('paused', 'revoked'),
  ('disputed', 'paid'),
  ('disputed', 'ended'),
  ('disputed', 'refunded'),
  ('disputed', 'revoked'),
  ('id_refused', 'paid'),
  ('id_refused', 'ended'),
  ('id_refused', 'refunded'),
  ('id_refused', 'revoked'),
  ('ended', 'paid'),
  ('ended', 'disputed'),
  ('ended', 'refunded'),
  ('ended', 'revoked');
