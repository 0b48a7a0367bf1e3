-- Views of the list of services that people saved: filters, order and columns under a name.
create table services.views (
  id uuid not null,
  user_id uuid not null,
  company_id uuid not null,
  name text not null,
  -- Of the table, by the names its address has in the browser.
  address jsonb not null,
  columns text[],
  is_default boolean not null default false,
  updated_at timestamptz(3) not null,
  primary key (user_id, company_id, id)
);
create unique index views_name on services.views (user_id, company_id, services.fold(name));
create unique index views_default on services.views (user_id, company_id) where is_default;

alter table services.views enable row level security;
alter table services.views force row level security;
create policy owner on services.views to rumbo_owner using (true) with check (true);
create policy system on services.views to rumbo_system using (true) with check (true);
-- One's own, whatever the level.
create policy own on services.views to rumbo_all, rumbo_scoped
  using (user_id = (select nullif(current_setting('rumbo.user_id', true), '')::uuid))
  with check (user_id = (select nullif(current_setting('rumbo.user_id', true), '')::uuid));
grant select, insert, update, delete on services.views to rumbo_all, rumbo_scoped;
grant select on services.views to rumbo_system;
