import { COURSE, LESSON_MINUTES, type OutlineModule, TOTAL_LESSONS } from "../../domain/course/course.ts";
import { paths } from "../../domain/paths.ts";
import { COMING_SOON_COURSES } from "../../domain/sales/catalogue.ts";
import { FAQ } from "../../domain/sales/faq.ts";
import { breakDownPrice, formatPence, formatWholePounds } from "../../domain/sales/pricing.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Carousel } from "../../ui/carousel/Carousel.tsx";
import { Accordion } from "../../ui/Disclosure.tsx";
import { PriceNote } from "../../ui/OfferCard.tsx";
import { modulePattern } from "../../ui/pattern/modulePattern.ts";
import { ThreadPattern } from "../../ui/pattern/ThreadPattern.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { HeroActions } from "./HeroActions.tsx";
import { TierOffers } from "./TierOffers.tsx";
import { FRAGMENT_STYLE, MODULES_ID, useSmoothFragment } from "./useSmoothFragment.ts";

/** The page `/academy`: what the course is, what it costs and what it contains. */
export function Component() {
  useSmoothFragment();
  return (
    <>
      <Hero />
      <TierOffers />
      <CourseModules />
      <ComingSoonCourses />
      <WhyChoose />
      <Questions />
    </>
  );
}

const FACTS = [
  ["30", "days, at your own pace"],
  [`${LESSON_MINUTES}`, "minutes a day"],
  [`${COURSE.modules.length}`, "modules"],
  [`${TOTAL_LESSONS}`, "lessons"],
] as const;

function Hero() {
  return (
    <section>
      <div className="page grid grid-cols-1 gap-x-16 gap-y-10 py-12 lg:grid-cols-[8fr_4fr] lg:items-end lg:py-20">
        <div className="flex flex-col items-start gap-6">
          <p className="eyebrow">{COURSE.programme}</p>
          <h1 translate="no" className="max-w-[7em] text-hero">
            {COURSE.title}
          </h1>
          <p className="max-w-[40rem] text-xl leading-relaxed text-muted">
            Half an hour a day, with real cases, an activity in every lesson and a short quiz at the end. You
            need no AI account and no technical background.
          </p>
          <HeroActions />
        </div>
        <div>
          <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-x-8 lg:grid-cols-1">
            {FACTS.map(([figure, name]) => (
              <li key={name} className="flex items-baseline gap-3 border-t border-line py-2.5">
                <span className="min-w-10 font-display text-3xl font-semibold">{figure}</span>{" "}
                <span className="text-muted">{name}</span>
              </li>
            ))}
          </ul>
          <p className="border-y border-line py-3.5 font-display text-xl">{COURSE.level}</p>
        </div>
      </div>
      <ThreadPattern seed="four modules" lanes={4} steps={22} className="h-24 w-full sm:h-32" />
    </section>
  );
}

const SHOWN = ["eu-ai-act-compliance", "ethical-ai-governance"];

const COURSES = COMING_SOON_COURSES.filter((entry) => SHOWN.includes(entry.id));

function ComingSoonCourses() {
  return (
    <section className="page grid grid-cols-1 gap-x-16 gap-y-8 py-16 lg:grid-cols-[4fr_8fr] lg:py-20">
      <div className="flex flex-col items-start gap-4">
        <h2>What comes next</h2>
        <p className="text-muted">Two of our upcoming courses. They are not on sale yet.</p>
        <TextLink to={paths.catalogue()} className="inline-flex min-h-11 items-center font-semibold">
          See all courses
        </TextLink>
      </div>
      <ul className="grid grid-cols-1 gap-8 sm:grid-cols-2">
        {COURSES.map((entry) => (
          <li key={entry.id}>
            <article className="flex h-full flex-col items-start gap-3 border-t-4 border-t-link pt-5">
              <Badge tone="note">Coming Soon</Badge>
              <h3 className="text-2xl">{entry.title}</h3>
              <p className="flex-1">{entry.description}</p>
              <p className="text-muted">
                {entry.duration}, {entry.modules} modules, {entry.level}
              </p>
              <div>
                <p translate="no" className="font-display text-3xl font-semibold">
                  {formatWholePounds(entry.pricePence)}
                </p>{" "}
                <PriceNote total={formatPence(breakDownPrice(entry.pricePence).totalPence)} />
              </div>
              <TextLink
                to={paths.interest(entry.id)}
                className="inline-flex min-h-11 items-center font-semibold noscript:hidden"
              >
                Tell me when it opens<span className="sr-only">: {entry.title}</span>
              </TextLink>
            </article>
          </li>
        ))}
      </ul>
    </section>
  );
}

