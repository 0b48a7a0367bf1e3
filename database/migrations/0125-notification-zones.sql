-- Rules may be limited to zones.
update notifications.rules set conditions = conditions || '{"zoneIds": []}' where not conditions ? 'zoneIds';

-- What a colleague did about the event of a notification, which others need not read any more.
alter table notifications.notifications
  add column attended_as text check (attended_as in ('acknowledged', 'resolved', 'dismissed')),
  add column attended_by text,
  add constraint notifications_attended_check check ((attended_as is null) = (attended_by is null));
