-- Long work of a person, its files, and what the audit screen reads.
create table platform.works (
  id uuid primary key,
  kind text not null,
  company_id uuid,
  created_by uuid not null,
  address text not null,
  request_id text not null,
  payload jsonb not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- Which run it is: a run that lost its place to a later one may settle nothing.
  attempt integer not null default 0,
  done integer not null default 0,
  total integer,
  result jsonb,
  error text,
  cancel_asked_at timestamptz(3),
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  ended_at timestamptz(3)
);
create index works_created_at on platform.works (created_at);

-- The bytes lie in the data dir under the id: no name given by anybody is ever a path.
create table platform.files (
  id uuid primary key,
  owner_id uuid not null,
  name text not null,
  content_type text not null,
  bytes bigint not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index files_expires_at on platform.files (expires_at);

alter table platform.works enable row level security;
alter table platform.works force row level security;
alter table platform.files enable row level security;
alter table platform.files force row level security;
create policy owner on platform.works to rumbo_owner using (true) with check (true);
create policy owner on platform.files to rumbo_owner using (true) with check (true);
create policy system on platform.works to rumbo_system using (true) with check (true);
create policy system on platform.files to rumbo_system using (true) with check (true);
grant select, insert, update, delete on platform.works, platform.files to rumbo_system;

-- One's own, whatever the level: not even a super admin reads another's.
create policy own on platform.works to rumbo_all, rumbo_scoped, rumbo_guest
  using (created_by = (select nullif(current_setting('rumbo.user_id', true), '')::uuid))
  with check (created_by = (select nullif(current_setting('rumbo.user_id', true), '')::uuid));
create policy own on platform.files to rumbo_all, rumbo_scoped, rumbo_guest
  using (owner_id = (select nullif(current_setting('rumbo.user_id', true), '')::uuid))
  with check (owner_id = (select nullif(current_setting('rumbo.user_id', true), '')::uuid));
grant select, insert on platform.works, platform.files to rumbo_all, rumbo_scoped, rumbo_guest;
grant update (status, done, total, result, cancel_asked_at, ended_at) on platform.works to rumbo_all, rumbo_scoped, rumbo_guest;

-- The name a record had when it was changed: it may be gone, or not for the reader's eyes, later.
alter table platform.audit_entries add column entity_name text;

-- What a search looks into, without accents, case and punctuation; the search folds its words alike.
alter table platform.audit_entries add column words tsvector generated always as (
  to_tsvector('simple'::regconfig, lower(translate(
    coalesce(actor_name, '') || ' ' || coalesce(entity_name, '') || ' ' || action || ' ' || entity || ' ' || coalesce(address, ''),
    'ÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇáàâäãéèêëíìîïóòôöõúùûüñç-._/@,:+#', 'aaaaaeeeeiiiiooooouuuuncaaaaaeeeeiiiiooooouuuunc         '
  )))
) stored;
create index audit_entries_words on platform.audit_entries using gin (words);

drop index platform.audit_entries_company;
-- Each filter with and without a company, in the order of the list, so that counting reads an index only.
create index audit_entries_at on platform.audit_entries (at desc, id desc);
create index audit_entries_actor on platform.audit_entries (actor_id, at desc, id desc);
create index audit_entries_action on platform.audit_entries (action, at desc, id desc);
create index audit_entries_company on platform.audit_entries (company_id, at desc, id desc);
create index audit_entries_company_actor on platform.audit_entries (company_id, actor_id, at desc, id desc);
create index audit_entries_company_action on platform.audit_entries (company_id, action, at desc, id desc);
create index audit_entries_company_entity on platform.audit_entries (company_id, entity, at desc, id desc);
