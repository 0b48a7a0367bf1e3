-- When the vehicle of a published plan is expected at a stop that is to come; replaced by every prediction of its fleet.
alter table planning.published_stops add column predicted_at timestamptz(3);
alter table planning.published_stops add column predicted_arrival timestamptz(3);
alter table planning.published_stops add column is_estimate boolean not null default true;

-- A service that waits is predicted with the vehicle that its published plan names.
alter table dispatch.predictions add column planned_vehicle_id uuid;

-- The day whose plan could not be made, and the code of the problem.
alter table planning.schedules add column failed_date date;
alter table planning.schedules add column failure text;
alter table planning.schedules add column created_at timestamptz(3) not null default now();
