-- Nobody computes when a vehicle that a person reserved arrives: until now it was the time when the service is due.
update dispatch.reservations set arrives_at = null where reserved_by is not null;
alter table dispatch.reservations
  add constraint reservations_arrival check (reserved_by is null or arrives_at is null);
