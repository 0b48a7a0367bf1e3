-- A broadcast by a template: each recipient gets the text of their language with their own words. The texts are kept as
-- they were when it was written, since templates change.
alter table communication.broadcasts add column template_id uuid;
alter table communication.broadcasts add column texts jsonb;
alter table communication.broadcasts add constraint broadcasts_texts check ((template_id is null) = (texts is null));
