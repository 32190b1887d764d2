import { Link } from "react-router-dom";
import { COURSE, LESSON_MINUTES, TOTAL_LESSONS } from "../../domain/course/course.ts";
import { PREVIEW_LESSON_ID } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { FactList } from "../../ui/FactList.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { ThreadPattern } from "../../ui/pattern/ThreadPattern.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { Audiences } from "./Audiences.tsx";
import { Challenge } from "./Challenge.tsx";
import { FOUNDER } from "./founder.ts";
import { Pricing } from "./Pricing.tsx";
import { SectionTitle } from "./SectionTitle.tsx";
import { Solution } from "./Solution.tsx";
import { Standards } from "./Standards.tsx";
import { Tools } from "./Tools.tsx";

/** The page `/`: what can go wrong, what the course does about it, what it costs and who is behind it. */
export function Component() {
  return (
    // At 200 % text size on a narrow phone, a long word must break instead of widening its column.
    <div className="wrap-anywhere">
      <Hero />
      <Challenge />
      <Solution />
      <HowItWorks />
      <Audiences />
      <Founder />
      <Pricing />
      <Tools />
      <Standards />
      <PluralEthics />
      <Closing />
    </div>
  );
}

const FACTS = [
  [`${COURSE.days} days`, `${LESSON_MINUTES} minutes a day`],
  [`${TOTAL_LESSONS} lessons`, `in ${COURSE.modules.length} modules`],
  [COURSE.level, "level"],
] as const;

function Hero() {
  return (
    <section className="relative">
      <div className="page">
        <div className="flex flex-col items-start gap-7 py-12 sm:py-16 lg:w-[58%] lg:py-24">
          <p className="eyebrow">
            {COURSE.title} · {COURSE.programme}
          </p>
          <h1 className="text-hero tracking-tight">Learn to use AI well, and to question it</h1>
          <p className="max-w-[36rem] text-xl leading-relaxed text-muted">
            A course for people who encounter AI at work, in their studies or in their community: what it is,
            how to check what it says, which rules apply, and whose ethics it follows.
          </p>
          <div className="flex flex-wrap items-center gap-x-7 gap-y-3">
            <LinkButton to={paths.academy()} size="large">
              Enroll now
            </LinkButton>
            <TextLink
              to={paths.course(PREVIEW_LESSON_ID)}
              className="inline-flex min-h-11 items-center font-semibold"
            >
              Read lesson 1 free
            </TextLink>
          </div>
          <FactList facts={FACTS} className="mt-5 w-full border-t border-line pt-6" />
        </div>
      </div>
      {/* Extends beyond the page: a band on phones, the whole right side on wide screens. */}
      <ThreadPattern
        seed="the whole cloth"
        lanes={11}
        steps={6}
        className="block h-40 w-full lg:absolute lg:inset-y-0 lg:right-0 lg:h-full lg:w-[36vw]"
      />
    </section>
  );
}

const MOMENTS = [
  {
    when: "At home",
    title: "Lessons live on your device",
    text: "Once you are signed in, lessons and quizzes are kept on your phone or computer.",
  },
  {
    when: "On the train",
    title: "Your work is saved as you go",
    text: "With no signal or no data left, you can still read and take the quiz. Each finished lesson and quiz score is saved to your device first.",
  },
  {
    when: "Back online",
    title: "Your other devices catch up",
    text: "Your progress is sent to your account and appears wherever you sign in.",
  },
] as const;

