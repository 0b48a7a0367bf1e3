-- Jobs of one queue run one after the other; without a queue they run as workers are free.
drop function platform.enqueue_job(text, jsonb, text, timestamptz);
create function platform.enqueue_job(
  task text, payload jsonb, key text default null, run_at timestamptz default null, queue text default null
)
returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(
    identifier => task, payload => payload::json, queue_name => queue, run_at => enqueue_job.run_at, job_key => key
  );
$$;
revoke all on function platform.enqueue_job(text, jsonb, text, timestamptz, text) from public;
grant execute on function platform.enqueue_job(text, jsonb, text, timestamptz, text)
  to rumbo_system, rumbo_all, rumbo_scoped, rumbo_guest;
