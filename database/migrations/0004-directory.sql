-- Contacts: clients, drivers, mechanics, emergency and legal contacts of a company.
create schema directory;
grant usage on schema directory to rumbo_system, rumbo_all, rumbo_scoped;

create table directory.contacts (
  id uuid primary key,
  company_id uuid not null,
  first_name text not null,
  middle_name text,
  last_name text not null,
  primary_phone text not null,
  email text,
  role text not null,
  status text not null default 'active' check (status in ('active', 'inactive', 'unavailable', 'suspended')),
  search_text text not null generated always as (
    lower(first_name || ' ' || coalesce(middle_name, '') || ' ' || last_name || ' ' || primary_phone || ' ' || coalesce(email, ''))
  ) stored,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  archived_at timestamptz(3),
  version integer not null default 1
);
create index contacts_company on directory.contacts (company_id, last_name, first_name) where archived_at is null;

alter table directory.contacts enable row level security;
alter table directory.contacts force row level security;
create policy owner on directory.contacts to rumbo_owner using (true) with check (true);
create policy system on directory.contacts to rumbo_system using (true) with check (true);
create policy everything on directory.contacts to rumbo_all using (true) with check (true);
create policy read_own on directory.contacts for select to rumbo_scoped
  using (company_id = any((select coalesce(nullif(current_setting('rumbo.read_companies', true), ''), '{}')::uuid[])::uuid[]));
create policy add_own on directory.contacts for insert to rumbo_scoped
  with check (company_id = any((select coalesce(nullif(current_setting('rumbo.write_companies', true), ''), '{}')::uuid[])::uuid[]));
create policy change_own on directory.contacts for update to rumbo_scoped
  using (company_id = any((select coalesce(nullif(current_setting('rumbo.write_companies', true), ''), '{}')::uuid[])::uuid[]))
  with check (company_id = any((select coalesce(nullif(current_setting('rumbo.write_companies', true), ''), '{}')::uuid[])::uuid[]));
grant select, insert, update on directory.contacts to rumbo_system, rumbo_all, rumbo_scoped;
