import { useId } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../domain/paths.ts";
import { SITE } from "../../domain/site.ts";
import { useFacts } from "../../platform/providerFacts.ts";
import { braid } from "../../ui/pattern/braid.ts";
import { FOOTER, type Place } from "./navigation.ts";
import { useStoredEmail } from "./useStoredEmail.ts";

const LINK = "inline-flex min-h-11 items-center underline-offset-4 hover:underline";

/** The same nine links on every page. `signInPath` is the one of `Account`. */
export function Footer({ signInPath = paths.auth() }: { signInPath?: string | undefined }) {
  const isSignedIn = useStoredEmail() !== null;
  const linkOf = (place: Place): Place => {
    if (place.to === paths.auth()) return { ...place, to: signInPath };
    return isSignedIn ? forMember(place) : place;
  };
  return (
    <footer className="isolate mt-20 border-t border-line bg-sunken pb-(--safe-bottom) print:hidden">
      <ThreadBand />
      <div className="page grid gap-x-12 gap-y-10 pt-12 pb-10 lg:grid-cols-[2fr_3fr]">
        <div className="max-w-md">
          <p translate="no" className="font-display text-xl leading-tight font-semibold sm:text-2xl">
            {SITE.name}
          </p>
          <p className="mt-3 text-muted">{SITE.description}</p>
        </div>
        <nav
          aria-label="Footer"
          className="grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-x-6 gap-y-8"
        >
          {FOOTER.map(({ title, places }) => (
            <Places key={title} title={title} places={places.map(linkOf)} />
          ))}
        </nav>
      </div>
      <Imprint />
    </footer>
  );
}

/**
 * Makes links to the landing page work for signed-in users, whom the page would otherwise redirect to the dashboard.
 */
function forMember({ to, label }: Place): Place {
  const [path, fragment] = to.split("#");
  if (path !== paths.landing()) return { to, label };
  return { to: paths.landingForMembers() + (fragment ? `#${fragment}` : ""), label };
}

function Places({ title, places }: (typeof FOOTER)[number]) {
  const titleId = useId();
  return (
    <div>
      <p id={titleId} className="mb-1 text-base text-muted">
        {title}
      </p>
      <ul aria-labelledby={titleId}>
        {places.map(({ to, label }) => (
          <li key={label}>
            <Link to={to} className={`${LINK} font-semibold`}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The provider of the site, with the details that are configured. */
function Imprint() {
  const { legalName, address, vatNumber, supportEmail, socialLinks } = useFacts();
  return (
    <div className="border-t border-line">
      <div className="page flex flex-col gap-x-8 py-4 text-base text-muted sm:flex-row sm:flex-wrap sm:items-center">
        <p className="mr-auto py-2">
          © {legalName}
          {address && `, ${address}`}
          {vatNumber && `. VAT ${vatNumber}`}
        </p>
        <Link to={paths.accessibility()} className={LINK}>
          Accessibility
        </Link>
        <a href={`mailto:${supportEmail}`} translate="no" className={`${LINK} wrap-anywhere`}>
          {supportEmail}
        </a>
        {socialLinks.map(({ label, url }) => (
          <a key={url} href={url} className={LINK}>
            {label}
          </a>
        ))}
      </div>
    </div>
  );
}

const COLOURS = ["stroke-clay", "stroke-indigo", "stroke-ochre"];
/** After six steps the three threads of a plait are back in their first positions, so the next tile joins seamlessly. */
const TILE = braid("footer", COLOURS.length, 6, "plait");
/** Enough for a window 4000 px wide. */
const TILES = 23;
const TILE_ID = "thread-band";

/** A plait across the whole window, complete at every width. Decorative; at most one per page. */
function ThreadBand() {
  return (
    <svg aria-hidden="true" fill="none" strokeWidth="2.2" className="block h-12 w-full">
      <g id={TILE_ID} transform="scale(2)">
        {TILE.threads.map(({ whole }, thread) => (
          // The square ends extend into the neighbouring tiles. Otherwise a seam would show at some zoom levels.
          <path key={whole} d={whole} className={COLOURS[thread]} strokeLinecap="square" />
        ))}
        <path d={TILE.gaps} strokeWidth="4.6" className="stroke-sunken" />
        {TILE.threads.map(({ over }, thread) => (
          <path key={over} d={over} className={COLOURS[thread]} />
        ))}
      </g>
      {Array.from({ length: TILES }, (_, index) => (index + 1) * TILE.width * 2).map((x) => (
        <use key={x} href={`#${TILE_ID}`} x={x} />
      ))}
    </svg>
  );
}
