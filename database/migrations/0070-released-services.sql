-- A service taken back from a vehicle that went silent on its way.
alter table dispatch.decisions drop constraint decisions_outcome_check;
alter table dispatch.decisions add constraint decisions_outcome_check
  check (outcome in ('assigned', 'offered', 'reserved', 'suggested', 'held', 'none', 'released'));
