-- Who leads a fleet, which features it has switched off, and who changed either last.
alter table organisation.fleets
  -- Counts while the person is a fleet manager of it by assignment.
  add column manager_id uuid references identity.users (id),
  add column updated_by_name text,
  add column features_off text[] not null default '{}',
  -- Apart from the record's version: configuration and record are changed on different screens.
  add column configuration_version integer not null default 1,
  add column configured_at timestamptz(3),
  add column configured_by_name text;
create index fleets_company on organisation.fleets (company_id) where archived_at is null;
