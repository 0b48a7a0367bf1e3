-- Locks are shown per typed name, so that a lock never shows that a username and an e-mail are one account.
-- `refused`: counted for the typed name only, as the account was locked and its password was not considered.
alter table identity.login_attempts add column typed_name text;
alter table identity.login_attempts drop constraint login_attempts_outcome_check;
alter table identity.login_attempts add constraint login_attempts_outcome_check
  check (outcome in ('failed', 'succeeded', 'undecided', 'refused'));
create index login_attempts_typed_name on identity.login_attempts (typed_name, at desc) where typed_name is not null;
