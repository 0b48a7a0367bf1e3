-- What a service requires of its vehicle, and what its driver must show where it ends.
alter table services.services
  add column required_vehicle_type text,
  add column required_seats smallint check (required_seats between 1 and 300),
  add column required_skills text[] not null default '{}',
  add column required_proofs text[] not null default '{}'
    check (required_proofs <@ array['photo', 'signature', 'pin']);
