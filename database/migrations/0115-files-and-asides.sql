-- Files of messages by mail and SMS, replies kept aside with their files, and how long these last.

-- Of a mail: stored files that are attached to it, as [{id, name, contentType}].
alter table platform.deliveries add column files jsonb;

-- Links by which somebody without an account downloads the files of one message.
create table communication.file_links (
  id uuid primary key,
  -- Of the token in the link, which is stored nowhere else than in the text that was sent.
  token_hash text not null unique,
  company_id uuid not null references organisation.companies (id),
  message_id uuid not null references communication.messages (id) on delete cascade,
  recipient_id uuid not null,
  attachment_ids uuid[] not null,
  language text not null,
  downloads integer not null default 0,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index file_links_message on communication.file_links (message_id);
create index file_links_expires on communication.file_links (expires_at);
alter table communication.file_links enable row level security;
alter table communication.file_links force row level security;
create policy owner on communication.file_links to rumbo_owner using (true) with check (true);
create policy system on communication.file_links to rumbo_system using (true) with check (true);
grant select, insert, update, delete on communication.file_links to rumbo_system;

-- Who may see a reply that was kept aside: staff of this fleet, or of fleets with conversations with these contacts.
alter table communication.aside
  add column fleet_id uuid,
  add column contact_ids uuid[] not null default '{}',
  -- How many more came from the same sender, beyond what is kept.
  add column more integer not null default 0;
create index aside_received on communication.aside (received_at);
create index aside_sender on communication.aside (company_id, channel, from_address, received_at desc);

-- How many replies of a company were not kept in an hour, from senders of whom none is kept in it.
create table communication.aside_floods (
  company_id uuid not null references organisation.companies (id),
  hour timestamptz(3) not null,
  replies integer not null,
  primary key (company_id, hour)
);
alter table communication.aside_floods enable row level security;
alter table communication.aside_floods force row level security;
create policy owner on communication.aside_floods to rumbo_owner using (true) with check (true);
create policy system on communication.aside_floods to rumbo_system using (true) with check (true);
grant select, insert, update, delete on communication.aside_floods to rumbo_system;

-- A file is of a message, of a reply that is kept aside, or of neither yet.
alter table communication.attachments
  add column aside_id uuid references communication.aside (id),
  add check (message_id is null or aside_id is null);
create index attachments_aside on communication.attachments (aside_id) where aside_id is not null;
create index attachments_unsent on communication.attachments (created_at)
  where message_id is null and aside_id is null;
create index reply_routes_written on communication.reply_routes (written_at);

-- The mail that carried the code: only one that was sent proves its address.
alter table identity.reset_codes add column delivery_id uuid;
