-- What a driver wanted to do when the server refused it, and with which service.
alter table events.events add column driver_action text, add column service_number integer;