/** Explains what "works offline" means for a learner, using the example of one day. */
function HowItWorks() {
  return (
    <section aria-labelledby="offline" className="page pb-section">
      <div className="rounded-card border border-edge p-6 sm:p-10">
        <SectionTitle id="offline" eyebrow="Made for real life">
          It works without a connection
        </SectionTitle>
        <ol className="mt-8 grid gap-x-10 gap-y-7 md:grid-cols-3">
          {MOMENTS.map(({ when, title, text }) => (
            <li key={when}>
              <p className="text-muted">{when}</p>
              <h3 className="mt-1">{title}</h3>
              <p className="mt-2">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** The academy's founder, in the provider's own words. */
function Founder() {
  const [first, ...others] = FOUNDER.paragraphs;
  return (
    <section id="founder" aria-labelledby="founder-title" className="scroll-mt-6 bg-note-soft">
      <div className="page grid gap-x-16 gap-y-8 py-section lg:grid-cols-[4fr_8fr]">
        <SectionTitle id="founder-title" eyebrow="The founder">
          {FOUNDER.title}
        </SectionTitle>
        <div>
          <p className="font-display text-2xl leading-snug lg:text-3xl lg:leading-snug">{first}</p>
          <div className="mt-8 grid gap-x-10 gap-y-5 border-t border-edge pt-7 text-lg md:grid-cols-2">
            {others.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}

function PluralEthics() {
  return (
    <section aria-labelledby="ethics" className="border-y border-line bg-highlight-soft">
      <ThreadPattern seed="plural" lanes={3} steps={24} className="block h-14 w-full" />
      <div className="page py-section">
        <SectionTitle id="ethics" eyebrow="Plural ethics" className="max-w-[46rem]">
          Fair, by whose measure?
        </SectionTitle>
        <div className="mt-12 grid gap-x-16 gap-y-12 lg:grid-cols-2">
          <div>
            <h3 className="text-2xl">Ubuntu</h3>
            <blockquote className="mt-4 font-display text-(length:--size-h2) leading-snug">
              <p lang="zu">Umuntu ngumuntu ngabantu.</p>
              <p className="mt-1">A person is a person through other persons.</p>
            </blockquote>
            <p className="mt-5 text-lg">
              A family of related ideas across Bantu languages, living and debated. The course introduces its
              thinkers and critics and turns their ideas into a design question: which relationships does this
              system create, strain or break?
            </p>
          </div>
          <div>
            <h3 className="text-2xl">Decolonisation</h3>
            <p className="mt-4 font-display text-(length:--size-h2) leading-snug">
              Whose data, whose labour, whose language?
            </p>
            <p className="mt-5 text-lg">
              Te Hiku Media in Aotearoa chose a protective licence. Masakhane, a community that builds
              language technology for Africans, by Africans, chose openness (Science, 2023). Both had reasons.
              You learn to make the best case for each before you advise anyone.
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}

/** Links and focus in the text colour, because the usual indigo is unreadable on terracotta. */
const LINK =
  "inline-flex min-h-11 items-center underline underline-offset-4 hover:decoration-2 focus-visible:outline-on-action";

/** The last section. It extends down to the footer, so that no strip of background shows between them. */
function Closing() {
  return (
    <section aria-labelledby="closing" className="-mb-24 bg-action text-on-action">
      <div className="page grid items-end gap-x-16 gap-y-10 py-section lg:grid-cols-[9fr_3fr]">
        <div className="flex flex-col items-start gap-8">
          <h2 id="closing" className="text-hero tracking-tight">
            Start with half an hour. The first lesson is free.
          </h2>
          <div className="flex flex-wrap items-center gap-x-7 gap-y-3">
            <LinkButton
              to={paths.academy()}
              variant="secondary"
              size="large"
              className="focus-visible:outline-on-action"
            >
              Choose your plan
            </LinkButton>
            <Link to={paths.course(PREVIEW_LESSON_ID)} className={`${LINK} font-semibold`}>
              Read lesson 1 free
            </Link>
          </div>
        </div>
        <div className="border-t border-current pt-3">
          <p>Before you buy</p>
          <ul className="mt-1">
            <li>
              <Link to={paths.terms()} className={LINK}>
                Terms of Service
              </Link>
            </li>
            <li>
              <Link to={paths.privacy()} className={LINK}>
                Privacy Policy
              </Link>
            </li>
          </ul>
        </div>
      </div>
    </section>
  );
}
