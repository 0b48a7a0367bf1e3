-- The bytes of files, so that every process reads them without a folder they share.
alter table platform.files
  add column stored_in text not null default 'folder' check (stored_in in ('folder', 'database')),
  -- Null while the bytes are written; such a row counts for its owner and cannot be read.
  add column completed_at timestamptz(3),
  add constraint files_id_owner unique (id, owner_id);
update platform.files set completed_at = created_at;
create index files_incomplete on platform.files (created_at) where completed_at is null;

create table platform.file_chunks (
  file_id uuid not null,
  owner_id uuid not null,
  sequence integer not null,
  content bytea not null check (octet_length(content) between 1 and 1048576),
  primary key (file_id, sequence),
  foreign key (file_id, owner_id) references platform.files (id, owner_id) on delete cascade
);
-- A chunk is read whole, and much of it is compressed already.
alter table platform.file_chunks alter column content set storage external;

alter table platform.file_chunks enable row level security;
alter table platform.file_chunks force row level security;
create policy owner on platform.file_chunks to rumbo_owner using (true) with check (true);
create policy system on platform.file_chunks to rumbo_system using (true) with check (true);
grant select, insert, delete on platform.file_chunks to rumbo_system;
create policy own on platform.file_chunks to rumbo_all, rumbo_scoped
  using (owner_id = (select nullif(current_setting('rumbo.user_id', true), '')::uuid))
  with check (owner_id = (select nullif(current_setting('rumbo.user_id', true), '')::uuid));
grant select, insert on platform.file_chunks to rumbo_all, rumbo_scoped;
