-- Search and lists of services that stay fast with a million of them. Row-level security lets only operators that leak
-- nothing into an index condition, hence no LIKE; comparisons of texts are among them. So what a search finds is kept as
-- words, and a search reads a range of them.
create function services.fold(text) returns text immutable strict parallel safe language sql
  set search_path = pg_catalog as $$
  select lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036f]', '', 'g') collate "und-x-icu")
$$;

-- The words of a text: what stands between spaces and punctuation.
create function services.words_of(text) returns setof text immutable parallel safe language sql
  set search_path = pg_catalog as $$
  select left(word, 40)
  from regexp_split_to_table(services.fold($1),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+') word
  where word <> ''
$$;

-- A phone number is found from its start, without its country code, and by its last digits.
create function services.phone_words(text) returns setof text immutable parallel safe language sql
  set search_path = pg_catalog as $$
  select distinct right(digits, length)
  from (select regexp_replace($1, '[^0-9]', '', 'g') as digits) phone,
    unnest(array[4, 5, 6, 7, 8, 10, 40]) length
  where digits <> ''
$$;

-- A number names a service within its company, hence within its fleet, and is shorter than an id.
create table services.search_tokens (
  fleet_id uuid not null,
  service_number integer not null,
  token text collate "C" not null,
  primary key (fleet_id, service_number, token)
);

-- Every word by which a service is found. Not to be called by people: the triggers below do, as the owner.
create function services.tokens_of(services.services) returns setof text stable language sql
  set search_path = pg_catalog as $$
  select services.words_of(concat_ws(' ', $1.service_number, $1.customer_name, $1.assigned_vehicle_number, $1.driver_name,
    (select string_agg(stop.address, ' ') from services.planned_stops stop where stop.service_id = $1.id)))
  union select services.phone_words($1.customer_phone)
$$;

insert into services.search_tokens (fleet_id, service_number, token)
select s.fleet_id, s.service_number, token
from services.services s, lateral services.tokens_of(s) token
where s.archived_at is null;
create index search_tokens_by_token on services.search_tokens (fleet_id, token, service_number);
alter table services.search_tokens alter token set statistics 1000;

create function services.refresh_tokens(ids uuid[]) returns void language sql security definer
  set search_path = pg_catalog as $$
  with wanted as materialized (
    select s.fleet_id, s.service_number, token
    from services.services s, lateral services.tokens_of(s) token
    where s.id = any(ids) and s.archived_at is null
  ), removed as (
    delete from services.search_tokens t using services.services s
    where s.id = any(ids) and t.fleet_id = s.fleet_id and t.service_number = s.service_number
      and not exists (
        select from wanted w
        where w.fleet_id = t.fleet_id and w.service_number = t.service_number and w.token = t.token)
  )
  insert into services.search_tokens (fleet_id, service_number, token) select * from wanted on conflict do nothing
$$;
revoke all on function services.refresh_tokens(uuid[]) from public;

create function services.service_tokens() returns trigger language plpgsql security definer
  set search_path = pg_catalog as $$
begin
  if tg_op = 'UPDATE' and old.fleet_id <> new.fleet_id then
    delete from services.search_tokens t where t.fleet_id = old.fleet_id and t.service_number = old.service_number;
  end if;
  perform services.refresh_tokens(array[new.id]);
  return null;
end $$;
create trigger tokens_added after insert on services.services
  for each row execute function services.service_tokens();
create trigger tokens_changed after update on services.services for each row
  when ((old.fleet_id, old.service_number, old.customer_name, old.customer_phone, old.assigned_vehicle_number, old.driver_name, old.archived_at)
    is distinct from (new.fleet_id, new.service_number, new.customer_name, new.customer_phone, new.assigned_vehicle_number, new.driver_name, new.archived_at))
  execute function services.service_tokens();

-- Only added and changed stops: an edit replaces the stops of a service in one transaction.
create function services.stop_tokens() returns trigger language plpgsql security definer
  set search_path = pg_catalog as $$
begin
  perform services.refresh_tokens(array(select distinct service_id from changed));
  return null;
end $$;
create trigger tokens_added after insert on services.planned_stops
  referencing new table as changed for each statement execute function services.stop_tokens();
create trigger tokens_changed after update on services.planned_stops
  referencing new table as changed for each statement execute function services.stop_tokens();
create trigger tokens_removed after delete on services.planned_stops
  referencing old table as changed for each statement execute function services.stop_tokens();

do $$
declare
  listed constant text := 'fleet_id = any((select coalesce(nullif(current_setting(''rumbo.%s'', true), ''''), ''{}'')::uuid[])::uuid[])';
begin
  alter table services.search_tokens enable row level security;
  alter table services.search_tokens force row level security;
  create policy owner on services.search_tokens to rumbo_owner using (true) with check (true);
  create policy system on services.search_tokens for select to rumbo_system using (true);
  create policy everything on services.search_tokens for select to rumbo_all using (true);
  execute format('create policy read_own on services.search_tokens for select to rumbo_scoped using (%s)', format(listed, 'read_services'));
  execute format('create policy driven on services.search_tokens for select to rumbo_driver using (%s and exists (
    select from services.services s where s.fleet_id = search_tokens.fleet_id and s.service_number = search_tokens.service_number))',
    format(listed, 'driven_fleets'));
end $$;
grant select on services.search_tokens to rumbo_system, rumbo_all, rumbo_scoped;

-- The orders of the list. What its filters compare is included, so that rows that do not match are skipped within the
-- index.
drop index services.services_by_number;
drop index services.services_by_dispatch_time;
drop index services.services_fleet_status;
alter table services.services drop column search_text;
create index services_by_number on services.services (fleet_id, service_number desc, id)
  include (status, service_type, priority_level, payment_method, payment_status, dispatch_time) where archived_at is null;
create index services_by_dispatch_time on services.services (fleet_id, dispatch_time, id)
  include (status, service_type, priority_level, payment_method, payment_status, service_number) where archived_at is null;
create index services_by_status on services.services (fleet_id, status, dispatch_time, id)
  include (service_type, priority_level, payment_method, payment_status, service_number) where archived_at is null;
create index services_by_customer on services.services (fleet_id, customer_name collate "es-x-icu", id)
  include (status, service_type, priority_level, payment_method, payment_status, dispatch_time, service_number) where archived_at is null;
create index services_by_priority on services.services
  (fleet_id, priority_level, (greatest(status_since, dispatch_time)), id)
  include (status, service_type, payment_method, payment_status, dispatch_time, service_number, status_since) where archived_at is null;
-- Its filters, where few match.
create index services_by_type on services.services (fleet_id, service_type, dispatch_time) where archived_at is null;
create index services_by_payment_method on services.services (fleet_id, payment_method, dispatch_time) where archived_at is null;
create index services_by_payment_status on services.services (fleet_id, payment_status, dispatch_time) where archived_at is null;
create index services_by_vehicle on services.services (assigned_vehicle_id, dispatch_time)
  where archived_at is null and assigned_vehicle_id is not null;
create index services_by_requester on services.services (requester_contact_id, dispatch_time) where archived_at is null;
