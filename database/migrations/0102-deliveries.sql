-- A delivery is a mail or SMS on its way out; a message is what people write to each other.
alter table platform.mails rename to deliveries;
alter index platform.mails_pkey rename to deliveries_pkey;
alter index platform.mails_pending rename to deliveries_pending;
alter index platform.mails_pending_recipient rename to deliveries_pending_recipient;
alter index platform.mails_created_at rename to deliveries_created_at;
alter table platform.deliveries rename constraint mails_status_check to deliveries_status_check;
alter table platform.deliveries rename constraint mails_channel_check to deliveries_channel_check;
update platform.audit_entries set entity = 'delivery', action = 'delivery.retried' where entity = 'message';

-- For processes of the version before, on other machines, until they are upgraded. To be dropped with the next release.
create view platform.mails with (security_invoker = true) as
  select id, recipient, language, subject, body, status, created_at, sent_at, error, channel, kind, attempts, next_attempt_at
  from platform.deliveries;
grant select, insert, update, delete on platform.mails to rumbo_system;
grant select, insert on platform.mails to rumbo_all;
grant insert on platform.mails to rumbo_scoped, rumbo_guest;
