-- What every domain stands on: news, deliveries, idempotency, audit, mails.
create schema platform;
grant usage on schema platform to rumbo_system, rumbo_all, rumbo_scoped, rumbo_guest;

create table platform.outbox (
  id uuid primary key,
  sequence bigint generated always as identity unique,
  kind text not null,
  company_id uuid,
  fleet_id uuid,
  actor_id uuid,
  payload jsonb not null,
  occurred_at timestamptz(3) not null,
  -- The clock, not the transaction's start: delivery looks for what is young.
  created_at timestamptz(3) not null default clock_timestamp()
);
create index outbox_created_at on platform.outbox (created_at);

-- Whoever hears facts, and from when on: a new listener is not told what was news before it came.
create table platform.fact_listeners (
  listener text primary key,
  since timestamptz(3) not null
);

-- What a listener has handled, written in the transaction of its effects. A fact without a row is pending.
create table platform.fact_deliveries (
  listener text not null,
  fact_id uuid not null,
  delivered_at timestamptz(3) not null default clock_timestamp(),
  primary key (fact_id, listener)
);
-- What a listener could not handle, and when it is tried again.
create table platform.fact_failures (
  listener text not null,
  fact_id uuid not null,
  attempts integer not null default 1,
  next_attempt_at timestamptz(3) not null,
  last_error text not null,
  primary key (fact_id, listener)
);

create table platform.idempotency_keys (
  key text not null,
  actor_id uuid not null,
  endpoint text not null,
  request_hash text not null,
  status integer,
  answer jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (actor_id, key)
);
create index idempotency_keys_created_at on platform.idempotency_keys (created_at);

create table platform.audit_entries (
  id uuid primary key,
  at timestamptz(3) not null,
  actor_id uuid,
  actor_name text,
  address text,
  request_id text,
  company_id uuid,
  fleet_id uuid,
  action text not null,
  entity text not null,
  entity_id uuid,
  changes jsonb not null default '{}'
);
create index audit_entries_company on platform.audit_entries (company_id, at desc);
create index audit_entries_entity on platform.audit_entries (entity, entity_id, at desc);

-- Mails that wait to be sent, or, without SMTP, the local outbox a super admin can read.
create table platform.mails (
  id uuid primary key,
  recipient text not null,
  language text not null,
  subject text not null,
  body text not null,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'kept')),
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  error text
);

alter table platform.outbox enable row level security;
alter table platform.outbox force row level security;
alter table platform.fact_listeners enable row level security;
alter table platform.fact_listeners force row level security;
alter table platform.fact_deliveries enable row level security;
alter table platform.fact_deliveries force row level security;
alter table platform.fact_failures enable row level security;
alter table platform.fact_failures force row level security;
alter table platform.idempotency_keys enable row level security;
alter table platform.idempotency_keys force row level security;
alter table platform.audit_entries enable row level security;
alter table platform.audit_entries force row level security;
alter table platform.mails enable row level security;
alter table platform.mails force row level security;

create policy owner on platform.outbox to rumbo_owner using (true) with check (true);
create policy owner on platform.fact_listeners to rumbo_owner using (true) with check (true);
create policy owner on platform.fact_deliveries to rumbo_owner using (true) with check (true);
create policy owner on platform.fact_failures to rumbo_owner using (true) with check (true);
create policy owner on platform.idempotency_keys to rumbo_owner using (true) with check (true);
create policy owner on platform.audit_entries to rumbo_owner using (true) with check (true);
create policy owner on platform.mails to rumbo_owner using (true) with check (true);

create policy system on platform.outbox to rumbo_system using (true) with check (true);
create policy system on platform.fact_listeners to rumbo_system using (true) with check (true);
create policy system on platform.fact_deliveries to rumbo_system using (true) with check (true);
create policy system on platform.fact_failures to rumbo_system using (true) with check (true);
create policy system on platform.idempotency_keys to rumbo_system using (true) with check (true);
create policy system on platform.audit_entries to rumbo_system using (true) with check (true);
create policy system on platform.mails to rumbo_system using (true) with check (true);
grant select, insert, update, delete on platform.outbox, platform.fact_listeners, platform.fact_deliveries, platform.fact_failures, platform.idempotency_keys, platform.mails to rumbo_system;
grant select, insert on platform.audit_entries to rumbo_system;

-- People write news, audit entries and mails in their own transactions; they read none of the first and the last.
create policy tell on platform.outbox for insert to rumbo_all, rumbo_scoped, rumbo_guest with check (true);
create policy tell on platform.audit_entries for insert to rumbo_all, rumbo_scoped, rumbo_guest with check (true);
create policy tell on platform.mails for insert to rumbo_all, rumbo_scoped, rumbo_guest with check (true);
grant insert on platform.outbox, platform.audit_entries, platform.mails to rumbo_all, rumbo_scoped, rumbo_guest;

create policy read_all on platform.audit_entries for select to rumbo_all using (true);
create policy read_own on platform.audit_entries for select to rumbo_scoped
  using (company_id = any((select coalesce(nullif(current_setting('rumbo.manage_companies', true), ''), '{}')::uuid[])::uuid[]));
grant select on platform.audit_entries to rumbo_all, rumbo_scoped;
create policy read_all on platform.mails for select to rumbo_all using (true);
grant select on platform.mails to rumbo_all;

create policy own on platform.idempotency_keys to rumbo_all, rumbo_scoped, rumbo_guest
  using (actor_id = (select nullif(current_setting('rumbo.user_id', true), '')::uuid))
  with check (actor_id = (select nullif(current_setting('rumbo.user_id', true), '')::uuid));
grant select, insert, update on platform.idempotency_keys to rumbo_all, rumbo_scoped, rumbo_guest;
