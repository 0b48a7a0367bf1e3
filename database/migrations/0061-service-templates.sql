-- Templates of services that dispatchers keep for a customer.
create table services.templates (
  id uuid not null,
  company_id uuid not null,
  contact_id uuid not null references directory.contacts on delete cascade,
  name text not null,
  -- Type, priority, notes and stops of a service, without its times.
  content jsonb not null,
  updated_at timestamptz(3) not null,
  updated_by_name text,
  primary key (contact_id, id)
);
create unique index templates_name on services.templates (contact_id, services.fold(name));

do $$
declare
  listed constant text := 'company_id = any((select coalesce(nullif(current_setting(''rumbo.%s'', true), ''''), ''{}'')::uuid[])::uuid[])';
  readable constant text := format(listed, 'read_directories');
  writable constant text := format(listed, 'write_companies');
begin
  alter table services.templates enable row level security;
  alter table services.templates force row level security;
  create policy owner on services.templates to rumbo_owner using (true) with check (true);
  create policy system on services.templates to rumbo_system using (true) with check (true);
  create policy everything on services.templates to rumbo_all using (true) with check (true);
  execute format('create policy read_own on services.templates for select to rumbo_scoped using (%s)', readable);
  execute format('create policy add_own on services.templates for insert to rumbo_scoped with check (%s)', writable);
  execute format('create policy change_own on services.templates for update to rumbo_scoped using (%s) with check (%s)', writable, writable);
  execute format('create policy remove_own on services.templates for delete to rumbo_scoped using (%s)', writable);
end $$;
grant select, insert, update, delete on services.templates to rumbo_system, rumbo_all, rumbo_scoped;
