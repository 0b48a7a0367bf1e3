alter table planning.travel_requests
  -- When travel times that wait already were asked for once more: the plan keeps its place in the queue.
  add column repeated_at timestamptz(3),
  -- Of one claim alone: what a worker writes that lost its claim counts for nothing.
  add column claimed_by uuid;
