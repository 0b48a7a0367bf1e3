-- A changed plan is kept before a proposal is taken into it.
alter table planning.versions drop constraint versions_cause_check;
alter table planning.versions add constraint versions_cause_check
  check (cause in ('named', 'before_run', 'before_accept', 'published', 'before_restore'));
