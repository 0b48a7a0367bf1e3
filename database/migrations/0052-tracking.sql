-- Links by which a customer follows one service, and the customer's rating of it. Of a link's token only the hash is
-- kept. When a link expires follows from its service, so that it is right whoever ends the service.
create table services.tracking_links (
  id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  service_id uuid not null references services.services on delete cascade,
  -- Of the customer, who keeps the language of the last link.
  contact_id uuid not null,
  token_hash text not null unique,
  language text not null check (language in ('es', 'en')),
  created_at timestamptz(3) not null,
  created_by uuid,
  created_by_name text,
  opened_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index tracking_links_service on services.tracking_links (service_id, created_at desc);
create index tracking_links_contact on services.tracking_links (contact_id, created_at desc);

create table services.ratings (
  service_id uuid primary key references services.services on delete cascade,
  company_id uuid not null,
  fleet_id uuid not null,
  stars smallint not null check (stars between 1 and 5),
  comment text check (length(comment) <= 500),
  rated_at timestamptz(3) not null
);
create index ratings_fleet on services.ratings (fleet_id, rated_at desc);

do $$
declare
  name text;
  readable constant text := 'fleet_id = any((select coalesce(nullif(current_setting(''rumbo.read_services'', true), ''''), ''{}'')::uuid[])::uuid[])';
  manageable constant text := 'fleet_id = any((select coalesce(nullif(current_setting(''rumbo.manage_fleets'', true), ''''), ''{}'')::uuid[])::uuid[])';
begin
  foreach name in array array['tracking_links', 'ratings'] loop
    execute format('alter table services.%I enable row level security', name);
    execute format('alter table services.%I force row level security', name);
    execute format('create policy owner on services.%I to rumbo_owner using (true) with check (true)', name);
    execute format('create policy system on services.%I to rumbo_system using (true) with check (true)', name);
    execute format('create policy everything on services.%I to rumbo_all using (true) with check (true)', name);
    execute format('create policy read_own on services.%I for select to rumbo_scoped using (%s)', name, readable);
  end loop;
  execute format('create policy add_own on services.tracking_links for insert to rumbo_scoped with check (%s)', manageable);
  execute format('create policy change_own on services.tracking_links for update to rumbo_scoped using (%s) with check (%s)', manageable, manageable);
end $$;
grant select, insert, update on services.tracking_links to rumbo_system, rumbo_all, rumbo_scoped;
-- Only the customer rates, through the link.
grant select on services.ratings to rumbo_all, rumbo_scoped;
grant select, insert, update on services.ratings to rumbo_system;
