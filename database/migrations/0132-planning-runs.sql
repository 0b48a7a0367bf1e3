-- Matrices are read in slices, which compressed values do not allow.
alter table planning.travel alter column seconds set storage external, alter column metres set storage external;

-- Vehicles whose locks did not hold together and were lifted for the run.
alter table planning.runs add column relaxed uuid[] not null default '{}';
