-- Frames that no decoder could read, kept to be decoded again. They hold identifiers: only super admins read the table.
alter table telemetry.rejected_reports
  add column frame bytea check (octet_length(frame) <= 4096),
  -- What its connection was and had learnt: {"transport": "tcp", "context": {}}.
  add column frame_context jsonb,
  add check ((frame is null) = (frame_context is null));
create index rejected_reports_frames on telemetry.rejected_reports (device_identifier, received_at desc, id desc)
  where frame is not null;
