-- Since when no services can be created for a series; null while they can, and for a series that a person paused.
alter table services.series add column failing_since timestamptz(3);
update services.series set failing_since = updated_at where is_paused and pause_problem is not null;
create index series_failing on services.series (fleet_id) where failing_since is not null;
