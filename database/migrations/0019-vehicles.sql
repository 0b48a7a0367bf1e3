-- What a vehicle carries, may and must: seats, load, skills, speed, hours, insurance, permit; and whom to call about it.
alter table vehicles.vehicles
  add column seats smallint check (seats >= 0),
  add column load_kg double precision check (load_kg >= 0),
  add column load_m3 double precision check (load_m3 >= 0),
  add column skills text[] not null default '{}',
  -- Folded by vehicles.rules, in the order of the skills.
  add column skill_keys text[] not null default '{}',
  add column speed_limit_kmh smallint check (speed_limit_kmh > 0),
  -- Weekly windows on the clock of the company: [{days, from, to}]; none means always.
  add column allowed_hours jsonb not null default '[]',
  add column insurer text,
  add column insurance_policy text,
  add column insurance_expires_on date,
  add column licence_expires_on date,
  add column expires_on date generated always as (least(insurance_expires_on, licence_expires_on)) stored;
create index vehicles_fleet_expiry on vehicles.vehicles (fleet_id, expires_on, number_key, id) where archived_at is null;
create index vehicles_fleet_next_service on vehicles.vehicles (fleet_id, next_service_date, number_key, id)
  where archived_at is null;
create index vehicles_vin on vehicles.vehicles (company_id, vin) where archived_at is null and vin is not null;

alter table directory.contacts add constraint contacts_of_company unique (id, company_id);

-- Guest viewers are not here: organisation.guest_vehicles says whom a vehicle is shown to.
create table vehicles.contacts (
  vehicle_id uuid not null,
  company_id uuid not null,
  fleet_id uuid not null,
  contact_id uuid not null,
  role text not null check (role <> 'guest_viewer'),
  is_primary boolean not null default false,
  since timestamptz(3) not null,
  primary key (vehicle_id, contact_id, role),
  foreign key (vehicle_id, company_id, fleet_id) references vehicles.vehicles (id, company_id, fleet_id)
    on update cascade on delete cascade,
  foreign key (contact_id, company_id) references directory.contacts (id, company_id)
);
create unique index contacts_primary on vehicles.contacts (vehicle_id, role) where is_primary;
create index contacts_contact on vehicles.contacts (contact_id);

alter table vehicles.contacts enable row level security;
alter table vehicles.contacts force row level security;
create policy owner on vehicles.contacts to rumbo_owner using (true) with check (true);
create policy everything on vehicles.contacts to rumbo_system, rumbo_all using (true) with check (true);
-- Who only drives reads no contacts.
create policy read_fleets on vehicles.contacts for select to rumbo_scoped using (
  fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[])
  and company_id = any((select coalesce(nullif(current_setting('rumbo.read_directories', true), ''), '{}')::uuid[])::uuid[])
);
create policy insert_fleets on vehicles.contacts for insert to rumbo_scoped
  with check (fleet_id = any((select coalesce(nullif(current_setting('rumbo.manage_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy update_fleets on vehicles.contacts for update to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.manage_fleets', true), ''), '{}')::uuid[])::uuid[]))
  with check (fleet_id = any((select coalesce(nullif(current_setting('rumbo.manage_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy delete_fleets on vehicles.contacts for delete to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.manage_fleets', true), ''), '{}')::uuid[])::uuid[]));
grant select, insert, update, delete on vehicles.contacts to rumbo_system, rumbo_all, rumbo_scoped;
