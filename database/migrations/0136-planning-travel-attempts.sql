-- How often travel times were begun: those that fail again and again are given up.
alter table planning.travel_requests add column attempts integer not null default 0;
