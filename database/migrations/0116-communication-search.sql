-- Conversations are found by the beginnings of words in their messages, however many messages there are. Words are what
-- stands between spaces and punctuation, without accents and case.
create function communication.words_of(text) returns tsvector immutable parallel safe language sql
  set search_path = pg_catalog as $$
  select array_to_tsvector(array(
    select distinct left(word, 40) from regexp_split_to_table($1,
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+') word
    where word <> ''))
$$;
create index messages_words on communication.messages using gin (communication.words_of(search_text));
