-- Jobs: the library's schema graphile_worker is made by its own migrations, before ours, and is the owner's.
-- The system role works on it; people's roles may only ask for a job, through the function below.
grant usage on schema graphile_worker to rumbo_system;
grant select, insert, update, delete on all tables in schema graphile_worker to rumbo_system;
grant usage, select on all sequences in schema graphile_worker to rumbo_system;
grant execute on all functions in schema graphile_worker to rumbo_system;
create policy system on graphile_worker._private_jobs to rumbo_system using (true) with check (true);
create policy system on graphile_worker._private_job_queues to rumbo_system using (true) with check (true);
create policy system on graphile_worker._private_tasks to rumbo_system using (true) with check (true);
create policy system on graphile_worker._private_known_crontabs to rumbo_system using (true) with check (true);

-- Which workers live: one that falls silent for ten seconds loses its jobs to the others.
create table platform.job_workers (
  worker text primary key,
  seen_at timestamptz(3) not null
);
alter table platform.job_workers enable row level security;
alter table platform.job_workers force row level security;
create policy owner on platform.job_workers to rumbo_owner using (true) with check (true);
create policy system on platform.job_workers to rumbo_system using (true) with check (true);
grant select, insert, update, delete on platform.job_workers to rumbo_system;

-- A job of the caller's transaction: it exists when that commits. A key replaces the job that waits under it.
create function platform.enqueue_job(task text, payload jsonb, key text default null, run_at timestamptz default null)
returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(
    identifier => task, payload => payload::json, run_at => enqueue_job.run_at, job_key => key
  );
$$;
revoke all on function platform.enqueue_job(text, jsonb, text, timestamptz) from public;
grant execute on function platform.enqueue_job(text, jsonb, text, timestamptz) to rumbo_system, rumbo_all, rumbo_scoped, rumbo_guest;
