-- Reservations that a person made, beside those of the engine, which each round may change.
alter table dispatch.reservations
  -- Null: by the engine.
  add column reserved_by uuid,
  add column reserved_by_name text,
  -- Since when the vehicle could not serve although the service was due, and why.
  add column blocked_since timestamptz(3),
  add column blocked_reason text,
  -- Null: nobody computed it, since the vehicle is busy.
  alter column arrives_at drop not null,
  add constraint reservations_by check (reserved_by is null or reserved_by_name is not null),
  add constraint reservations_blocked check ((blocked_since is null) = (blocked_reason is null));

-- What became of a reservation by a person: the vehicle got the service, its driver was asked, or it could not serve.
alter table dispatch.decisions drop constraint decisions_outcome_check;
alter table dispatch.decisions add constraint decisions_outcome_check
  check (outcome in ('assigned', 'offered', 'reserved', 'suggested', 'held', 'none', 'released', 'assigned_as_reserved',
    'offered_as_reserved', 'reservation_ended'));
