-- Rows of imported files, so that no row creates a second service, and those whose addresses a person has to confirm.
create table services.imported_rows (
  id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  -- The run of an import, which stays the same when a stopped one continues.
  import_id uuid not null,
  row_number integer not null,
  reference text,
  -- What makes a row the same as another of the company: its reference, else a digest of its content.
  fingerprint text not null,
  state text not null check (state in ('created', 'review', 'discarded')),
  service_id uuid references services.services on delete set null,
  -- The body of the new service and its stops with their candidates, while it waits.
  content jsonb,
  dispatch_time timestamptz(3),
  created_at timestamptz(3) not null,
  created_by_name text,
  decided_at timestamptz(3),
  decided_by_name text,
  unique (company_id, fingerprint),
  check ((state = 'review') = (content is not null))
);
create index imported_rows_in_review on services.imported_rows (company_id, dispatch_time) where state = 'review';
create index imported_rows_of_service on services.imported_rows (service_id);

alter table services.imported_rows enable row level security;
alter table services.imported_rows force row level security;
create policy owner on services.imported_rows to rumbo_owner using (true) with check (true);
create policy system on services.imported_rows to rumbo_system using (true) with check (true);
create policy everything on services.imported_rows to rumbo_all using (true) with check (true);
grant select, insert, update, delete on services.imported_rows to rumbo_system, rumbo_all, rumbo_scoped;
do $$
declare
  listed constant text := '= any((select coalesce(nullif(current_setting(''rumbo.%s'', true), ''''), ''{}'')::uuid[])::uuid[])';
  readable constant text := 'fleet_id ' || format(listed, 'read_services');
  manageable constant text := 'fleet_id ' || format(listed, 'manage_fleets');
begin
  execute format('create policy read_own on services.imported_rows for select to rumbo_scoped using (%s)', readable);
  execute format('create policy add_own on services.imported_rows for insert to rumbo_scoped with check (%s)', manageable);
  execute format('create policy change_own on services.imported_rows for update to rumbo_scoped using (%s) with check (%s)', manageable, manageable);
  execute format('create policy remove_own on services.imported_rows for delete to rumbo_scoped using (%s)', manageable);
end $$;

-- Rows of a file name their requester by phone or by this.
create index contacts_email on directory.contacts (company_id, lower(email)) where archived_at is null and email is not null;
