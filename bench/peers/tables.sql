-- The peers' tables, only in the bench's own database. Times have milliseconds, which is what the embedded REST service returns. One blank line after each statement, which are run one by one.

create table public.peer_lessons (
  id text primary key, pack text not null,
  _deleted boolean not null default false, _modified timestamptz(3) not null default now()
);

create table public.peer_completions (
  id text primary key, user_id uuid not null default auth.uid() references auth.users on delete cascade,
  lesson_id text not null, completed_at text not null,
  _deleted boolean not null default false, _modified timestamptz(3) not null default now()
);

create table public.peer_attempts (
  id text primary key, user_id uuid not null default auth.uid() references auth.users on delete cascade,
  lesson_id text not null, answers text not null, score integer not null, passed boolean not null, taken_at text not null,
  _deleted boolean not null default false, _modified timestamptz(3) not null default now()
);

-- For RxDB's checkpoint, and for the pages of the others.
create index on public.peer_completions (user_id, _modified, id);

create index on public.peer_attempts (user_id, _modified, id);

create index on public.peer_attempts (user_id, id);

-- As the extension moddatetime, which RxDB's documentation uses.
create function public.peer_modified() returns trigger language plpgsql set search_path = '' as $$
  begin new._modified := pg_catalog.now(); return new; end $$;

create trigger modified before update on public.peer_completions for each row execute function public.peer_modified();

create trigger modified before update on public.peer_attempts for each row execute function public.peer_modified();

alter table public.peer_lessons enable row level security;

alter table public.peer_completions enable row level security;

alter table public.peer_attempts enable row level security;

grant select on public.peer_lessons to anon, authenticated;

grant select, insert, update on public.peer_completions, public.peer_attempts to authenticated;

create policy "Anyone reads lessons" on public.peer_lessons for select to anon, authenticated using (true);

create policy "Learners read their completions" on public.peer_completions for select to authenticated
  using ((select auth.uid()) = user_id);

create policy "Learners add their completions" on public.peer_completions for insert to authenticated
  with check ((select auth.uid()) = user_id);

create policy "Learners change their completions" on public.peer_completions for update to authenticated
  using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);

create policy "Learners read their attempts" on public.peer_attempts for select to authenticated
  using ((select auth.uid()) = user_id);

create policy "Learners add their attempts" on public.peer_attempts for insert to authenticated
  with check ((select auth.uid()) = user_id);

create policy "Learners change their attempts" on public.peer_attempts for update to authenticated
  using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);

insert into public.peer_lessons (id, pack) select lesson_id, pack::text from public.lessons where audience = 'everyone';

-- Every learner of the bench has the course, because the academy refuses work in a course that was not bought.
create function public.peer_enrols() returns trigger language plpgsql security definer set search_path = '' as $$
  begin
    insert into public.course_enrollments (user_id, course_id, tier, status, reason)
    values (new.id, 'ai-fluency-30-days', 'student', 'active', 'paid');
    return null;
  end $$;

create trigger peer_enrols after insert on auth.users for each row execute function public.peer_enrols();

insert into public.course_enrollments (user_id, course_id, tier, status, reason)
  select id, 'ai-fluency-30-days', 'student', 'active', 'paid' from auth.users where email like 'history-%';
