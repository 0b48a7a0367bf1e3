-- The currency of a company, ISO 4217: the one most of its costs are in already.
alter table organisation.companies
  add column currency char(3) not null default 'MXN' check (currency ~ '^[A-Z]{3}$');
grant update (currency) on organisation.companies to rumbo_scoped;
update organisation.companies c set currency = used.currency
from (
  select distinct on (s.company_id) s.company_id, s.currency
  from services.services s
  where coalesce(s.estimated_cost_minor, s.current_cost_minor, s.final_cost_minor) is not null
    and s.currency ~ '^[A-Z]{3}$'
  group by s.company_id, s.currency
  order by s.company_id, count(*) desc, s.currency
) used
where used.company_id = c.id;

-- Amounts were hundredths in every currency; from now on they are the currency's own minor units.
with factors as (
  select id, case
    when currency in ('BIF','CLP','DJF','GNF','ISK','JPY','KMF','KRW','PYG','RWF','UGX','VND','VUV','XAF','XOF','XPF') then 0.01
    when currency in ('BHD','IQD','JOD','KWD','LYD','OMR','TND') then 10
  end as factor
  from services.services
), scaled as (
  update services.services s set
    estimated_cost_minor = round(s.estimated_cost_minor * f.factor),
    current_cost_minor = round(s.current_cost_minor * f.factor),
    final_cost_minor = round(s.final_cost_minor * f.factor)
  from factors f where f.id = s.id and f.factor is not null
  returning s.id, f.factor
), stops as (
  update services.planned_stops p set extra_cost_minor = round(p.extra_cost_minor * scaled.factor)
  from scaled where p.service_id = scaled.id and p.extra_cost_minor is not null
)
update services.executed_stops e set cost_at_stop_minor = round(e.cost_at_stop_minor * scaled.factor)
from scaled where e.service_id = scaled.id and e.cost_at_stop_minor is not null;

-- As the owner: whoever dispatches in one fleet may not lock the company, and sees no other fleet's services.
create function organisation.hold_currency(company uuid) returns text
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  select currency::text from organisation.companies where id = company and archived_at is null for share
$$;
create function services.has_costs(company uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from services.services s
    where s.company_id = company and (
      coalesce(s.estimated_cost_minor, s.current_cost_minor, s.final_cost_minor) is not null
      or exists (select from services.planned_stops p where p.service_id = s.id and p.extra_cost_minor is not null)
      or exists (select from services.executed_stops e where e.service_id = s.id and e.cost_at_stop_minor is not null)
    )
  )
$$;
revoke all on function organisation.hold_currency(uuid), services.has_costs(uuid) from public;
grant execute on function organisation.hold_currency(uuid), services.has_costs(uuid)
  to rumbo_system, rumbo_all, rumbo_scoped;
