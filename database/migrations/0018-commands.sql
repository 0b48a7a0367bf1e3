-- Commands to the devices of vehicles, from being asked for until their fate is known.
create schema commands;
grant usage on schema commands to rumbo_system, rumbo_all, rumbo_scoped;

create table commands.commands (
  id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  vehicle_id uuid not null,
  -- The device the vehicle had when the command was asked for: never another one.
  device_identifier text not null,
  -- Null until known.
  protocol text,
  command_type text not null,
  priority smallint not null check (priority between 0 and 3),
  status text not null default 'queued'
    check (status in ('queued', 'sending', 'sent', 'delivered', 'failed', 'expired', 'cancelled')),
  reason text,
  -- As people may read them: passwords masked.
  parameters jsonb not null default '{}',
  -- Passwords among the parameters, until the command was written or came to an end.
  secrets jsonb,
  -- Stop engine in spite of speed or an unknown place.
  insists boolean not null default false,
  created_by_id uuid,
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  sending_at timestamptz(3),
  sent_at timestamptz(3),
  delivered_at timestamptz(3),
  updated_at timestamptz(3) not null,
  error text,
  payload text,
  response_payload text,
  cancelled_by text,
  -- Of the writing: the number the device is to repeat, what its answer will bear, and the gateway that wrote.
  serial integer,
  answer_key text,
  gateway_id uuid,
  -- When the answer came that was taken: the same answer committed again is known by it.
  answered_at timestamptz(3),
  foreign key (vehicle_id, company_id, fleet_id) references vehicles.vehicles (id, company_id, fleet_id)
    on update cascade on delete cascade
);
-- The same twice on its way to one vehicle is a mistake.
create unique index commands_pending on commands.commands (vehicle_id, command_type)
  where status in ('queued', 'sending');
create index commands_queued on commands.commands (device_identifier, priority, created_at) where status = 'queued';
create index commands_expiring on commands.commands (expires_at) where status = 'queued';
create index commands_sending on commands.commands (device_identifier, sending_at) where status = 'sending';
create index commands_unanswered on commands.commands (device_identifier, answer_key, sending_at)
  where status in ('sending', 'sent');
-- Passwords that an answer may still repeat.
create index commands_secrets on commands.commands (sending_at) where status = 'sent' and secrets is not null;
create index commands_answered on commands.commands (device_identifier, answered_at) where answered_at is not null;
-- Lists: ordered streams of each value, of all fleets and of one, read from either end.
create index commands_created on commands.commands (created_at, id) include (fleet_id, status, command_type);
create index commands_status on commands.commands (status, created_at, id) include (fleet_id, command_type);
create index commands_type on commands.commands (command_type, created_at, id) include (fleet_id, status);
create index commands_priority on commands.commands (priority, created_at, id) include (fleet_id, status, command_type);
create index commands_fleet_created on commands.commands (fleet_id, created_at, id);
create index commands_fleet_status on commands.commands (fleet_id, status, created_at, id) include (command_type);
create index commands_fleet_type on commands.commands (fleet_id, command_type, created_at, id) include (status);
create index commands_fleet_priority on commands.commands (fleet_id, priority, created_at, id) include (status, command_type);
create index commands_vehicle on commands.commands (vehicle_id, created_at, id) include (status, command_type, priority);

-- How many there are, so that a list of a million knows its length and where each group begins without counting.
create table commands.totals (
  company_id uuid not null,
  fleet_id uuid not null,
  status text not null,
  command_type text not null,
  priority smallint not null,
  amount integer not null,
  primary key (fleet_id, status, command_type, priority, company_id)
) with (fillfactor = 50);

create table commands.serials (
  device_identifier text primary key,
  last_serial integer not null check (last_serial between 1 and 65535)
);

create function commands.count_totals() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'INSERT' then
    insert into commands.totals as t
      select company_id, fleet_id, status, command_type, priority, count(*) from entered group by 1, 2, 3, 4, 5 order by 2, 3, 4, 5
      on conflict (fleet_id, status, command_type, priority, company_id) do update set amount = t.amount + excluded.amount;
  elsif tg_op = 'DELETE' then
    insert into commands.totals as t
      select company_id, fleet_id, status, command_type, priority, -count(*) from gone group by 1, 2, 3, 4, 5 order by 2, 3, 4, 5
      on conflict (fleet_id, status, command_type, priority, company_id) do update set amount = t.amount + excluded.amount;
  else
    insert into commands.totals as t
      select company_id, fleet_id, status, command_type, priority, sum(amount) from (
        select company_id, fleet_id, status, command_type, priority, 1 as amount from entered
        union all select company_id, fleet_id, status, command_type, priority, -1 from gone
      ) as changed group by 1, 2, 3, 4, 5 having sum(amount) <> 0 order by 2, 3, 4, 5
      on conflict (fleet_id, status, command_type, priority, company_id) do update set amount = t.amount + excluded.amount;
  end if;
  return null;
end $$;
revoke all on function commands.count_totals() from public;
create trigger count_entered after insert on commands.commands referencing new table as entered
  for each statement execute function commands.count_totals();
create trigger count_changed after update on commands.commands referencing old table as gone new table as entered
  for each statement execute function commands.count_totals();
create trigger count_gone after delete on commands.commands referencing old table as gone
  for each statement execute function commands.count_totals();

alter table commands.commands enable row level security;
alter table commands.commands force row level security;
alter table commands.totals enable row level security;
alter table commands.totals force row level security;
alter table commands.serials enable row level security;
alter table commands.serials force row level security;
create policy owner on commands.commands to rumbo_owner using (true) with check (true);
create policy owner on commands.totals to rumbo_owner using (true) with check (true);
create policy owner on commands.serials to rumbo_owner using (true) with check (true);
create policy everything on commands.commands to rumbo_system using (true) with check (true);
create policy everything on commands.totals to rumbo_system using (true) with check (true);
create policy everything on commands.serials to rumbo_system using (true) with check (true);
create policy read_all on commands.commands for select to rumbo_all using (true);
create policy read_all on commands.totals for select to rumbo_all using (true);
create policy read_fleets on commands.commands for select to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy read_fleets on commands.totals for select to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[]));

-- Sending and cancelling follow rules of level and type: the system writes, for whoever they allow.
grant select, insert, update on commands.commands to rumbo_system;
grant select, insert, update on commands.serials to rumbo_system;
grant select on commands.totals to rumbo_system, rumbo_all, rumbo_scoped;
grant select (id, company_id, fleet_id, vehicle_id, device_identifier, protocol, command_type, priority, status, reason,
    parameters, insists, created_by_id, created_by, created_at, expires_at, sending_at, sent_at, delivered_at, updated_at,
    error, payload, response_payload, cancelled_by)
  on commands.commands to rumbo_all, rumbo_scoped;
