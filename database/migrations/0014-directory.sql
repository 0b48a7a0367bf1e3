-- Everything a contact is: work, emergency, verification, addresses, and the system user it stands for.
alter table directory.contacts drop column search_text;
alter table directory.contacts
  add column secondary_phone text,
  add column secondary_email text,
  add column company_name text,
  add column job_title text,
  add column department text,
  add column specialty text,
  add column emergency_contact text,
  add column emergency_phone text,
  add column medical_info text,
  add column notes text,
  add column phone_verified boolean not null default false,
  add column email_verified boolean not null default false,
  add column background_check boolean not null default false,
  -- Of the identity domain, which says whether it exists.
  add column user_id uuid,
  add column updated_by uuid,
  add column updated_by_name text,
  add column phone_digits text not null generated always as (regexp_replace(primary_phone, '\D', '', 'g')) stored,
  -- Without accents and case: "nunez" finds Núñez.
  add column search_text text not null generated always as (
    lower(regexp_replace(normalize(
      first_name || ' ' || coalesce(middle_name || ' ', '') || last_name || ' ' || coalesce(email, '') || ' '
        || coalesce(secondary_email, '') || ' ' || coalesce(company_name, ''), NFD), '[\u0300-\u036f]', '', 'g'))
  ) stored,
  add column search_digits text not null generated always as (
    regexp_replace(primary_phone || '/' || coalesce(secondary_phone, '') || '/' || coalesce(emergency_phone, ''), '[^0-9/]', '', 'g')
  ) stored;

drop index directory.contacts_company;
create index contacts_by_name on directory.contacts
  (company_id, last_name collate "es-x-icu", first_name collate "es-x-icu", id) where archived_at is null;
create index contacts_phone on directory.contacts (company_id, phone_digits) where archived_at is null;
create unique index contacts_user on directory.contacts (user_id) where archived_at is null and user_id is not null;

create table directory.addresses (
  contact_id uuid not null references directory.contacts (id),
  company_id uuid not null,
  type text not null check (type in ('home', 'work', 'service', 'emergency', 'other')),
  line1 text,
  line2 text,
  city text,
  state text,
  postal_code text,
  country text,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  primary key (contact_id, type),
  check ((latitude is null) = (longitude is null))
);

alter table directory.addresses enable row level security;
alter table directory.addresses force row level security;
create policy owner on directory.addresses to rumbo_owner using (true) with check (true);
create policy system on directory.addresses to rumbo_system using (true) with check (true);
create policy everything on directory.addresses to rumbo_all using (true) with check (true);
create policy read_own on directory.addresses for select to rumbo_scoped
  using (company_id = any((select coalesce(nullif(current_setting('rumbo.read_directories', true), ''), '{}')::uuid[])::uuid[]));
create policy add_own on directory.addresses for insert to rumbo_scoped
  with check (company_id = any((select coalesce(nullif(current_setting('rumbo.write_companies', true), ''), '{}')::uuid[])::uuid[]));
create policy change_own on directory.addresses for update to rumbo_scoped
  using (company_id = any((select coalesce(nullif(current_setting('rumbo.write_companies', true), ''), '{}')::uuid[])::uuid[]))
  with check (company_id = any((select coalesce(nullif(current_setting('rumbo.write_companies', true), ''), '{}')::uuid[])::uuid[]));
create policy remove_own on directory.addresses for delete to rumbo_scoped
  using (company_id = any((select coalesce(nullif(current_setting('rumbo.write_companies', true), ''), '{}')::uuid[])::uuid[]));
grant select, insert, update, delete on directory.addresses to rumbo_system, rumbo_all, rumbo_scoped;

-- Who only drives in a company reads none of its contacts.
alter policy read_own on directory.contacts
  using (company_id = any((select coalesce(nullif(current_setting('rumbo.read_directories', true), ''), '{}')::uuid[])::uuid[]));

-- Whom a contact stands for decides what a guest may watch: the system alone writes it, after the rules allowed it.
revoke insert, update on directory.contacts from rumbo_scoped;
grant insert (id, company_id, first_name, middle_name, last_name, primary_phone, secondary_phone, email, secondary_email,
  company_name, job_title, department, specialty, emergency_contact, emergency_phone, medical_info, role, status,
  phone_verified, email_verified, background_check, notes, created_at, updated_at, updated_by, updated_by_name)
  on directory.contacts to rumbo_scoped;
grant update (first_name, middle_name, last_name, primary_phone, secondary_phone, email, secondary_email,
  company_name, job_title, department, specialty, emergency_contact, emergency_phone, medical_info, role, status,
  phone_verified, email_verified, background_check, notes, updated_at, updated_by, updated_by_name, version)
  on directory.contacts to rumbo_scoped;

-- The account behind a contact, for whoever reads the contact: more than a colleague of other fleets would see of it.
create view directory.linked_users as
select contacts.id as contact_id, users.id, users.username, users.level, users.status
from directory.contacts
join identity.users on users.id = contacts.user_id
where contacts.archived_at is null
  and (
    current_user in ('rumbo_system', 'rumbo_all')
    or contacts.company_id = any((select coalesce(nullif(current_setting('rumbo.read_directories', true), ''), '{}')::uuid[])::uuid[])
  );
grant select on directory.linked_users to rumbo_system, rumbo_all, rumbo_scoped;
