-- Rules that decide who is notified of what, and the notifications of each person.
create schema if not exists notifications;
grant usage on schema notifications to rumbo_system;

create table notifications.rules (
  id uuid primary key,
  company_id uuid not null references organisation.companies (id),
  -- Empty: all fleets of the company.
  fleet_ids uuid[] not null,
  name text not null,
  is_active boolean not null,
  -- Which of the rules that every company gets.
  default_key text,
  conditions jsonb not null,
  schedule jsonb not null,
  audience jsonb not null,
  methods text[] not null check (methods <@ array['in_app', 'email', 'sms', 'push', 'webhook']),
  webhook_ids uuid[] not null,
  priority text not null check (priority in ('info', 'low', 'medium', 'normal', 'high', 'urgent', 'critical')),
  type text not null check (type in ('info', 'success', 'warning', 'error')),
  templates jsonb not null,
  digest text check (digest in ('hour', 'day', 'week')),
  ignores_quiet_hours boolean not null,
  repeat_minutes integer not null,
  escalation jsonb not null,
  last_raised_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text
);
create unique index rules_name on notifications.rules (company_id, lower(name));
create unique index rules_default on notifications.rules (company_id, default_key) where default_key is not null;

-- One row for each recipient: a user, or a contact of the directory.
create table notifications.notifications (
  id uuid primary key,
  company_id uuid not null,
  fleet_id uuid,
  vehicle_id uuid,
  user_id uuid references identity.users (id) on delete cascade,
  contact_id uuid,
  recipient text not null,
  rule_id uuid references notifications.rules (id) on delete set null,
  rule_name text,
  kind text not null,
  topic text not null,
  priority smallint not null check (priority between 0 and 6),
  type text not null check (type in ('info', 'success', 'warning', 'error')),
  title text not null,
  message text not null,
  language text not null check (language in ('es', 'en')),
  path text,
  event_id uuid,
  service_id uuid,
  -- While one with this key is unread and young enough, what comes again is counted on it.
  coalesce_key text not null,
  count integer not null default 1,
  -- Which of the rule's recipients this is.
  audience text not null,
  created_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  read_at timestamptz(3),
  acknowledged_at timestamptz(3),
  check ((user_id is null) <> (contact_id is null))
);
create index notifications_user on notifications.notifications (user_id, last_at desc, id) where user_id is not null;
create index notifications_unread on notifications.notifications (user_id) include (priority) where read_at is null and user_id is not null;
create index notifications_coalesce on notifications.notifications (coalesce_key, user_id, contact_id, last_at desc) where read_at is null;
create index notifications_event on notifications.notifications (event_id) where event_id is not null;
create index notifications_rule on notifications.notifications (rule_id, created_at desc) where rule_id is not null;
create index notifications_created on notifications.notifications (created_at);

-- What became of a notification by each method.
create table notifications.reach (
  notification_id uuid not null references notifications.notifications (id) on delete cascade,
  method text not null check (method in ('in_app', 'email', 'sms', 'push', 'webhook')),
  -- By push there is one for each browser, by webhook one for each address.
  delivery_id uuid,
  status text not null check (status in ('pending', 'sent', 'delivered', 'read', 'failed')),
  at timestamptz(3) not null,
  detail text
);
create unique index reach_delivery on notifications.reach (notification_id, method, delivery_id) nulls not distinct;
create index reach_of_delivery on notifications.reach (delivery_id) where delivery_id is not null;

create table notifications.preferences (
  user_id uuid not null references identity.users (id) on delete cascade,
  topic text not null,
  methods text[] not null,
  least_priority smallint not null,
  digest text check (digest in ('hour', 'day', 'week')),
  primary key (user_id, topic)
);
create table notifications.quiet_hours (
  user_id uuid primary key references identity.users (id) on delete cascade,
  windows jsonb not null
);
create table notifications.company_settings (
  company_id uuid primary key references organisation.companies (id) on delete cascade,
  quiet_windows jsonb not null default '[]',
  -- When the company got its default rules.
  defaults_made_at timestamptz(3),
  updated_at timestamptz(3)
);

-- The next step for an event that nobody has acknowledged.
create table notifications.escalations (
  rule_id uuid not null references notifications.rules (id) on delete cascade,
  event_id uuid not null,
  company_id uuid not null,
  step smallint not null,
  due_at timestamptz(3) not null,
  -- When the event was raised: steps count from here.
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text,
  primary key (rule_id, event_id)
);
create index escalations_due on notifications.escalations (due_at) where ended_at is null;
create index escalations_event on notifications.escalations (event_id) where ended_at is null;

-- Held back until quiet hours are over, or until the digest of a period.
create table notifications.waiting (
  notification_id uuid not null references notifications.notifications (id) on delete cascade,
  method text not null,
  until timestamptz(3) not null,
  why text not null check (why in ('quiet', 'digest')),
  primary key (notification_id, method)
);
create index waiting_until on notifications.waiting (until);

create table notifications.duty (
  user_id uuid not null references identity.users (id) on delete cascade,
  company_id uuid not null,
  fleet_id uuid not null,
  since timestamptz(3) not null,
  until timestamptz(3) not null,
  primary key (user_id, fleet_id)
);
create index duty_fleet on notifications.duty (fleet_id, until);

do $$
declare
  name text;
begin
  foreach name in array array['rules', 'notifications', 'reach', 'preferences', 'quiet_hours', 'company_settings',
      'escalations', 'waiting', 'duty'] loop
    execute format('alter table notifications.%I enable row level security', name);
    execute format('alter table notifications.%I force row level security', name);
    execute format('create policy owner on notifications.%I to rumbo_owner using (true) with check (true)', name);
    execute format('create policy system on notifications.%I to rumbo_system using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on notifications.%I to rumbo_system', name);
  end loop;
end $$;

-- The address that a mail program calls to unsubscribe with one click (RFC 8058).
alter table platform.deliveries add column unsubscribe_url text;
-- How many notifications an address got in the last hour.
create index deliveries_notified on platform.deliveries (recipient, created_at) where kind = 'notification';

-- What becomes of a delivery is what becomes of its notification by that method, wherever the delivery is changed.
create function notifications.follow_delivery() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  update notifications.reach set at = coalesce(new.read_at, new.delivered_at, new.sent_at, clock_timestamp()),
    status = case when new.status in ('pending', 'sent', 'delivered', 'read') then new.status else 'failed' end,
    detail = case when new.status in ('pending', 'sent', 'delivered', 'read') then null
      when new.status = 'kept' then 'not_configured' else coalesce(new.error, new.status) end
  where delivery_id = new.id;
  return null;
end $$;
create trigger follow_delivery after update of status on platform.deliveries
  for each row when (new.kind = 'notification' and old.status is distinct from new.status)
  execute function notifications.follow_delivery();
