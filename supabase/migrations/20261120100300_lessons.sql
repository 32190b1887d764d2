-- The lessons as learners install them, and the answers that every version ever published was graded by.

create table public.lessons (
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  lesson_id text not null,
  version integer not null check (version > 0),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes > 0),
  is_preview boolean not null default false,
  pack jsonb not null,
  published_at timestamptz not null default pg_catalog.now(),
  primary key (course_id, lesson_id),
  check (private.is_known_lesson(pack ->> 'moduleId', lesson_id)),
  check (pack ->> 'lessonId' = lesson_id and pack ->> 'courseId' = course_id)
);
comment on table public.lessons is
  'Published lessons. The outline is public and built into the client; these bodies are for enrolled learners.';
comment on column public.lessons.hash is 'SHA-256 of the canonical JSON of the pack, in hex. The installer checks it.';
comment on column public.lessons.bytes is 'Length of that JSON in UTF-8, so that a download can be announced.';
comment on column public.lessons.pack is 'lessonPackSchema of src/domain/pack.ts.';

alter table public.lessons enable row level security;
revoke all on public.lessons from public, anon, authenticated, service_role;
grant select on public.lessons to anon, authenticated;
grant select, insert, update on public.lessons to service_role;

-- Security definer: entitlement is decided from tables that a learner cannot read.
create function private.caller_is_entitled(p_course text) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select private.is_entitled(auth.uid(), p_course); $$;
comment on function private.caller_is_entitled is 'True when whoever is asking has access to the course now.';

create policy "everyone reads the preview" on public.lessons
  for select to anon using (is_preview);
create policy "learners read the preview and the courses they have" on public.lessons
  for select to authenticated using (is_preview or private.caller_is_entitled(course_id));

create table public.lesson_answer_keys (
  course_id text not null,
  lesson_id text not null,
  version integer not null,
  answers integer[] not null check (pg_catalog.cardinality(answers) = 5),
  primary key (course_id, lesson_id, version)
);
comment on table public.lesson_answer_keys is
  'Correct answers of every version ever published: an attempt made offline is graded by the version it answered.';

-- No grants and no policies: only the definer functions that grade may read it.
alter table public.lesson_answer_keys enable row level security;
revoke all on public.lesson_answer_keys from public, anon, authenticated, service_role;

-- Security definer: the publisher's role has no rights on the answer keys.
create function private.keep_answer_key() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_answers integer[];
  begin
    if tg_op = 'UPDATE' and new.hash <> old.hash and new.version <= old.version then
      raise exception 'lesson % changed, so its version must rise above %', new.lesson_id, old.version
        using errcode = 'invalid_parameter_value';
    end if;

    select pg_catalog.array_agg((question.value ->> 'correctAnswer')::integer order by question.ordinality)
      into v_answers
      from pg_catalog.jsonb_array_elements(new.pack #> '{quiz,questions}')
        with ordinality as question (value, ordinality);

    insert into public.lesson_answer_keys as kept (course_id, lesson_id, version, answers)
    values (new.course_id, new.lesson_id, new.version, v_answers)
    on conflict (course_id, lesson_id, version) do nothing;

    if not exists (
      select from public.lesson_answer_keys as kept
      where (kept.course_id, kept.lesson_id, kept.version) = (new.course_id, new.lesson_id, new.version)
        and kept.answers = v_answers
    ) then
      raise exception 'version % of lesson % was published with other answers', new.version, new.lesson_id
        using errcode = 'invalid_parameter_value';
    end if;
    return null;
  end;
  $$;
comment on function private.keep_answer_key is 'Keeps the answers of each published version; a version never changes them.';

create trigger keep_answer_key after insert or update on public.lessons
  for each row execute function private.keep_answer_key();

revoke execute on function private.caller_is_entitled(text), private.keep_answer_key()
from public, anon, authenticated, service_role;
grant execute on function private.caller_is_entitled(text) to authenticated;
