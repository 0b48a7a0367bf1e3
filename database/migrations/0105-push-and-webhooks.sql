-- Push, webhooks, receipts and replies of SMS.
create schema if not exists notifications;
grant usage on schema notifications to rumbo_system;

alter table platform.deliveries
  -- The server of a delivery whose channel has several: the host of a push service, the receiver of a webhook.
  add column receiver text,
  -- The push subscription or webhook that it is sent to.
  add column target_id uuid,
  -- A later delivery of this topic replaces an earlier one that the device has not received.
  add column topic text,
  -- How the provider calls it, in receipts.
  add column provider_id text,
  add column delivered_at timestamptz(3),
  add column read_at timestamptz(3),
  drop constraint deliveries_channel_check,
  add constraint deliveries_channel_check check (channel in ('email', 'sms', 'push', 'webhook')),
  add constraint deliveries_receiver_check
    check ((channel in ('push', 'webhook')) = (receiver is not null and target_id is not null)),
  drop constraint deliveries_status_check,
  add constraint deliveries_status_check
    check (status in ('pending', 'sent', 'delivered', 'read', 'failed', 'kept', 'expired', 'dropped'));
create index deliveries_pending_receiver on platform.deliveries (channel, receiver, priority, id)
  where status = 'pending' and receiver is not null;
create index deliveries_target on platform.deliveries (target_id, id desc) where target_id is not null;
create index deliveries_provider on platform.deliveries (provider_id) where provider_id is not null;
alter table platform.delivery_receivers
  drop constraint delivery_receivers_channel_check,
  add constraint delivery_receivers_channel_check check (channel in ('email', 'sms', 'push', 'webhook'));

-- Keys that the installation made for itself; the private part is encrypted with the installation's secret.
create table platform.installation_keys (
  name text primary key,
  public text not null,
  sealed text not null,
  created_at timestamptz(3) not null
);
-- Addresses that want nothing more: telephones that replied STOP, for example.
create table platform.opt_outs (
  channel text not null check (channel in ('email', 'sms')),
  -- In E.164 for telephones.
  address text not null,
  reason text not null check (reason in ('stop', 'unsubscribe', 'bounce', 'person')),
  created_at timestamptz(3) not null,
  primary key (channel, address)
);
-- What people replied, stored before it is handled. Providers repeat what they got no answer to.
create table platform.inbound (
  id uuid primary key,
  channel text not null check (channel in ('email', 'sms')),
  provider text not null,
  provider_id text not null,
  received_at timestamptz(3) not null,
  from_address text not null,
  to_address text not null,
  body text not null,
  handled_at timestamptz(3),
  error text,
  unique (channel, provider, provider_id)
);
create index inbound_waiting on platform.inbound (received_at) where handled_at is null;

-- Browsers of a person that get push notifications.
create table notifications.push_subscriptions (
  id uuid primary key,
  user_id uuid not null references identity.users (id),
  -- Ends with the session it was made in.
  session_id uuid not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  label text not null,
  language text not null,
  created_at timestamptz(3) not null,
  last_success_at timestamptz(3)
);
create index push_subscriptions_user on notifications.push_subscriptions (user_id);
-- Each button of a push notification works once.
create table notifications.push_actions (
  token_id uuid not null,
  action text not null,
  user_id uuid not null,
  used_at timestamptz(3) not null,
  primary key (token_id, action)
);
create index push_actions_used_at on notifications.push_actions (used_at);

create table notifications.webhooks (
  id uuid primary key,
  company_id uuid not null references organisation.companies (id),
  -- Empty: all fleets of the company.
  fleet_ids uuid[] not null,
  name text not null,
  url text not null,
  -- [{id, sealed, createdAt, endsAt}]; the newest last. Encrypted with the installation's secret.
  secrets jsonb not null,
  is_active boolean not null default true,
  disabled_reason text check (disabled_reason in ('gone', 'failing', 'person')),
  failing_since timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  created_by_name text,
  updated_at timestamptz(3) not null,
  updated_by_name text
);
create unique index webhooks_name on notifications.webhooks (company_id, lower(name));

alter table platform.installation_keys enable row level security;
alter table platform.installation_keys force row level security;
create policy owner on platform.installation_keys to rumbo_owner using (true) with check (true);
create policy system on platform.installation_keys to rumbo_system using (true) with check (true);
alter table platform.opt_outs enable row level security;
alter table platform.opt_outs force row level security;
create policy owner on platform.opt_outs to rumbo_owner using (true) with check (true);
create policy system on platform.opt_outs to rumbo_system using (true) with check (true);
alter table platform.inbound enable row level security;
alter table platform.inbound force row level security;
create policy owner on platform.inbound to rumbo_owner using (true) with check (true);
create policy system on platform.inbound to rumbo_system using (true) with check (true);
alter table notifications.push_subscriptions enable row level security;
alter table notifications.push_subscriptions force row level security;
create policy owner on notifications.push_subscriptions to rumbo_owner using (true) with check (true);
create policy system on notifications.push_subscriptions to rumbo_system using (true) with check (true);
alter table notifications.push_actions enable row level security;
alter table notifications.push_actions force row level security;
create policy owner on notifications.push_actions to rumbo_owner using (true) with check (true);
create policy system on notifications.push_actions to rumbo_system using (true) with check (true);
alter table notifications.webhooks enable row level security;
alter table notifications.webhooks force row level security;
create policy owner on notifications.webhooks to rumbo_owner using (true) with check (true);
create policy system on notifications.webhooks to rumbo_system using (true) with check (true);
grant select, insert, update, delete on platform.installation_keys, platform.opt_outs, platform.inbound,
  notifications.push_subscriptions, notifications.push_actions, notifications.webhooks to rumbo_system;
