-- One line of text as people type and paste it. The same result as cleanLine in src/domain/text/typedText.ts, for texts that
-- reach the database without a form.

create function private.clean_line(p_text text) returns text
language plpgsql immutable strict security invoker
set search_path = '' as $$
declare
  -- Default_Ignorable_Code_Point of Unicode without joiners, variation selectors and tags; annotation marks.
  c_never constant text := '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E001F\U000E0080-\U000E00FF\U000E01F0-\U000E0FFF]';
  c_spaces constant text := '[\u0001-\u0020\u007F-\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000]+';
  -- A European letter or sign needs no selector after it, nor does a joiner.
  c_plain constant text := '(^|[\u0020-\u0022\u0024-\u0029\u002B-\u002F\u003A-\u00A8\u00AA-\u00AD\u00AF-\u052F\u180E\u200C\u200D])';
  c_selectors constant text := '[\u180B-\u180D\u180F\uFE00-\uFE0F\U000E0100-\U000E01EF]+';
  c_joiners constant text := '[\u180E\u200C\u200D]+';
  -- After a virama, older Malayalam and Bengali spelling needs a joiner at the end of a word.
  c_virama constant text := '[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA]';
  -- No field holds as much. A text of megabytes must not keep the database busy before it is rejected.
  v_text text := pg_catalog.left(p_text, 2000);
begin
  v_text := pg_catalog.normalize(pg_catalog.regexp_replace(v_text, c_never, '', 'g'), 'NFC');
  v_text := pg_catalog.regexp_replace(v_text, c_plain || c_selectors, '\1', 'g');
  if v_text !~ '\U0001F3F4[\U000E0020-\U000E007E]' then
    v_text := pg_catalog.regexp_replace(v_text, '[\U000E0020-\U000E007F]', '', 'g');
  end if;
  v_text := pg_catalog.regexp_replace(v_text, c_spaces, ' ', 'g');
  v_text := pg_catalog.regexp_replace(v_text, '(^|[\u0020-\u052F])' || c_joiners, '\1', 'g');
  v_text := pg_catalog.regexp_replace(v_text, '(?<!' || c_virama || ')' || c_joiners || '(?= |$)', '', 'g');
  return pg_catalog.btrim(pg_catalog.normalize(v_text, 'NFC'));
end $$;
comment on function private.clean_line(text) is
  'The text on one line, trimmed and composed, without invisible characters other than those that its language needs.';
