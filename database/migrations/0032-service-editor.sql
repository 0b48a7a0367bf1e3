-- Who changed a service last, by the name of that moment: an edit writes no status history.
alter table services.services add updated_by_name text;
update services.services s set updated_by_name = p.display_name from identity.people p where p.id = s.updated_by;
