-- Since when a service is so late that it is an event; null while it is not.
alter table dispatch.predictions add column delayed_since timestamptz(3);
-- Events of a custom rule, or of a shift past its end.
create index events_rule on events.events (rule_id, last_occurred_at) where rule_id is not null;

-- What of the readings of a fleet's vehicles becomes an event.
create table events.custom_rules (
  id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  name text not null,
  -- Null: every vehicle of the fleet.
  vehicle_ids uuid[],
  is_active boolean not null,
  severity text not null check (severity in ('info', 'warning', 'critical')),
  match text not null check (match in ('all', 'any')),
  -- As `customCondition` of the contract.
  conditions jsonb not null,
  seconds integer not null check (seconds >= 0),
  -- As `schedule` of the contract.
  schedule jsonb not null,
  cooldown_seconds integer not null check (cooldown_seconds >= 0),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by_name text,
  archived_at timestamptz(3),
  foreign key (fleet_id, company_id) references organisation.fleets (id, company_id)
);
create unique index custom_rules_name on events.custom_rules (fleet_id, lower(name)) where archived_at is null;

do $$
declare
  listed constant text := 'fleet_id = any((select coalesce(nullif(current_setting(''rumbo.%s'', true), ''''), ''{}'')::uuid[])::uuid[])';
  readable constant text := format(listed, 'read_fleets');
  manageable constant text := format(listed, 'manage_fleets');
begin
  alter table events.custom_rules enable row level security;
  alter table events.custom_rules force row level security;
  create policy owner on events.custom_rules to rumbo_owner using (true) with check (true);
  create policy system on events.custom_rules to rumbo_system using (true) with check (true);
  create policy everything on events.custom_rules to rumbo_all using (true) with check (true);
  execute format('create policy read_own on events.custom_rules for select to rumbo_scoped using (%s)', readable);
  execute format('create policy add_own on events.custom_rules for insert to rumbo_scoped with check (%s)', manageable);
  execute format('create policy change_own on events.custom_rules for update to rumbo_scoped using (%s) with check (%s)', manageable, manageable);
  grant select, insert, update on events.custom_rules to rumbo_system, rumbo_all, rumbo_scoped;
end $$;
