-- Since when a service waits for a vehicle. It stays when a vehicle is taken back, so that the service keeps its place.
alter table services.services add column waiting_since timestamptz(3);
update services.services set waiting_since = status_since where status = 'on_dispatch';

create function services.note_waiting() returns trigger language plpgsql as $$
begin
  if new.status = 'on_dispatch' and (tg_op = 'INSERT' or old.status in ('created', 'on_dispatch') or old.waiting_since is null) then
    new.waiting_since := new.status_since;
  end if;
  return new;
end $$;
create trigger note_waiting before insert or update of status, status_since on services.services
  for each row execute function services.note_waiting();

drop index services.services_by_priority;
create index services_by_priority on services.services
  (fleet_id, priority_level, (greatest(waiting_since, dispatch_time)), id)
  include (status, service_type, payment_method, payment_status, dispatch_time, service_number, waiting_since) where archived_at is null;
