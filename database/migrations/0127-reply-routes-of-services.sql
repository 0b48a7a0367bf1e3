-- A reply to what was sent about a service is about that service.
alter table communication.reply_routes add column service_id uuid;
alter table communication.reply_routes add column service_number integer;
