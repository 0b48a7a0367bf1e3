-- Conversations: of a fleet with its drivers and with contacts, about services, in groups, and private ones of users.
create schema communication;
grant usage on schema communication to rumbo_system;

create table communication.threads (
  id uuid primary key,
  company_id uuid not null references organisation.companies (id),
  -- Null: private, for its members alone.
  fleet_id uuid,
  kind text not null check (kind in ('driver', 'contact', 'service', 'group', 'direct', 'emergency')),
  title text not null,
  driver_id uuid,
  contact_id uuid,
  service_id uuid,
  service_number integer,
  event_id uuid,
  vehicle_id uuid,
  vehicle_number text,
  -- Contacts of a group.
  party_ids uuid[] not null default '{}',
  assignee_id uuid,
  assignee text,
  status text not null default 'open' check (status in ('open', 'done')),
  is_pinned boolean not null default false,
  last_sequence bigint not null default 0,
  last_at timestamptz(3) not null,
  last_text text not null default '',
  last_from text,
  -- Since when a driver or contact waits for an answer.
  waiting_since timestamptz(3),
  -- The last urgent message of a driver or contact.
  urgent_sequence bigint not null default 0,
  -- The ids of both members of a private conversation of two, sorted.
  direct_key text unique,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  -- Without accents and case, as a search is.
  search_text text not null generated always as (
    lower(regexp_replace(normalize(title || ' ' || coalesce(vehicle_number, '') || ' ' ||
      coalesce(service_number::text, ''), NFD), '[\u0300-\u036f]', '', 'g'))
  ) stored,
  check ((fleet_id is null) = (kind = 'direct')),
  check ((assignee_id is null) = (assignee is null)),
  foreign key (fleet_id, company_id) references organisation.fleets (id, company_id)
);
create unique index threads_of_driver on communication.threads (fleet_id, driver_id) where kind = 'driver';
create unique index threads_of_contact on communication.threads (fleet_id, contact_id) where kind = 'contact';
create unique index threads_of_service on communication.threads (service_id) where kind = 'service';
create unique index threads_of_event on communication.threads (event_id) where kind = 'emergency';
create index threads_fleet on communication.threads (fleet_id, status, last_at desc);
create index threads_company on communication.threads (company_id, last_at desc);
create index threads_assignee on communication.threads (assignee_id) where assignee_id is not null;
create index threads_driver on communication.threads (driver_id) where driver_id is not null;
create index threads_parties on communication.threads using gin (party_ids);

-- Members of private conversations, and up to where each user has read any.
create table communication.members (
  thread_id uuid not null references communication.threads (id) on delete cascade,
  user_id uuid not null references identity.users (id) on delete cascade,
  name text not null,
  -- False: only the mark of a reader.
  is_member boolean not null,
  read_sequence bigint not null default 0,
  read_at timestamptz(3),
  joined_at timestamptz(3) not null,
  primary key (thread_id, user_id)
);
create index members_user on communication.members (user_id) where is_member;

create table communication.templates (
  id uuid primary key,
  company_id uuid not null references organisation.companies (id),
  name text not null,
  -- By language.
  texts jsonb not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text
);
create unique index templates_name on communication.templates (company_id, lower(name));

create table communication.broadcasts (
  id uuid primary key,
  company_id uuid not null references organisation.companies (id),
  fleet_id uuid not null,
  filter jsonb not null,
  text text not null,
  priority text not null check (priority in ('normal', 'urgent')),
  author_id uuid not null,
  author text not null,
  status text not null check (status in ('scheduled', 'sent', 'cancelled')),
  created_at timestamptz(3) not null,
  scheduled_at timestamptz(3),
  sent_at timestamptz(3),
  cancelled_at timestamptz(3),
  cancelled_by text,
  recipients integer not null default 0,
  foreign key (fleet_id, company_id) references organisation.fleets (id, company_id)
);
create index broadcasts_fleet on communication.broadcasts (fleet_id, created_at desc);
create index broadcasts_due on communication.broadcasts (scheduled_at) where status = 'scheduled';

