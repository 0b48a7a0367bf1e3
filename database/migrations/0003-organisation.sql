-- Companies, their fleets, and who works in them.
create schema organisation;
grant usage on schema organisation to rumbo_system, rumbo_all, rumbo_scoped, rumbo_guest;

create table organisation.companies (
  id uuid primary key,
  name text not null,
  legal_name text,
  tax_id text,
  email text,
  phone text,
  city text,
  country text,
  address_line1 text,
  address_line2 text,
  type text not null check (type in ('logistics', 'transportation', 'delivery', 'construction', 'services', 'retail', 'manufacturing', 'other')),
  time_zone text not null default 'America/Mexico_City',
  status text not null default 'active' check (status in ('active', 'inactive', 'suspended', 'pending')),
  tier text not null default 'starter' check (tier in ('starter', 'professional', 'enterprise')),
  verified boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The name beside the id: whoever reads the record may not be allowed to see that person.
  updated_by uuid,
  updated_by_name text,
  archived_at timestamptz(3)
);
create unique index companies_name on organisation.companies (lower(name)) where archived_at is null;

create table organisation.fleets (
  id uuid primary key,
  company_id uuid not null references organisation.companies (id),
  name text not null,
  description text,
  is_active boolean not null default true,
  service_types text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  archived_at timestamptz(3),
  unique (id, company_id)
);
create unique index fleets_name on organisation.fleets (company_id, lower(name)) where archived_at is null;

-- Company-wide roles name no fleet; all others name one.
create table organisation.assignments (
  id uuid primary key,
  user_id uuid not null references identity.users (id),
  company_id uuid not null references organisation.companies (id),
  fleet_id uuid,
  role text not null check (role in ('company_owner', 'company_manager', 'fleet_manager', 'fleet_member', 'fleet_viewer', 'fleet_owner', 'primary_driver', 'secondary_driver', 'dispatcher')),
  is_primary boolean not null default false,
  is_active boolean not null default true,
  assigned_at timestamptz(3) not null,
  assigned_by uuid,
  archived_at timestamptz(3),
  foreign key (fleet_id, company_id) references organisation.fleets (id, company_id),
  check ((role in ('company_owner', 'company_manager')) = (fleet_id is null))
);
create unique index assignments_once on organisation.assignments (user_id, company_id, fleet_id, role) nulls not distinct
  where archived_at is null;
create unique index assignments_primary on organisation.assignments (user_id) where is_primary and archived_at is null;
create index assignments_company on organisation.assignments (company_id) where archived_at is null;
create index assignments_fleet on organisation.assignments (fleet_id) where archived_at is null;

-- The one vehicle a guest may watch.
create table organisation.guest_vehicles (
  user_id uuid primary key references identity.users (id),
  company_id uuid not null references organisation.companies (id),
  fleet_id uuid not null,
  vehicle_id uuid not null,
  assigned_at timestamptz(3) not null,
  assigned_by uuid,
  foreign key (fleet_id, company_id) references organisation.fleets (id, company_id)
);
create index guest_vehicles_company on organisation.guest_vehicles (company_id);

alter table organisation.companies enable row level security;
alter table organisation.companies force row level security;
alter table organisation.fleets enable row level security;
alter table organisation.fleets force row level security;
alter table organisation.assignments enable row level security;
alter table organisation.assignments force row level security;
alter table organisation.guest_vehicles enable row level security;
alter table organisation.guest_vehicles force row level security;

create policy owner on organisation.companies to rumbo_owner using (true) with check (true);
create policy owner on organisation.fleets to rumbo_owner using (true) with check (true);
create policy owner on organisation.assignments to rumbo_owner using (true) with check (true);
create policy owner on organisation.guest_vehicles to rumbo_owner using (true) with check (true);
create policy system on organisation.companies to rumbo_system using (true) with check (true);
create policy system on organisation.fleets to rumbo_system using (true) with check (true);
create policy system on organisation.assignments to rumbo_system using (true) with check (true);
create policy system on organisation.guest_vehicles to rumbo_system using (true) with check (true);
create policy everything on organisation.companies to rumbo_all using (true) with check (true);
create policy everything on organisation.fleets to rumbo_all using (true) with check (true);
create policy everything on organisation.assignments to rumbo_all using (true) with check (true);
create policy everything on organisation.guest_vehicles to rumbo_all using (true) with check (true);
grant select, insert, update on organisation.companies, organisation.fleets, organisation.assignments to rumbo_system, rumbo_all;
grant select, insert, update, delete on organisation.guest_vehicles to rumbo_system, rumbo_all;