const REASONS = [
  [
    "Learn by doing",
    "Every lesson has an activity for students, one for NGOs and one for professionals. Every quiz answer is explained, including the wrong ones.",
  ],
  [
    "Every source is named",
    "Every figure names its source, and every law has a date. Lessons say where evidence is thin.",
  ],
  [
    "More than one ethical tradition",
    "Ubuntu and decolonial thinking sit alongside the EU AI Act, ISO and NIST, and you ask whose values a system follows.",
  ],
  [
    "It works offline",
    "Lessons, quizzes and progress are kept on your device and sent to your account when you are online.",
  ],
  [
    "Nothing renews automatically",
    "The monthly plan ends after the third payment. You see the total, with VAT, before you pay.",
  ],
  [
    "No promises we cannot keep",
    "The certificate says that you completed the course. The course supports an organisation's AI literacy measures, but makes nobody compliant.",
  ],
] as const;

function WhyChoose() {
  return (
    <section className="border-y border-line bg-sunken">
      <div className="page grid grid-cols-1 gap-x-16 gap-y-8 py-16 lg:grid-cols-[4fr_8fr] lg:py-20">
        <h2>Why choose us</h2>
        <dl className="grid gap-x-12 gap-y-8 sm:grid-cols-2">
          {REASONS.map(([title, text]) => (
            <div key={title}>
              <dt className="font-display text-xl font-semibold">{title}</dt>
              <dd className="mt-2">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

const ITEMS = FAQ.map(({ question, answer }) => ({
  title: question,
  content: <p className="max-w-[40rem]">{answer}</p>,
}));

function Questions() {
  return (
    <section className="page grid grid-cols-1 gap-x-16 gap-y-8 py-16 lg:grid-cols-[4fr_8fr] lg:py-20">
      <div className="flex flex-col items-start gap-4">
        <h2>Questions and answers</h2>
        <p className="text-muted">
          Have another question? <TextLink to={paths.contact()}>Write to us</TextLink>.
        </p>
      </div>
      <Accordion items={ITEMS} headingLevel={3} className="border-t border-line" />
    </section>
  );
}

function CourseModules() {
  return (
    <section
      id={MODULES_ID}
      tabIndex={-1}
      className={`${FRAGMENT_STYLE} overflow-hidden border-y border-line bg-sunken`}
    >
      <div className="page py-section">
        <h2>Course Modules</h2>
        <p className="mt-3 max-w-[38rem] text-lg text-muted">
          From what AI is, through checking its output, the rules that apply and everyday work, to a review
          that you carry out yourself.
        </p>
        <Carousel
          label="Course Modules"
          slides={COURSE.modules.map((module) => <ModuleCard key={module.id} module={module} />)}
          className="mt-8"
        />
      </div>
    </section>
  );
}

function ModuleCard({ module }: { module: OutlineModule }) {
  return (
    <article className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
      <ThreadPattern {...modulePattern(module.id)} steps={12} className="h-28 w-full" />
      <div className="flex flex-1 flex-col gap-3 p-[min(2rem,6vw)]">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="eyebrow">Module {module.id}</span>
          <span className="text-muted">
            {module.lessons.length} lessons, {LESSON_MINUTES} min each
          </span>
        </p>
        <h3 className="text-2xl">
          {moduleName(module)}
          {module.id === CAPSTONE_MODULE_ID && (
            <span className="font-normal text-muted"> (capstone project)</span>
          )}
        </h3>
        <p>{module.description}</p>
        <ol className="mt-2 flex flex-col">
          {module.lessons.map((lesson) => (
            <li key={lesson.id} className="flex items-baseline gap-3 border-t border-line py-2.5">
              <span className="w-6 shrink-0 font-display text-accent">{lesson.id}</span>
              <span className="min-w-0">{lesson.title}</span>
            </li>
          ))}
        </ol>
      </div>
    </article>
  );
}

/** The module that ends with the capstone project. */
const CAPSTONE_MODULE_ID = "4";

/** The title as written on this page: "and" instead of "&". */
function moduleName({ title }: OutlineModule): string {
  return title.replace(" & ", " and ");
}
