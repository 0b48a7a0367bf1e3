-- Replies by mail and SMS: how they find their conversation, and what is kept aside.

-- Of a mail to which one may reply: what its reply address has after the plus.
alter table platform.deliveries add column reply_token text;

alter table platform.inbound
  -- A mail as received, until it is handled; of what is unreadable also afterwards.
  add column raw bytea,
  -- Too large: `raw` has the head only.
  add column is_cut boolean not null default false,
  add column attempts integer not null default 0,
  add column next_attempt_at timestamptz(3);
create index inbound_received on platform.inbound (received_at);
create index inbound_waiting_from on platform.inbound (from_address, received_at) where handled_at is null;

-- How far a mailbox was read, and by which process.
create table platform.mailbox_states (
  -- User, server and folder.
  mailbox text primary key,
  uid_validity bigint,
  last_uid bigint not null default 0,
  last_received_at timestamptz(3),
  leased_by uuid,
  leased_until timestamptz(3),
  -- Why it could not be read last.
  error text
);
alter table platform.mailbox_states enable row level security;
alter table platform.mailbox_states force row level security;
create policy owner on platform.mailbox_states to rumbo_owner using (true) with check (true);
create policy system on platform.mailbox_states to rumbo_system using (true) with check (true);
grant select, insert, update, delete on platform.mailbox_states to rumbo_system;

alter table communication.messages
  add constraint messages_reply_channel_check check (reply_channel in ('email', 'sms'));

-- The conversation that a reply belongs to: by the token of a mail, and by the telephone an SMS went to.
create table communication.reply_routes (
  channel text not null check (channel in ('email', 'sms')),
  -- The token; or the telephone in E.164.
  address text not null,
  thread_id uuid not null references communication.threads (id) on delete cascade,
  recipient_id uuid not null,
  -- The address that was written to.
  recipient_address text not null,
  written_at timestamptz(3) not null,
  primary key (channel, address, thread_id, recipient_id)
);
create index reply_routes_thread on communication.reply_routes (thread_id);

-- What came from a contact of a company, but belongs to no conversation for certain.
create table communication.aside (
  -- Of the stored reply.
  id uuid primary key,
  company_id uuid not null references organisation.companies (id),
  channel text not null check (channel in ('email', 'sms')),
  from_address text not null,
  -- Whose address it is.
  contact_name text,
  subject text not null,
  text text not null,
  reason text not null check (reason in ('no_conversation', 'no_token', 'contact_gone', 'too_many')),
  received_at timestamptz(3) not null
);
create index aside_company on communication.aside (company_id, received_at desc);

do $$
declare
  name text;
begin
  foreach name in array array['reply_routes', 'aside'] loop
    execute format('alter table communication.%I enable row level security', name);
    execute format('alter table communication.%I force row level security', name);
    execute format('create policy owner on communication.%I to rumbo_owner using (true) with check (true)', name);
    execute format('create policy system on communication.%I to rumbo_system using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on communication.%I to rumbo_system', name);
  end loop;
end $$;
