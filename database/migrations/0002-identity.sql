-- Who signs in: users, their sessions, and what guards the door.
create schema identity;
grant usage on schema identity to rumbo_system, rumbo_all, rumbo_scoped, rumbo_guest;

create table identity.users (
  id uuid primary key,
  username text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  display_name text,
  phone text,
  password_hash text not null,
  level text not null check (level in ('guest', 'user', 'manager', 'admin', 'super_admin')),
  status text not null check (status in ('active', 'inactive', 'locked', 'pending')),
  language text not null default 'es' check (language in ('es', 'en')),
  avatar_type text not null default 'initials',
  avatar_color text not null default 'primary',
  force_password_change boolean not null default false,
  otp_required boolean not null default false,
  -- Sealed with a key derived from the installation's secret.
  otp_secret text,
  -- The time step of the last accepted one-time code: each code is taken once.
  otp_last_step bigint,
  last_login_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  archived_at timestamptz(3),
  check (not otp_required or otp_secret is not null)
);
create unique index users_username on identity.users (lower(username)) where archived_at is null;
create unique index users_email on identity.users (lower(email)) where archived_at is null;
create index users_super_admins on identity.users (id) where level = 'super_admin' and archived_at is null;

-- A sign-in and the family of refresh tokens that grew from it. A use of generation n makes n + 1.
create table identity.sessions (
  id uuid primary key,
  user_id uuid not null references identity.users (id),
  device_id uuid not null,
  generation integer not null default 1,
  rotated_at timestamptz(3) not null,
  started_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text check (end_reason in ('logout', 'reuse', 'password_changed', 'deactivated')),
  address text not null,
  user_agent text not null
);
create index sessions_open on identity.sessions (user_id) where ended_at is null;
create index sessions_expires_at on identity.sessions (expires_at);

create table identity.refresh_tokens (
  token_hash text primary key,
  session_id uuid not null references identity.sessions (id) on delete cascade,
  generation integer not null,
  issued_at timestamptz(3) not null
);
create index refresh_tokens_session on identity.refresh_tokens (session_id);

-- Each try counts as failed from before the password is looked at, so that parallel guesses count too.
-- The subject is an account, an account seen from a known device, or an unknown name (hashed).
create table identity.login_attempts (
  id uuid primary key,
  subject text not null,
  user_id uuid references identity.users (id),
  at timestamptz(3) not null,
  outcome text not null check (outcome in ('failed', 'succeeded', 'undecided')),
  address text not null
);
create index login_attempts_subject on identity.login_attempts (subject, at desc);
create index login_attempts_at on identity.login_attempts (at);

-- Devices from which a user has signed in: others cannot lock the user out of them.
create table identity.known_devices (
  user_id uuid not null references identity.users (id),
  device_id uuid not null,
  first_used_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  primary key (user_id, device_id)
);

-- One row an account or unknown address (hashed): the tries outlive the code.
create table identity.reset_codes (
  subject text primary key,
  user_id uuid references identity.users (id),
  code_hash text not null,
  expires_at timestamptz(3) not null,
  tries integer not null default 0,
  sendings integer not null default 0,
  window_started_at timestamptz(3) not null
);
create index reset_codes_expires_at on identity.reset_codes (expires_at);

-- What other domains may join: how a person is called.
create view identity.people with (security_invoker = true) as
select
  id,
  username,
  level,
  status,
  coalesce(
    nullif(btrim(display_name), ''),
    nullif(btrim(first_name || ' ' || last_name), ''),
    nullif(username, ''),
    email
  ) as display_name
from identity.users;

alter table identity.users enable row level security;
alter table identity.users force row level security;
alter table identity.sessions enable row level security;
alter table identity.sessions force row level security;
alter table identity.refresh_tokens enable row level security;
alter table identity.refresh_tokens force row level security;
alter table identity.login_attempts enable row level security;
alter table identity.login_attempts force row level security;
alter table identity.known_devices enable row level security;
alter table identity.known_devices force row level security;
alter table identity.reset_codes enable row level security;
alter table identity.reset_codes force row level security;

create policy owner on identity.users to rumbo_owner using (true) with check (true);
create policy owner on identity.sessions to rumbo_owner using (true) with check (true);
create policy owner on identity.refresh_tokens to rumbo_owner using (true) with check (true);
create policy owner on identity.login_attempts to rumbo_owner using (true) with check (true);
create policy owner on identity.known_devices to rumbo_owner using (true) with check (true);
create policy owner on identity.reset_codes to rumbo_owner using (true) with check (true);

create policy system on identity.users to rumbo_system using (true) with check (true);
create policy system on identity.sessions to rumbo_system using (true) with check (true);
create policy system on identity.refresh_tokens to rumbo_system using (true) with check (true);
create policy system on identity.login_attempts to rumbo_system using (true) with check (true);
create policy system on identity.known_devices to rumbo_system using (true) with check (true);
create policy system on identity.reset_codes to rumbo_system using (true) with check (true);
grant select, insert, update on identity.users to rumbo_system;
grant select, insert, update, delete on identity.sessions, identity.refresh_tokens, identity.login_attempts,
  identity.known_devices, identity.reset_codes to rumbo_system;

-- No person's role reads a password hash or a one-time secret; whom the scoped ones see, 0003 says.
create policy everyone on identity.users for select to rumbo_all using (true);
grant select (id, username, email, first_name, last_name, display_name, phone, level, status, language, avatar_type,
  avatar_color, force_password_change, otp_required, last_login_at, version, created_at, updated_at, archived_at)
  on identity.users to rumbo_all, rumbo_scoped, rumbo_guest;
grant select on identity.people to rumbo_system, rumbo_all, rumbo_scoped, rumbo_guest;
