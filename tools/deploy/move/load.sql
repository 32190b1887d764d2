-- Copies the rows in move.rows into their tables, in one transaction, and compares them. It raises an exception, which
-- undoes everything, if a table has rows that must not be there, arrives different, or refers to a row that is missing.
create function move.load() returns void
language plpgsql
set search_path = '' as $$
declare
  v_table record;
  v_reference record;
  v_columns text;
  v_rows text;
  v_before record;
  v_after record;
  v_count bigint;
begin
  -- Without triggers: they would send emails, compute enrolments and reject orders that do not start as created. Foreign
  -- keys are triggers too, so they are checked below. A hosted project allows this setting to the role postgres.
  set local session_replication_role = replica;
  -- The time zone is part of the text that is compared.
  set local timezone = 'UTC';

  for v_table in select * from move.tables order by position loop
    select string_agg(format('%I', name), ', ') into v_columns from unnest(v_table.columns) as name;
    v_rows := format('move.rows, jsonb_populate_recordset(null::%s, content) as new where source = %L',
      v_table.name, v_table.name);
    if v_table.own = 'replaced' then
      execute format('delete from %s', v_table.name);
    elsif v_table.own = 'kept' then
      execute format('delete from %s as mine using %s and %s', v_table.name, v_rows, (
        select string_agg(format('mine.%1$I = new.%1$I', attname), ' and ')
        from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
        where indrelid = v_table.name::regclass and indisprimary
      ));
    else
      execute format('select count(*) from %s', v_table.name) into v_count;
      if v_count > 0 then raise exception 'The project already has % row(s) in %.', v_count, v_table.name; end if;
    end if;

    v_before := move.digest(v_table.name, v_columns);
    execute format('insert into %s (%s) select %s from %s', v_table.name, v_columns,
      (select string_agg(format('new.%I', name), ', ') from unnest(v_table.columns) as name), v_rows);
    v_after := move.digest(v_table.name, v_columns);
    if v_after.count - v_before.count <> v_table.count or v_after.total - v_before.total <> v_table.total then
      raise exception 'The rows of % differ from those in the data folder: % of % arrived.',
        v_table.name, v_after.count - v_before.count, v_table.count;
    end if;
  end loop;

  for v_reference in
    select conrelid::regclass as child, confrelid::regclass as parent, conname as name,
      string_agg(format('child.%I = parent.%I', mine.attname, theirs.attname), ' and ') as matches,
      string_agg(format('child.%I is not null', mine.attname), ' and ') as is_set
    from pg_constraint cross join lateral unnest(conkey, confkey) as pair (mine_number, their_number)
      join pg_attribute as mine on mine.attrelid = conrelid and mine.attnum = mine_number
      join pg_attribute as theirs on theirs.attrelid = confrelid and theirs.attnum = their_number
    where contype = 'f'
      and (conrelid in (select each.name::regclass from move.tables as each)
        or confrelid in (select each.name::regclass from move.tables as each))
    group by conrelid, confrelid, conname
  loop
    execute format('select count(*) from %s as child where %s and not exists (select from %s as parent where %s)',
      v_reference.child, v_reference.is_set, v_reference.parent, v_reference.matches) into v_count;
    if v_count > 0 then
      raise exception '% row(s) of % refer to a missing row of % (%).',
        v_count, v_reference.child, v_reference.parent, v_reference.name;
    end if;
  end loop;
end $$
