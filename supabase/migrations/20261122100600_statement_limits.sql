-- How long one request may keep the database busy. A filter with a regular expression (PostgREST's `match`) can take
-- minutes; the embedded server refuses such filters and ends what is stuck (docs/decisions/0042), and a hosted project
-- relies on these limits, which PostgREST applies with the role that it takes on.

do $$
begin
  alter role anon set statement_timeout = '3s';
  alter role authenticated set statement_timeout = '8s';
exception when insufficient_privilege then
  -- A project whose owner may not change these roles has the same limits by default.
  raise warning 'statement_timeout of anon and authenticated is left as it is: %', sqlerrm;
end $$;

-- PostgREST reads the settings of roles when it starts, and again when it is asked to.
notify pgrst, 'reload config';
