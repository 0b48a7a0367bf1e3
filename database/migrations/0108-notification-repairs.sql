-- A notification may be for a system instead of a person, and is in the app only where its rule says so.
alter table notifications.notifications
  add column webhook_id uuid,
  add column is_in_app boolean not null default true,
  drop constraint notifications_check,
  add constraint notifications_recipient_check check (num_nonnulls(user_id, contact_id, webhook_id) = 1);

-- Columns that are null on one side served only the first column of the former index.
drop index notifications.notifications_coalesce;
create index notifications_coalesce on notifications.notifications
  (coalesce_key, (coalesce(user_id, contact_id, webhook_id)), last_at desc) where read_at is null;

-- All that waits of one recipient is read together.
alter table notifications.waiting add column recipient_id uuid;
update notifications.waiting w set recipient_id = coalesce(n.user_id, n.contact_id)
  from notifications.notifications n where n.id = w.notification_id;
alter table notifications.waiting alter column recipient_id set not null;
create index waiting_recipient on notifications.waiting (recipient_id, until);
