-- A reply by SMS answers what was sent to the telephone, not what was only queued for it.
alter table communication.reply_routes add column delivery_id uuid;

-- What a driver's page reads.
create index recipients_recipient on communication.recipients (recipient_id, thread_id);
create index recipients_undelivered on communication.recipients (recipient_id)
  where method = 'in_app' and held_since is null and status in ('pending', 'sent');

-- Whether the author of a scheduled broadcast may reach more than dispatchers may.
alter table communication.broadcasts add column is_unlimited boolean not null default true;

-- A service that moves to another fleet gets a conversation there; that of the former fleet stays with it.
drop index communication.threads_of_service;
create unique index threads_of_service on communication.threads (service_id, fleet_id) where kind = 'service';
