import { paths } from "../../domain/paths.ts";
import { COMING_SOON_COURSES } from "../../domain/plannedCourses.ts";
import { formatWholePounds } from "../../domain/pricing.ts";
import { Badge } from "../../ui/Badge.tsx";
import { TextLink } from "../../ui/TextLink.tsx";

const SHOWN = ["eu-ai-act-compliance", "ethical-ai-governance"];

const COURSES = COMING_SOON_COURSES.filter((entry) => SHOWN.includes(entry.id));

export function ComingSoonCourses() {
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
              <p>
                <span className="font-display text-3xl font-semibold">
                  {formatWholePounds(entry.pricePence)}
                </span>{" "}
                <span className="text-muted">plus VAT</span>
              </p>
            </article>
          </li>
        ))}
      </ul>
    </section>
  );
}
