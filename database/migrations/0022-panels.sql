-- How people have arranged the Control Panel, each for each company.
create table organisation.panels (
  user_id uuid not null references identity.users (id),
  company_id uuid not null references organisation.companies (id),
  section_order text[] not null default '{}',
  hidden text[] not null default '{}',
  updated_at timestamptz(3) not null,
  primary key (user_id, company_id)
);
alter table organisation.panels enable row level security;
alter table organisation.panels force row level security;
create policy owner on organisation.panels to rumbo_owner using (true) with check (true);
create policy system on organisation.panels to rumbo_system using (true) with check (true);
grant select on organisation.panels to rumbo_system;
-- One's own, whatever the level: not even a super admin reads another's.
create policy own on organisation.panels to rumbo_all, rumbo_scoped, rumbo_guest
  using (user_id = (select nullif(current_setting('rumbo.user_id', true), '')::uuid))
  with check (user_id = (select nullif(current_setting('rumbo.user_id', true), '')::uuid));
grant select, insert on organisation.panels to rumbo_all, rumbo_scoped, rumbo_guest;
grant update (section_order, hidden, updated_at) on organisation.panels to rumbo_all, rumbo_scoped, rumbo_guest;
