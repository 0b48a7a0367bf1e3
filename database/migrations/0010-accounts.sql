-- One's own account: verified addresses, the second factor with recovery codes, invitations, messages that leave.
alter table identity.users
  add column email_verified_at timestamptz(3),
  add column phone_verified_at timestamptz(3),
  add column notes text,
  add column notification_email text,
  add column notification_phone text,
  add column password_changed_at timestamptz(3),
  -- Sealed like otp_secret; counts for nothing until a code of it was entered.
  add column otp_pending_secret text,
  add column otp_pending_since timestamptz(3);
grant select (email_verified_at, phone_verified_at, notes) on identity.users to rumbo_all, rumbo_scoped;
grant select (email_verified_at, phone_verified_at) on identity.users to rumbo_guest;

alter table identity.sessions drop constraint sessions_end_reason_check;
alter table identity.sessions add constraint sessions_end_reason_check check (end_reason in (
  'logout', 'reuse', 'password_changed', 'deactivated', 'ended_by_user', 'ended_by_admin', 'two_factor_reset', 'deleted'
));

create table identity.recovery_codes (
  user_id uuid not null references identity.users (id),
  code_hash text not null,
  created_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

-- One row a user and channel: the tries outlive the code. `recipient` is where the code went, and all it verifies.
create table identity.verification_codes (
  user_id uuid not null references identity.users (id),
  channel text not null check (channel in ('email', 'phone')),
  recipient text not null,
  code_hash text not null,
  expires_at timestamptz(3) not null,
  tries integer not null default 0,
  sendings integer not null default 0,
  window_started_at timestamptz(3) not null,
  primary key (user_id, channel)
);

create table identity.invitations (
  id uuid primary key,
  email text not null,
  level text not null check (level in ('guest', 'user', 'manager', 'admin')),
  language text not null check (language in ('es', 'en')),
  -- Of the domain above, which says whether they exist.
  company_id uuid not null,
  fleet_id uuid,
  role text,
  token_hash text not null unique,
  invited_by uuid not null references identity.users (id),
  invited_by_name text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index invitations_company on identity.invitations (company_id, created_at desc);
create unique index invitations_open on identity.invitations (company_id, lower(email))
  where accepted_at is null and revoked_at is null;

-- A message that waits: when it is tried next, and until when a worker has it in hand.
alter table platform.mails
  add column channel text not null default 'email' check (channel in ('email', 'sms')),
  add column kind text not null default 'notice',
  add column attempts integer not null default 0,
  add column next_attempt_at timestamptz(3);
create index mails_pending on platform.mails (next_attempt_at nulls first, id) where status = 'pending';
create index mails_pending_recipient on platform.mails (channel, recipient, id) where status = 'pending';
create index mails_created_at on platform.mails (created_at desc);

alter table identity.recovery_codes enable row level security;
alter table identity.recovery_codes force row level security;
alter table identity.verification_codes enable row level security;
alter table identity.verification_codes force row level security;
alter table identity.invitations enable row level security;
alter table identity.invitations force row level security;

create policy owner on identity.recovery_codes to rumbo_owner using (true) with check (true);
create policy owner on identity.verification_codes to rumbo_owner using (true) with check (true);
create policy owner on identity.invitations to rumbo_owner using (true) with check (true);
create policy system on identity.recovery_codes to rumbo_system using (true) with check (true);
create policy system on identity.verification_codes to rumbo_system using (true) with check (true);
create policy system on identity.invitations to rumbo_system using (true) with check (true);
grant select, insert, update, delete on identity.recovery_codes, identity.verification_codes to rumbo_system;
grant select, insert, update on identity.invitations to rumbo_system;

-- Written by the system after the rules allowed it; read, without the token's hash, by who may invite there.
create policy everyone on identity.invitations for select to rumbo_all using (true);
create policy read_company on identity.invitations for select to rumbo_scoped
  using (fleet_id is null and company_id = any((select coalesce(nullif(current_setting('rumbo.manage_companies', true), ''), '{}')::uuid[])::uuid[]));
create policy read_fleet on identity.invitations for select to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.manage_fleets', true), ''), '{}')::uuid[])::uuid[]));
grant select (id, email, level, language, company_id, fleet_id, role, invited_by, invited_by_name, created_at, expires_at,
  accepted_at, revoked_at) on identity.invitations to rumbo_all, rumbo_scoped;