create policy read_own on organisation.companies for select to rumbo_scoped, rumbo_guest
  using (id = any((select coalesce(nullif(current_setting('rumbo.read_companies', true), ''), '{}')::uuid[])::uuid[]));
create policy change_own on organisation.companies for update to rumbo_scoped
  using (id = any((select coalesce(nullif(current_setting('rumbo.manage_companies', true), ''), '{}')::uuid[])::uuid[]))
  with check (id = any((select coalesce(nullif(current_setting('rumbo.manage_companies', true), ''), '{}')::uuid[])::uuid[]));
grant select on organisation.companies to rumbo_scoped, rumbo_guest;
-- Tier, status, verified flag and archiving stay the super admin's: the columns are not granted.
grant update (name, legal_name, tax_id, email, phone, city, country, address_line1, address_line2, type, time_zone,
  version, updated_at, updated_by, updated_by_name) on organisation.companies to rumbo_scoped;

create policy read_own on organisation.fleets for select to rumbo_scoped, rumbo_guest
  using (id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[]));
-- A fleet just made is in nobody's list yet; its maker reads it back through the company.
create policy read_managed on organisation.fleets for select to rumbo_scoped
  using (company_id = any((select coalesce(nullif(current_setting('rumbo.manage_companies', true), ''), '{}')::uuid[])::uuid[]));
create policy add_own on organisation.fleets for insert to rumbo_scoped
  with check (company_id = any((select coalesce(nullif(current_setting('rumbo.manage_companies', true), ''), '{}')::uuid[])::uuid[]));
create policy change_own on organisation.fleets for update to rumbo_scoped
  using (company_id = any((select coalesce(nullif(current_setting('rumbo.manage_companies', true), ''), '{}')::uuid[])::uuid[]))
  with check (company_id = any((select coalesce(nullif(current_setting('rumbo.manage_companies', true), ''), '{}')::uuid[])::uuid[]));
grant select, insert, update on organisation.fleets to rumbo_scoped;
grant select on organisation.fleets to rumbo_guest;

-- Company-wide assignments belong to the company, all others to their fleet.
create policy read_company on organisation.assignments for select to rumbo_scoped
  using (fleet_id is null and company_id = any((select coalesce(nullif(current_setting('rumbo.read_companies', true), ''), '{}')::uuid[])::uuid[]));
create policy read_fleet on organisation.assignments for select to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy add_company on organisation.assignments for insert to rumbo_scoped
  with check (fleet_id is null and company_id = any((select coalesce(nullif(current_setting('rumbo.manage_companies', true), ''), '{}')::uuid[])::uuid[]));
create policy add_fleet on organisation.assignments for insert to rumbo_scoped
  with check (fleet_id = any((select coalesce(nullif(current_setting('rumbo.manage_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy change_company on organisation.assignments for update to rumbo_scoped
  using (fleet_id is null and company_id = any((select coalesce(nullif(current_setting('rumbo.manage_companies', true), ''), '{}')::uuid[])::uuid[]));
create policy change_fleet on organisation.assignments for update to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.manage_fleets', true), ''), '{}')::uuid[])::uuid[]));
grant select, insert, update on organisation.assignments to rumbo_scoped;

create policy read_fleet on organisation.guest_vehicles for select to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy add_fleet on organisation.guest_vehicles for insert to rumbo_scoped
  with check (fleet_id = any((select coalesce(nullif(current_setting('rumbo.manage_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy change_fleet on organisation.guest_vehicles for update to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.manage_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy remove_fleet on organisation.guest_vehicles for delete to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.manage_fleets', true), ''), '{}')::uuid[])::uuid[]));
grant select, insert, update, delete on organisation.guest_vehicles to rumbo_scoped;

-- A guest sees what is the guest's own.
create policy themselves on organisation.assignments for select to rumbo_guest
  using (user_id = (select nullif(current_setting('rumbo.user_id', true), '')::uuid));
create policy themselves on organisation.guest_vehicles for select to rumbo_guest
  using (user_id = (select nullif(current_setting('rumbo.user_id', true), '')::uuid));
grant select on organisation.assignments, organisation.guest_vehicles to rumbo_guest;

-- Colleagues: people with an assignment the reader may see.
create policy colleagues on identity.users for select to rumbo_scoped
  using (id in (select user_id from organisation.assignments));
create policy themselves on identity.users for select to rumbo_guest
  using (id = (select nullif(current_setting('rumbo.user_id', true), '')::uuid));
