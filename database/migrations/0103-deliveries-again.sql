-- What was sent before deliveries existed kept its text: codes and links need it no more once they were sent.
update platform.deliveries set body = ''
  where status = 'sent' and kind in ('reset', 'verification', 'invitation', 'tracking') and body <> '';

-- Kept codes expire as waiting ones do.
drop index platform.deliveries_expiring;
create index deliveries_expiring on platform.deliveries (channel, expires_at)
  where status in ('pending', 'kept') and expires_at is not null;
-- What failed in the last hour.
create index delivery_attempts_ended_at on platform.delivery_attempts (ended_at);
