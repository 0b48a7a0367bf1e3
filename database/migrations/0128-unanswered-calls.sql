-- Urgent messages of drivers and contacts that none of those who may answer has opened, and when they are notified again.
create table notifications.unanswered (
  message_id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  -- How often it was notified again.
  step smallint not null default 0,
  due_at timestamptz(3) not null,
  failures smallint not null default 0
);
create index unanswered_due on notifications.unanswered (due_at);

-- Contacts of the directory who want no digests.
create table notifications.digest_opt_outs (
  contact_id uuid primary key,
  created_at timestamptz(3) not null
);

do $$
declare
  name text;
begin
  foreach name in array array['unanswered', 'digest_opt_outs'] loop
    execute format('alter table notifications.%I enable row level security', name);
    execute format('alter table notifications.%I force row level security', name);
    execute format('create policy owner on notifications.%I to rumbo_owner using (true) with check (true)', name);
    execute format('create policy system on notifications.%I to rumbo_system using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on notifications.%I to rumbo_system', name);
  end loop;
end $$;

-- How often handling failed since it last worked: each failure makes the pause longer.
alter table notifications.escalations add column failures smallint not null default 0;
alter table notifications.waiting add column failures smallint not null default 0;

-- A person may want each mail where a rule gathers them: null is as the rule has it.
alter table notifications.preferences drop constraint preferences_digest_check,
  add constraint preferences_digest_check check (digest in ('each', 'hour', 'day', 'week'));
