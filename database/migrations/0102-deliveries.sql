-- A delivery is a mail or SMS on its way out; a message is what people write to each other.
alter table platform.mails rename to deliveries;
alter index platform.mails_pkey rename to deliveries_pkey;
alter index platform.mails_pending rename to deliveries_pending;
alter index platform.mails_pending_recipient rename to deliveries_pending_recipient;
alter index platform.mails_created_at rename to deliveries_created_at;
alter table platform.deliveries rename constraint mails_status_check to deliveries_status_check;
alter table platform.deliveries rename constraint mails_channel_check to deliveries_channel_check;
update platform.audit_entries set entity = 'delivery', action = 'delivery.retried' where entity = 'message';

-- For processes of the version before, on other machines, until they are upgraded. To be dropped with the next release.
create view platform.mails with (security_invoker = true) as
  select id, recipient, language, subject, body, status, created_at, sent_at, error, channel, kind, attempts, next_attempt_at
  from platform.deliveries;
grant select, insert, update, delete on platform.mails to rumbo_system;
grant select, insert on platform.mails to rumbo_all;
grant insert on platform.mails to rumbo_scoped, rumbo_guest;

alter table platform.deliveries
  -- Of those that are due, the smaller one is sent first: codes and links before notices.
  add column priority smallint not null default 3 check (priority between 0 and 6),
  -- Deliveries of one key are sent one after the other.
  add column order_key text,
  -- Not sent later than this, such as a code.
  add column expires_at timestamptz(3),
  -- Attempts made before a person had it sent again: `attempts` never decreases, since it tells lost leases apart.
  add column retried_after integer not null default 0,
  drop constraint deliveries_status_check,
  add constraint deliveries_status_check check (status in ('pending', 'sent', 'failed', 'kept', 'expired'));
drop index platform.deliveries_pending, platform.deliveries_pending_recipient;
create index deliveries_pending on platform.deliveries (channel, priority, id) where status = 'pending';
create index deliveries_pending_order on platform.deliveries (order_key, id)
  where status = 'pending' and order_key is not null;
create index deliveries_expiring on platform.deliveries (channel, expires_at)
  where status = 'pending' and expires_at is not null;

-- Attempts that failed, of deliveries that still exist.
create table platform.delivery_attempts (
  delivery_id uuid not null references platform.deliveries (id) on delete cascade,
  number integer not null,
  ended_at timestamptz(3) not null,
  milliseconds integer not null,
  error text not null,
  primary key (delivery_id, number)
);
-- Servers that failed last: of five failures in a row, nothing is sent until `open_until`, and then one as a trial.
create table platform.delivery_receivers (
  receiver text primary key,
  channel text not null check (channel in ('email', 'sms')),
  failures integer not null,
  failing_since timestamptz(3) not null,
  open_until timestamptz(3),
  trial_until timestamptz(3),
  last_error text not null
);
alter table platform.delivery_attempts enable row level security;
alter table platform.delivery_attempts force row level security;
alter table platform.delivery_receivers enable row level security;
alter table platform.delivery_receivers force row level security;
create policy owner on platform.delivery_attempts to rumbo_owner using (true) with check (true);
create policy system on platform.delivery_attempts to rumbo_system using (true) with check (true);
create policy read_all on platform.delivery_attempts for select to rumbo_all using (true);
create policy owner on platform.delivery_receivers to rumbo_owner using (true) with check (true);
create policy system on platform.delivery_receivers to rumbo_system using (true) with check (true);
create policy read_all on platform.delivery_receivers for select to rumbo_all using (true);
grant select, insert, update, delete on platform.delivery_attempts, platform.delivery_receivers to rumbo_system;
grant select on platform.delivery_attempts, platform.delivery_receivers to rumbo_all;