create table communication.messages (
  -- Given by the client: the same id is one message.
  id uuid primary key,
  thread_id uuid not null references communication.threads (id) on delete cascade,
  sequence bigint not null,
  company_id uuid not null,
  fleet_id uuid,
  author_kind text not null check (author_kind in ('staff', 'driver', 'contact', 'system')),
  author_id uuid,
  author text not null,
  kind text not null check (kind in ('text', 'request', 'note', 'answer', 'log')),
  text text not null check (length(text) <= 4000),
  priority text not null default 'normal' check (priority in ('normal', 'urgent')),
  template_id uuid,
  refs jsonb not null default '[]',
  -- Of a request: type, status, by, byId, at, note.
  request jsonb,
  -- The channel a reply came by.
  reply_channel text,
  broadcast_id uuid references communication.broadcasts (id),
  created_at timestamptz(3) not null,
  -- By the phone's clock, corrected, for what was written without a connection.
  written_at timestamptz(3) not null,
  search_text text not null generated always as (
    lower(regexp_replace(normalize(text, NFD), '[\u0300-\u036f]', '', 'g'))
  ) stored,
  check ((kind = 'request') = (request is not null)),
  unique (thread_id, sequence)
);
create index messages_broadcast on communication.messages (broadcast_id) where broadcast_id is not null;
create index messages_created on communication.messages (created_at);
create index messages_requests on communication.messages (thread_id, sequence) where request ->> 'status' = 'open';

-- To whom a message goes, by which method, and what became of it. A driver or contact is a contact of the directory.
create table communication.recipients (
  message_id uuid not null references communication.messages (id) on delete cascade,
  thread_id uuid not null,
  recipient_kind text not null check (recipient_kind in ('driver', 'contact', 'user')),
  recipient_id uuid not null,
  name text not null,
  method text not null check (method in ('in_app', 'email', 'sms')),
  status text not null check (status in ('pending', 'sent', 'delivered', 'read', 'failed')),
  -- The vehicle for which it waits while it is held.
  vehicle_id uuid,
  held_since timestamptz(3),
  held_reason text check (held_reason in ('driving')),
  delivery_id uuid,
  detail text,
  at timestamptz(3) not null,
  read_at timestamptz(3),
  check ((held_since is null) = (held_reason is null)),
  primary key (message_id, recipient_id, method)
);
create index recipients_held on communication.recipients (held_since) where held_since is not null;
create index recipients_thread on communication.recipients (thread_id, recipient_id) where read_at is null;
create index recipients_delivery on communication.recipients (delivery_id) where delivery_id is not null;

create table communication.attachments (
  -- Of the stored file.
  id uuid primary key,
  owner_id uuid not null,
  -- Null until a message names it.
  message_id uuid references communication.messages (id) on delete cascade,
  name text not null,
  content_type text not null,
  bytes integer not null,
  -- Of audio.
  seconds real,
  -- Of pictures, in pixels.
  width integer,
  height integer,
  created_at timestamptz(3) not null
);
create index attachments_message on communication.attachments (message_id);

-- What was done about an emergency; never changed.
create table communication.incident_entries (
  id uuid primary key,
  thread_id uuid not null references communication.threads (id) on delete cascade,
  event_id uuid not null,
  at timestamptz(3) not null,
  kind text not null check (kind in ('declared', 'notified', 'acknowledged', 'position', 'contacted', 'note', 'resolved')),
  by_id uuid,
  by text not null,
  detail text not null
);
create index incident_entries_thread on communication.incident_entries (thread_id, at, id);

-- What a phone did, each once.
create table communication.driver_actions (
  id uuid primary key,
  user_id uuid not null,
  kind text not null,
  received_at timestamptz(3) not null,
  problem text
);
create index driver_actions_received on communication.driver_actions (received_at);

-- What becomes of a delivery is what becomes of its message for that recipient.
create function communication.follow_delivery() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  update communication.recipients set at = coalesce(new.read_at, new.delivered_at, new.sent_at, clock_timestamp()),
    read_at = coalesce(read_at, new.read_at),
    status = case when new.status in ('pending', 'sent', 'delivered', 'read') then new.status else 'failed' end,
    detail = case when new.status in ('pending', 'sent', 'delivered', 'read') then null
      when new.status = 'kept' then 'not_configured' else coalesce(new.error, new.status) end
  where delivery_id = new.id;
  return null;
end $$;
create trigger follow_message_delivery after update of status on platform.deliveries
  for each row when (new.kind = 'message' and old.status is distinct from new.status)
  execute function communication.follow_delivery();

-- The system reads and writes for people, after one function decided which conversations they may read.
do $$
declare
  name text;
begin
  foreach name in array array['threads', 'members', 'templates', 'broadcasts', 'messages', 'recipients', 'attachments',
      'incident_entries', 'driver_actions'] loop
    execute format('alter table communication.%I enable row level security', name);
    execute format('alter table communication.%I force row level security', name);
    execute format('create policy owner on communication.%I to rumbo_owner using (true) with check (true)', name);
    execute format('create policy system on communication.%I to rumbo_system using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on communication.%I to rumbo_system', name);
  end loop;
end $$;
