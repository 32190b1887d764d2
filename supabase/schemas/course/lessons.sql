-- The published lessons, in the form that devices install. tools/content publishes them.
--
-- A lesson with sheets or tasks for organisations has two rows: the second contains the whole lesson with them, so that a
-- device installs one pack of a lesson, whichever it may read.

create table public.lessons (
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  lesson_id text not null,
  version integer not null check (version > 0),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes > 0),
  is_preview boolean not null default false,
  audience text not null default 'everyone' check (audience in ('everyone', 'organisations')),
  pack jsonb not null,
  published_at timestamptz not null default pg_catalog.now(),
  primary key (course_id, lesson_id, audience),
  foreign key (course_id, lesson_id) references private.course_outline,
  check (audience = 'everyone' or not is_preview),
  check (pack ->> 'lessonId' = lesson_id and pack ->> 'courseId' = course_id)
);
comment on table public.lessons is
  'Published lessons. The outline is public and built into the client; these bodies are for enrolled learners.';
comment on column public.lessons.hash is
  'SHA-256 of the canonical JSON of the pack, in hex. The installer checks it.';
comment on column public.lessons.bytes is
  'Length of that JSON in UTF-8, so that a device can announce the size of a download.';
comment on column public.lessons.audience is
  'Who may read the row: every learner, or those whose plan is for organisations (private.serves_organisations).';
comment on column public.lessons.pack is 'lessonPackSchema of src/domain/course/pack.ts.';

alter table public.lessons enable row level security;
grant select on public.lessons to anon, authenticated;
grant insert, select, update on public.lessons to service_role;

create policy "everyone reads the preview" on public.lessons
  for select to anon using (is_preview);
create policy "learners read the preview and the courses they have" on public.lessons
  for select to authenticated using (is_preview or private.caller_is_entitled(course_id, audience));
-- Anyone may read the preview, but which other lessons are readable reveals what the account has bought.
create policy "a full session only" on public.lessons as restrictive
  for all to authenticated using (is_preview or (select private.require_full_session()));

-- Definer: no role may read the outline.
create function private.check_lesson_module() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if private.module_of(new.course_id, new.lesson_id) is distinct from new.pack ->> 'moduleId' then
      raise exception 'the outline has no lesson % in module %', new.lesson_id, new.pack ->> 'moduleId'
        using errcode = 'check_violation';
    end if;
    return new;
  end;
  $$;
comment on function private.check_lesson_module is
  'A lesson is published after the outline, and in the module that the outline names.';

create trigger check_lesson_module before insert or update on public.lessons
  for each row execute function private.check_lesson_module();
