-- Whoever only drives in a fleet does not read all its customers: services are for those who dispatch or look on.
-- A driver's own services come with the driver's page.
do $$
declare
  name text;
begin
  foreach name in array array['services', 'planned_stops', 'executed_stops', 'status_history'] loop
    execute format(
      'alter policy read_own on services.%I using (fleet_id = any((select coalesce(nullif(current_setting(''rumbo.read_services'', true), ''''), ''{}'')::uuid[])::uuid[]))',
      name);
  end loop;
end $$;
