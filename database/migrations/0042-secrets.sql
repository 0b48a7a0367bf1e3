-- Which installation secret the database belongs to: a fingerprint, never the secret itself.
create table platform.secrets (
  number integer primary key,
  fingerprint text not null,
  -- Of a former secret: the key that recovery codes of its time are hashed with, sealed with the present secret.
  code_key text,
  since timestamptz(3) not null
);
alter table platform.secrets enable row level security;
alter table platform.secrets force row level security;
create policy owner on platform.secrets to rumbo_owner using (true) with check (true);
create policy system on platform.secrets to rumbo_system using (true) with check (true);
grant select, insert, update on platform.secrets to rumbo_system;
