import { paths } from "../domain/paths.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { TextLink } from "../ui/TextLink.tsx";

export function Component() {
  return (
    <div className="flex flex-col gap-10 pt-12 pb-8 sm:gap-14 sm:pt-16">
      <NotFoundArt className="h-auto w-full max-w-3xl" />
      <div className="page flex flex-col gap-6">
        <h1>Oops! Page not found</h1>
        <p className="max-w-prose text-lg text-muted">
          There is nothing at this address. It may have been mistyped, or the page may have moved.
        </p>
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
          <LinkButton to={paths.landing()} size="large">
            Return to Home
          </LinkButton>
          <p className="flex flex-wrap gap-x-6 gap-y-2">
            <TextLink to={paths.catalogue()} className="inline-flex min-h-11 items-center">
              See all courses
            </TextLink>
            <TextLink to={paths.contact()} className="inline-flex min-h-11 items-center">
              Tell us what you were looking for
            </TextLink>
          </p>
        </div>
      </div>
    </div>
  );
}

type Thread = { colour: string; whole: string; over: string[] };

/** The path of each thread from its start to its loose end, and the sections where it passes over another thread. */
const THREADS: Thread[] = [
  {
    colour: "stroke-clay",
    whole: "M-8 40H0C45 40 45 85 90 85S135 130 180 130S225 175 270 175H360C420 175 450 200 520 196",
    over: ["M0 40C45 40 45 85 90 85"],
  },
  {
    colour: "stroke-indigo",
    whole:
      "M-8 85H0C45 85 45 40 90 40H180C225 40 225 85 270 85S315 130 360 130C430 130 450 165 520 160S610 120 664 138",
    over: ["M180 40C225 40 225 85 270 85"],
  },
  {
    colour: "stroke-ochre",
    whole: "M-8 130H0C45 130 45 175 90 175H180C225 175 225 130 270 130S315 85 360 85C400 85 420 96 456 90",
    over: ["M180 175C225 175 225 130 270 130", "M270 130C315 130 315 85 360 85"],
  },
  {
    colour: "stroke-forest",
    whole:
      "M-8 175H0C45 175 45 130 90 130S135 85 180 85S225 40 270 40H360C440 40 470 8 530 26S590 84 556 84S540 34 610 40",
    over: ["M0 175C45 175 45 130 90 130", "M90 130C135 130 135 85 180 85"],
  },
];

/**
 * The academy's plait, unravelled: its threads separate and end. Drawn by hand, because the generated patterns never
 * end. Decorative.
 */
function NotFoundArt({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 680 215" fill="none" strokeWidth="8" className={className}>
      {THREADS.map(({ colour, whole }) => (
        <path key={whole} d={whole} className={colour} strokeLinecap="round" />
      ))}
      {THREADS.flatMap(({ colour, over }) =>
        over.map((path) => (
          <g key={path}>
            {/* Covers only the crossing: a gap as long as the section would show hairlines at its ends. */}
            <path
              d={path}
              className="stroke-paper"
              strokeWidth="18"
              pathLength="10"
              strokeDasharray="0 3 4 3"
            />
            <path d={path} className={colour} />
          </g>
        )),
      )}
    </svg>
  );
}
